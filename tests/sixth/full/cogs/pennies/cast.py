"""The computers that play matching pennies."""

from bot.play.computers import Cast, Character, Level
from games.errors import N_

CAST: Cast = {
    "easy": Level((Character(N_("Penny"), "🐤", N_("Almost always shows heads.")),)),
    "normal": Level((Character(N_("Cent"), "🦊", N_("Shows heads a little too often.")),)),
    "hard": Level((Character(N_("Crown"), "🦁", N_("Shows both sides equally often.")),), won=50),
}
LADDER = "points=3"
"""Options of the matches that measured them."""
