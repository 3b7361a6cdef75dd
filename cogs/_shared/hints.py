"""What the games' hints have in common: a chance to win, in words."""

from collections.abc import Sequence
from typing import Any

from bot.words.i18n import Tongue

_ALIKE = 0.02


def percent(chance: float) -> int:
    """A chance as people say it; never sure of anything."""
    return min(99, max(1, round(100 * chance)))


def wins(weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
    """How often the best of these moves wins the match."""
    return t("Chance to win the match: about {chance} %.", chance=percent(weighed[0][1]))


def behind(weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
    """How often the next best wins."""
    if len(weighed) < 2:
        return ""
    if alike(weighed):
        return t("about as good")
    return t("about {chance} %", chance=percent(weighed[1][1]))


def alike(weighed: Sequence[tuple[Any, float]]) -> bool:
    """Whether the next best is about as good as the best."""
    return len(weighed) > 1 and weighed[0][1] - weighed[1][1] < _ALIKE
