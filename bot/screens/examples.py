"""Positions as a reader sees them, without a table in the database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.core import Seat, Step
from games.position import Position
from games.record import options_text

from ..storage import Player, StoredTable
from .look import Look
from .sight import Sight

_NAMES = ("Ana", "Ben", "Chie")


def sight_of(
    position: Position,
    look: Look,
    seat: Seat | None = None,
    steps: Sequence[Step[Any]] = (),
    names: Sequence[str] = _NAMES,
    locale: str = "en-US",
) -> Sight:
    """Return the sight of a position, or of the steps after it, in a match without people.

    The names are printed, and call no person.
    """
    record = position.record
    rules = record.game, record.version, options_text(record.options)
    table = StoredTable(0, 0, 0, locale, *rules, "live", 0, 0.0, record.secret, started_at=0.0)
    players = tuple(Player(0, name, locale, 0) for name in names[: record.seats])
    return Sight.at(replace(table, players=players), look, steps or position.steps(), seat)
