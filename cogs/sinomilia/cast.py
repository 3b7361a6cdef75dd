"""The computers that play Sinomilia: names, faces, and true sentences about their play.

`won` is measured by `make ladder` at a table of two.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(
        N_("Little Luna"),
        "🐣",
        N_("Predicts any number, walks straight there, and never feints."),
        won=2,
    ),
    "normal": Persona(
        N_("Sunny"), "😎", N_("Thinks the round through in a hurry, for its chips alone."), won=50
    ),
    "hard": Persona(
        N_("Professor Eclipse"),
        "🦉",
        N_("Works out the whole round, feints and later rounds included."),
        won=79,
    ),
}
