"""The computers that play Bluff: names, signs, true sentences about their play, remarks.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Cast, Character, Level, Remarks
from games.errors import N_

from . import faces

CAST: Cast = {
    "easy": Level(
        won=9,
        characters=(
            Character(
                N_("Trude"),
                "👵",
                N_("Bids what her own cup makes likely, never bluffs, and forgets others' wilds."),
                Remarks(
                    N_("Good old dice."),
                    N_("Oh dear. Less to carry."),
                    N_("Lovely. Who wants cake?"),
                ),
                face=faces.TRUDE,
                once=N_("Oma Trude"),
            ),
            Character(
                N_("Milo"),
                "🐶",
                N_("Bids what lies under his nose, never bluffs, and forgets others' wilds."),
                Remarks(
                    N_("Woof! That went well."),
                    N_("Something rolled off the sofa."),
                    N_("Walk now?"),
                ),
                face=faces.MILO,
            ),
            Character(
                N_("Bram"),
                "🧑‍🍳",
                N_("Cooks with his own cup alone, never bluffs, and doubts others too soon."),
                Remarks(
                    N_("Seasoned just right."),
                    N_("A bit overcooked."),
                    N_("Last plate. Good company."),
                ),
                face=faces.BRAM,
            ),
        ),
    ),
    "normal": Level(
        won=25,
        characters=(
            Character(
                N_("Odds"),
                "🎩",
                N_("Counts the odds of every bid, and plays by them."),
                Remarks(
                    N_("Chance was kind."),
                    N_("Chance does as it likes."),
                    N_("On average, a good match."),
                ),
                face=faces.ODDS,
                once=N_("Mister Odds"),
            ),
            Character(
                N_("Nadia"),
                "📐",
                N_("Measures each bid by her own dice and the odds, and heeds no tales."),
                Remarks(
                    N_("Measured twice."),
                    N_("Off the mark. Measure again."),
                    N_("Map done. Good ground."),
                ),
                face=faces.NADIA,
            ),
            Character(
                N_("Finn"),
                "🦦",
                N_("Floats with the odds: bids what is likely, challenges what isn't."),
                Remarks(
                    N_("Going with the flow."),
                    N_("Splash. Cold water."),
                    N_("Time to float a while."),
                ),
                face=faces.FINN,
            ),
            Character(
                N_("Lupe"),
                "🧾",
                N_("Books every bid by its odds, and never bluffs on purpose."),
                Remarks(
                    N_("The books balance."),
                    N_("Entered under losses."),
                    N_("Pen down. Good business."),
                ),
                face=faces.LUPE,
            ),
        ),
    ),
    "hard": Level(
        won=55,
        characters=(
            Character(
                N_("Zara"),
                "🔮",
                N_("Hears in your bids what you hold, and reckons with your answer."),
                Remarks(
                    N_("The mist has lifted."),
                    N_("The crystal needs a polish."),
                    N_("The curtain falls. Until then."),
                ),
                face=faces.ZARA,
                once=N_("Madame Zara"),
            ),
            Character(
                N_("Rico"),
                "🦜",
                N_("Listens to every bid, pictures the cups, and thinks of your answer."),
                Remarks(
                    N_("Lucky bird, lucky bird."), N_("Lost a feather."), N_("Again? Again? Again?")
                ),
                face=faces.RICO,
            ),
            Character(
                N_("Elif"),
                "🎻",
                N_("Hears the undertones of a bid, and tunes hers to your answer."),
                Remarks(N_("In tune."), N_("A string snapped."), N_("Bow down. Lovely music.")),
                face=faces.ELIF,
            ),
        ),
    ),
}

LADDER = "dice=3"
"""Options of the matches that measured them."""
