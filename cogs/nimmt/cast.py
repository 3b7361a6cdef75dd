"""The computers that play 6 nimmt!: names, signs, true sentences about their play, remarks.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Cast, Character, Level, Remarks
from games.errors import N_

from . import faces

CAST: Cast = {
    "easy": Level(
        won=13,
        characters=(
            Character(
                N_("Fritz"),
                "🧑‍🌾",
                N_("Plays what costs nothing now, and forgets that others lay cards too."),
                Remarks(
                    N_("A clean field today."),
                    N_("The barn is full now."),
                    N_("Right, feeding time."),
                ),
                face=faces.FRITZ,
                once=N_("Farmer Fritz"),
            ),
            Character(
                N_("Pepper"),
                "🐐",
                N_("Jumps to the nearest row, and never looks who may jump in first."),
                Remarks(
                    N_("Hop, and over the fence."), N_("Meh. Wrong meadow."), N_("Any clover left?")
                ),
                face=faces.PEPPER,
            ),
            Character(
                N_("Tiago"),
                "🛹",
                N_("Takes the smoothest way now, and spares no thought for later cards."),
                Remarks(
                    N_("That rolled nicely."),
                    N_("A fall. Back on the board."),
                    N_("Good ride. Another lap?"),
                ),
                face=faces.TIAGO,
            ),
        ),
    ),
    "normal": Level(
        won=25,
        characters=(
            Character(
                N_("Kenji"),
                "🤔",
                N_("Thinks a card ahead, but imagines only a few of your answers."),
                Remarks(
                    N_("It worked out, this time."),
                    N_("Hm. Didn't see that coming."),
                    N_("Plenty to think about."),
                ),
                face=faces.KENJI,
            ),
            Character(
                N_("Amara"),
                "🚲",
                N_("Looks one card down the road, and guesses at a few of your answers."),
                Remarks(
                    N_("Green lights all the way."),
                    N_("Flat tyre. It happens."),
                    N_("Delivered. A good ride."),
                ),
                face=faces.AMARA,
            ),
            Character(
                N_("Rocco"),
                "🦝",
                N_("Rummages one card ahead, but through only a few of your possible hands."),
                Remarks(
                    N_("Clean paws, for once."),
                    N_("So much to carry home."),
                    N_("Lids down. Good night."),
                ),
                face=faces.ROCCO,
            ),
            Character(
                N_("Ines"),
                "☕",
                N_("Plans one card ahead over coffee, with a few of your hands in mind."),
                Remarks(
                    N_("Smooth, like a good espresso."),
                    N_("That one was bitter."),
                    N_("One more coffee?"),
                ),
                face=faces.INES,
            ),
        ),
    ),
    "hard": Level(
        won=33,
        characters=(
            Character(
                N_("Horn"),
                "🧐",
                N_("Tries every card against very many hands you might hold."),
                Remarks(
                    N_("Careful sums, and some luck."),
                    N_("Remarkable. And heavy."),
                    N_("A fine set of notes."),
                ),
                face=faces.HORN,
                once=N_("Doctor Horn"),
            ),
            Character(
                N_("Silke"),
                "🧶",
                N_("Follows every thread: each card, against very many hands."),
                Remarks(
                    N_("Not a stitch dropped."),
                    N_("A knot. That takes patience."),
                    N_("Enough wool for a scarf."),
                ),
                face=faces.SILKE,
            ),
            Character(
                N_("Juno"),
                "🐘",
                N_("Keeps very many possible hands in mind, and tries each card on them."),
                Remarks(
                    N_("Light feet today."),
                    N_("Heavy, even for an elephant."),
                    N_("One to remember."),
                ),
                face=faces.JUNO,
            ),
        ),
    ),
}

LADDER = "rounds=1"
"""Options of the matches that measured them."""
