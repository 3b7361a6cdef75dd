"""The computers that play matching pennies."""

from bot.play.computers import Persona, Personas
from games.errors import N_

CAST: Personas = {
    "easy": Persona(N_("Penny"), "🐤", N_("Almost always shows heads.")),
    "normal": Persona(N_("Cent"), "🦊", N_("Shows heads a little too often.")),
    "hard": Persona(N_("Crown"), "🦁", N_("Shows both sides equally often."), won=50),
}
LADDER = "points=3"
"""Options of the matches that measured them."""
