"""The computers that play Sinomilia: names, signs, true sentences about their play, remarks.

`won` is measured by `make ladder` at a table of two.
"""

from bot.play.computers import Cast, Character, Level, Remarks
from games.errors import N_

from . import faces

CAST: Cast = {
    "easy": Level(
        won=2,
        characters=(
            Character(
                N_("Luna"),
                "🐣",
                N_("Predicts any number, walks straight there, and never feints."),
                Remarks(N_("Cheep! Seeds."), N_("Fell out of the nest."), N_("Nap time.")),
                face=faces.LUNA,
                once=N_("Little Luna"),
            ),
            Character(
                N_("Bruno"),
                "🐻",
                N_("Picks any number, trots straight towards it, and never feints."),
                Remarks(N_("Honey."), N_("Bees. Oh well."), N_("Back to the cave, content.")),
                face=faces.BRUNO,
            ),
        ),
    ),
    "normal": Level(
        won=50,
        characters=(
            Character(
                N_("Sunny"),
                "😎",
                N_("Thinks the round through in a hurry, for its chips alone."),
                Remarks(N_("A bright spell."), N_("Shade, then."), N_("Glasses off. Good one.")),
                face=faces.SUNNY,
            ),
            Character(
                N_("Tilda"),
                "🌻",
                N_("Plans the round in a hurry, and only for the chips it brings."),
                Remarks(
                    N_("Something bloomed."), N_("Frost overnight."), N_("Tools away. Nice garden.")
                ),
                face=faces.TILDA,
            ),
        ),
    ),
    "hard": Level(
        won=79,
        characters=(
            Character(
                N_("Eclipse"),
                "🦉",
                N_("Works out the whole round, feints and later rounds included."),
                Remarks(
                    N_("A fine constellation."),
                    N_("In the shadow for a while."),
                    N_("Light again. Well played."),
                ),
                face=faces.ECLIPSE,
                once=N_("Professor Eclipse"),
            ),
            Character(
                N_("Orla"),
                "🔭",
                N_("Charts the whole round, feints too, with the match in view."),
                Remarks(
                    N_("A clear sky."), N_("Clouds in the lens."), N_("Telescope away. Good night.")
                ),
                face=faces.ORLA,
            ),
        ),
    ),
}
