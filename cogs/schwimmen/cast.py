"""The computers that play Schwimmen: names, faces, and true sentences about their play.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(
        N_("Paddling Paul"),
        "🦆",
        N_("Collects one suit, sees nothing else, and closes far too early."),
        won=6,
    ),
    "normal": Persona(
        N_("Captain Klara"),
        "⚓",
        N_("Improves her hand swap by swap, and closes when it is good."),
        won=25,
    ),
    "hard": Persona(
        N_("The Pike"),
        "🐟",
        N_("Remembers who took and left what, and guesses your hand by it."),
        won=36,
    ),
}

LADDER = "lives=1"
"""Options of the matches that measured them."""
