"""Matches that have ended, looked at again: who may, and their steps from the log."""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

import games.record
from games import find_game
from games.core import Game, Seat, Step
from games.errors import N_, RecordError
from games.record import Record, steps

from .. import storage
from ..storage import Database, StoredTable
from ..storage.finished import Outlook, seen
from ..words.errors import TableError
from .look import Look
from .sight import Sight

_KEPT = 8


@dataclass(frozen=True, slots=True)
class Finished:
    """An ended match: its table, its record, and every step, the deal first.

    `broken`: why the record doesn't replay beyond these steps, if it doesn't.
    """

    table: StoredTable
    record: Record
    steps: list[Step[Any]]
    broken: RecordError | None = None
    _seen: dict[Seat | None, list[int]] = field(default_factory=dict, repr=False)

    @property
    def game(self) -> Game[Any, Any, Any]:
        """Its rules."""
        return find_game(self.record.game, self.record.version)

    def view(self, ply: int, eyes: Seat | None) -> Any:
        """What a seat, or with None a spectator, knew at that ply."""
        return self.game.view(self.steps[ply].state, eyes)

    def sight(self, look: Look, ply: int, eyes: Seat | None) -> Sight:
        """All that those eyes saw at that ply."""
        return Sight.at(self.table, look, self.steps[: ply + 1], eyes)

    def seen(self, eyes: Seat | None) -> list[int]:
        """The plies at which those eyes saw anything happen.

        A sealed choice that was changed leaves no trace for others, in a replay either.
        """
        if eyes not in self._seen:
            self._seen[eyes] = self._look_for(eyes)
        return self._seen[eyes]

    def _look_for(self, eyes: Seat | None) -> list[int]:
        plies, before = [], None
        for ply, step in enumerate(self.steps):
            view = self.view(ply, eyes)
            if view != before or any(e.to is None or eyes in e.to for e in step.events):
                plies.append(ply)
            before = view
        return plies


def replayed(table: StoredTable, record: Record) -> Finished:
    """The match as far as its record replays. Raises RecordError if not even the deal does."""
    told, broken = [], None
    try:
        for step in steps(record):
            told.append(step)
    except RecordError as error:
        if not told:
            raise
        broken = error
    return Finished(table, record, told, broken)


async def shown(database: Database, number: int, outlook: Outlook) -> StoredTable:
    """A table that may be looked at from there, in whatever phase.

    Raises TableError; it doesn't tell what can't be seen from what isn't there.
    """
    table = await storage.tables.table(database, number)
    if table is None or not await seen(database, number, outlook):
        raise TableError(N_("There is no match {number} in this server."), number=number)
    return table


async def ended(database: Database, number: int, outlook: Outlook) -> StoredTable:
    """An ended match that may be looked at from there.

    Raises TableError: none is to be seen, not over, never begun.
    """
    table = await shown(database, number, outlook)
    if table.phase not in ("over", "cancelled"):
        raise TableError(N_("That match isn't over: nobody may look into it yet."))
    if table.started_at is None:
        raise TableError(N_("This table was cancelled before a match began."))
    return table


async def record_of(database: Database, table: StoredTable) -> Record:
    """The record of an ended match, read from its log. Raises GameError if it is too old."""
    salts = [player.join_id for player in table.players]
    moves = await storage.moves.moves(database, table.id)
    return games.record.record_of(
        table.game, table.version, table.options, table.secret, salts, moves
    )


class Replays:
    """Ended matches by number, the last few looked at remembered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: OrderedDict[int, Finished] = OrderedDict()

    async def of(self, number: int, outlook: Outlook) -> Finished:
        """The match of that number. Raises TableError as `ended`, RecordError if it is too old."""
        # Who sat there is read each time: names go when a person's data is deleted.
        table = await ended(self._database, number, outlook)
        if number not in self._known:
            record = await record_of(self._database, table)
            self._known[number] = replayed(table, record)
        self._known.move_to_end(number)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return replace(self._known[number], table=table)
