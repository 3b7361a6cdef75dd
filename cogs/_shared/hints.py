"""Chances to win in words. Hints of all games use them."""

from collections.abc import Sequence
from typing import Any

from bot.words.i18n import Tongue

_ALIKE = 0.02


def percent(chance: float) -> int:
    """Return a chance as a percentage from 1 to 99."""
    return min(99, max(1, round(100 * chance)))


def wins(weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
    """Return the chance of the best move to win the match."""
    return t("Chance to win the match: about {chance} %.", chance=percent(weighed[0][1]))


def behind(weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
    """Return the chance of the next best move, in words."""
    if len(weighed) < 2:
        return ""
    if alike(weighed):
        return t("about as good")
    return t("about {chance} %", chance=percent(weighed[1][1]))


def alike(weighed: Sequence[tuple[Any, float]]) -> bool:
    """Return True if the next best move is about as good as the best."""
    return len(weighed) > 1 and weighed[0][1] - weighed[1][1] < _ALIKE
