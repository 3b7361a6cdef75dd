"""The computers that play 6 nimmt!: names, faces, and true sentences about their play.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(
        N_("Farmer Fritz"),
        "🧑‍🌾",
        N_("Plays what costs nothing now, and forgets that others lay cards too."),
        won=13,
    ),
    "normal": Persona(
        N_("Kenji"),
        "🤔",
        N_("Thinks a card ahead, but imagines only a few of your answers."),
        won=25,
    ),
    "hard": Persona(
        N_("Doctor Horn"),
        "🧐",
        N_("Tries every card against very many hands you might hold."),
        won=33,
    ),
}

LADDER = "rounds=1"
"""Options of the matches that measured them."""
