"""The reason for a hint."""

from collections.abc import Sequence

from bot.screens.look import percent
from bot.words.i18n import Tongue
from bot.workers.brain import Weighed
from games.pennies import View

from .._shared.hints import wins


def why(view: View, weighed: Sequence[Weighed], t: Tongue) -> str:
    """Return the chance to win the match."""
    return wins(weighed, t)


def worth(one: Weighed, t: Tongue) -> str:
    """Return the chance of another move, as by default."""
    return t("about {chance} %", chance=percent(one.worth))
