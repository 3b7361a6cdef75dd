"""The computers that play COLORSE: names, faces, and true sentences about their play.

`won` is measured by `make ladder` at a table of four.
"""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(
        N_("Mochi"),
        "🐹",
        N_("Likes to show zof, and looks no further than the card next to it."),
        won=5,
    ),
    "normal": Persona(
        N_("Aoi"), "🎨", N_("Weighs what each pair of signs would bring, and mixes hers."), won=25
    ),
    "hard": Persona(
        N_("Master Midori"),
        "🥷",
        N_("Counts your signs, answers your habits, thinks of the next duel."),
        won=70,
    ),
}

LADDER = "rounds=3"
"""Options of the matches that measured them."""
