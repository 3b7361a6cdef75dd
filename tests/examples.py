"""Games that tests of the bot play as examples.

A game's own `hand.py` says which role it serves in. Tests that need real moves take the game of a
role, so no test of the bot contains a game's key. A role whose game was taken out is "".
"""

from bot.screens.transcript import looks
from bot.words.i18n import tongue

from .games.hands import SERVES


def _serving(role: str) -> str:
    return next((key for key, served in SERVES.items() if served == role), "")


ALL_AT_ONCE = _serving("all at once")
"""A game for many. All players choose a card at the same time."""
IN_TURN = _serving("in turn")
"""A game for many. One player after another bids."""
SWAPPING = _serving("swapping")
"""A game for many. One player after another swaps cards."""
FOR_TWO = _serving("for two")
"""A game for two."""
DUELLING = _serving("duelling")
"""A game for three or more. Two at a time choose secretly."""
LATIN = {look.name for look in looks().values() if tongue("ja")(look.name) == look.name}
"""Names of games that are equal in every language."""
