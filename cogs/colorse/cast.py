"""The computers that play COLORSE: names, signs, true sentences about their play, remarks.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Cast, Character, Level, Remarks
from games.errors import N_

from . import faces

CAST: Cast = {
    "easy": Level(
        won=5,
        characters=(
            Character(
                N_("Mochi"),
                "🐹",
                N_("Likes to show zof, and looks no further than the card next to it."),
                Remarks(N_("Cheeks full."), N_("Crumbs everywhere."), N_("Back to the wheel.")),
                face=faces.MOCHI,
            ),
            Character(
                N_("Wisp"),
                "🌫️",
                N_("Drifts to the card beside the gap, likes to show Zof, sees no further."),
                Remarks(
                    N_("Glowing a little."),
                    N_("Whoosh. Lighter now."),
                    N_("Fading. A lovely haunt."),
                ),
                face=faces.WISP,
            ),
            Character(
                N_("Pixel"),
                "👾",
                N_("Sees one cell to the left, likes two cards at once, never looks back."),
                Remarks(
                    N_("Bleep. Bonus."), N_("Bzzt. Snow on the screen."), N_("Roll the credits.")
                ),
                face=faces.PIXEL,
            ),
        ),
    ),
    "normal": Level(
        won=25,
        characters=(
            Character(
                N_("Aoi"),
                "🎨",
                N_("Weighs what each pair of signs would bring, and mixes hers."),
                Remarks(N_("A nice shade."), N_("The colours ran."), N_("Brushes washed.")),
                face=faces.AOI,
            ),
            Character(
                N_("Kofi"),
                "🪁",
                N_("Lets the fullest box pull the string, and mixes signs like the wind."),
                Remarks(N_("Good wind."), N_("Caught in a tree."), N_("String in. Fine sky.")),
                face=faces.KOFI,
            ),
            Character(
                N_("Lumi"),
                "🏮",
                N_("Lights up this duel's cards alone, and mixes signs by what they bring."),
                Remarks(
                    N_("A warm flicker."),
                    N_("A draught. A bit darker."),
                    N_("Folded up. Until next time."),
                ),
                face=faces.LUMI,
            ),
            Character(
                N_("Vera"),
                "🦋",
                N_("Flits between signs by what each pair brings, and fills her box."),
                Remarks(N_("A bright flower."), N_("A gust."), N_("Wings at rest. That was fun.")),
                face=faces.VERA,
            ),
        ),
    ),
    "hard": Level(
        won=70,
        characters=(
            Character(
                N_("Midori"),
                "🥷",
                N_("Counts your signs, answers your habits, thinks of the next duel."),
                Remarks(N_("A quiet step."), N_("The floor creaked."), N_("A bow to all.")),
                face=faces.MIDORI,
                once=N_("Master Midori"),
            ),
            Character(
                N_("Yori"),
                "🦊",
                N_("Scents habits in signs, answers them, and thinks of the next duel."),
                Remarks(N_("A good scent."), N_("A paw on the tail."), N_("Off into the dusk.")),
                face=faces.YORI,
            ),
            Character(
                N_("Edda"),
                "🕯️",
                N_("Has read people by their signs for ages, and knows a box's worth."),
                Remarks(
                    N_("A page worth keeping."),
                    N_("A page came loose."),
                    N_("The candle stays lit."),
                ),
                face=faces.EDDA,
            ),
        ),
    ),
}

LADDER = "rounds=3"
"""Options of the matches that measured them."""
