"""Chances to win in words. Hints of all games use them."""

from collections.abc import Sequence

from bot.screens.look import percent
from bot.words.i18n import Tongue
from bot.workers.brain import Weighed

_MIXED = 0.01


def wins(weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance of the best move to win the match."""
    return t("Chance to win the match: about {chance} %.", chance=percent(weighed[0].worth))


def mixed(weighed: Sequence[Weighed]) -> bool:
    """Return True if a good player would vary: the next best move is as good, or nearly."""
    return len(weighed) > 1 and (weighed[1].alike or weighed[1].behind < _MIXED)
