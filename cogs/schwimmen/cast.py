"""The computers that play Schwimmen: names, signs, true sentences about their play, remarks.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Cast, Character, Level, Remarks
from games.errors import N_

from . import faces

CAST: Cast = {
    "easy": Level(
        won=6,
        characters=(
            Character(
                N_("Paul"),
                "🦆",
                N_("Collects one suit, sees nothing else, and closes far too early."),
                Remarks(N_("Quack. Dry feathers."), N_("Plop."), N_("Back to the pond.")),
                face=faces.PAUL,
                once=N_("Paddling Paul"),
            ),
            Character(
                N_("Bibi"),
                "🐸",
                N_("Leaps after one suit, misses everything else, and closes too early."),
                Remarks(
                    N_("Landed on a lily pad."),
                    N_("Missed the lily pad."),
                    N_("Time for a croaking song."),
                ),
                face=faces.BIBI,
            ),
            Character(
                N_("Tove"),
                "🏖️",
                N_("Holidays in one suit, looks at no other, and is soon content to close."),
                Remarks(
                    N_("What lovely weather."),
                    N_("A cloud, no more."),
                    N_("Towel rolled. Lovely day."),
                ),
                face=faces.TOVE,
            ),
        ),
    ),
    "normal": Level(
        won=25,
        characters=(
            Character(
                N_("Klara"),
                "⚓",
                N_("Improves her hand swap by swap, and closes when it is good."),
                Remarks(
                    N_("Safe in harbour."),
                    N_("A small leak. Pumps on."),
                    N_("Anchor down. Good crew."),
                ),
                face=faces.KLARA,
                once=N_("Captain Klara"),
            ),
            Character(
                N_("Amir"),
                "🛶",
                N_("Steers for a better hand each turn, and closes when it is good."),
                Remarks(
                    N_("Through the rapids."), N_("A wet sleeve."), N_("Boat ashore. Fine trip.")
                ),
                face=faces.AMIR,
            ),
            Character(
                N_("Selma"),
                "🐢",
                N_("Step by step to a good hand, unhurried by what others may hold."),
                Remarks(
                    N_("Slow, and still dry."),
                    N_("Into the shell for a moment."),
                    N_("Already over? How quick."),
                ),
                face=faces.SELMA,
            ),
            Character(
                N_("Goran"),
                "🧭",
                N_("Keeps a steady course to the best hand in sight, then closes."),
                Remarks(
                    N_("On course."), N_("Wind from the wrong side."), N_("Last ferry. All aboard.")
                ),
                face=faces.GORAN,
            ),
        ),
    ),
    "hard": Level(
        won=36,
        characters=(
            Character(
                N_("Pike"),
                "🐟",
                N_("Remembers who took and left what, and guesses your hand by it."),
                Remarks(
                    N_("A ripple, nothing more."),
                    N_("Off the hook, just."),
                    N_("Back among the reeds."),
                ),
                face=faces.PIKE,
                once=N_("The Pike"),
            ),
            Character(
                N_("Otto"),
                "🐙",
                N_("Keeps an arm on each card taken or left, and guesses hands by it."),
                Remarks(
                    N_("Eight arms up."),
                    N_("Ink. A little fright."),
                    N_("Eight arms wave goodbye."),
                ),
                face=faces.OTTO,
            ),
            Character(
                N_("Nami"),
                "🤿",
                N_("Dives for what others hold, by what they take, leave and close with."),
                Remarks(N_("A pearl."), N_("Short of breath."), N_("Up for air. A fine dive.")),
                face=faces.NAMI,
            ),
        ),
    ),
}

LADDER = "lives=1"
"""Options of the matches that measured them."""
