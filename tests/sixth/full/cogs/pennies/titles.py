"""Titles that matches of matching pennies earn."""

from collections.abc import Collection

from bot.play.titles import Log, Title, Titles
from games.core import Seat
from games.errors import N_
from games.pennies import State


def _shutout(log: Log) -> Collection[Seat]:
    """Return the winner if the other seat has no point."""
    return log.won(lambda _: min(log.last.points) == 0)


def _points(state: State) -> tuple[int, int]:
    return state.points


TITLES = Titles(
    (Title("shutout", N_("Shutout"), N_("win without a point against you"), _shutout),), _points
)
