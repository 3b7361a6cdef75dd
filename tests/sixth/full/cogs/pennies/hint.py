"""The reason for a hint."""

from collections.abc import Sequence
from typing import Any

from bot.words.i18n import Tongue

from .._shared.hints import wins


def why(weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
    """Return the chance to win the match."""
    return wins(weighed, t)
