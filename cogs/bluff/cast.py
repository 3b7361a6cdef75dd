"""The computers that play Bluff: names, faces, and true sentences about their play.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(
        N_("Oma Trude"),
        "👵",
        N_("Bids what her own cup makes likely, never bluffs, and forgets others' wilds."),
        won=9,
    ),
    "normal": Persona(
        N_("Mister Odds"), "🎩", N_("Counts the odds of every bid, and plays by them."), won=25
    ),
    "hard": Persona(
        N_("Madame Zara"),
        "🔮",
        N_("Hears in your bids what you hold, and reckons with your answer."),
        won=55,
    ),
}

LADDER = "dice=3"
"""Options of the matches that measured them."""
