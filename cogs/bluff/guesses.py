"""Guesses of spectators in Bluff: is the running bid true?"""

from collections.abc import Sequence

from bot.screens.look import Guess
from bot.words.i18n import Tongue
from games import bluff
from games.core import Event

_TRUE, _FALSE = "true", "false"


def guesses(view: bluff.View, t: Tongue) -> Sequence[Guess]:
    """Return both answers while the running bid may be challenged."""
    if not view.bids or view.showed or view.outcome is not None:
        return ()
    return Guess(_TRUE, "👍", t("True")), Guess(_FALSE, "👎", t("False"))


def guessed(events: Sequence[Event]) -> str | None:
    """Return the right answer, once the cups are lifted."""
    lifted = next((event for event in events if isinstance(event, bluff.CupsLifted)), None)
    if lifted is None:
        return None
    return _TRUE if lifted.found >= lifted.bid.count else _FALSE
