"""Ended matches for replays: access, and the steps from the log."""

from functools import lru_cache
from typing import Any

import discord

from games import find_game
from games.core import Frozen, Game, Seat, Step
from games.errors import N_, RecordError
from games.record import Record, steps

from .. import storage
from ..play.shuffle import recorded
from ..storage import Database, StoredTable
from ..storage.finished import Outlook, seen
from ..storage.modes import LOOK
from ..wire.ui import moment
from ..words.errors import TableError
from .look import Look
from .sight import Sight


class Finished(Frozen):
    """An ended match: its table, its record, and every step, the deal first.

    `broken`: the reason if the record doesn't replay beyond these steps. `ratings`: True if the
    server has leaderboards.
    """

    table: StoredTable
    record: Record
    steps: list[Step[Any]]
    broken: RecordError | None = None
    ratings: bool = False

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules of the match."""
        return find_game(self.record.game, self.record.version)

    def view(self, ply: int, eyes: Seat | None) -> Any:
        """Return the view of a seat, or with None of a spectator, at a ply."""
        return self.game.view(self.steps[ply].state, eyes)

    def sight(self, look: Look, ply: int, eyes: Seat | None) -> Sight:
        """Return the sight of a seat, or with None of a spectator, at a ply."""
        return Sight.at(self.table, look, self.steps[: ply + 1], eyes)


def replayed(table: StoredTable, record: Record) -> Finished:
    """Replay a record as far as possible. Raises RecordError if the deal fails."""
    return Finished(table, record, *_replayed(record))


@lru_cache(maxsize=8)
def _replayed(record: Record) -> tuple[list[Step[Any]], RecordError | None]:
    told, broken = [], None
    try:
        for step in steps(record):
            told.append(step)
    except RecordError as error:
        if not told:
            raise
        broken = error
    return told, broken


async def shown(database: Database, number: int, outlook: Outlook) -> StoredTable:
    """Return a table of any phase that may be seen from a place.

    Raises TableError if it is hidden or doesn't exist; the error is the same.
    """
    table = await storage.tables.table(database, number)
    if table is None or not await seen(database, number, outlook):
        raise TableError(N_("There is no match {number} in this server."), number=number)
    return table


async def ended(database: Database, number: int, outlook: Outlook) -> StoredTable:
    """Return an ended match that may be seen from a place.

    Raises TableError if it is hidden, still runs or never began.
    """
    table = await shown(database, number, outlook)
    if table.phase not in ("over", "cancelled"):
        raise TableError(N_("That match isn't over: nobody may look into it yet."))
    if table.started_at is None:
        raise TableError(N_("This table was cancelled before a match began."))
    until = table.closes_at or 0.0
    # Others may have the same match before them.
    if discord.utils.utcnow().timestamp() < until:
        table.kind.check(LOOK, when=moment(until))
    return table


async def record_of(database: Database, table: StoredTable) -> Record:
    """Read the record of an ended match from its log. Raises GameError if it is too old."""
    moves = await storage.moves.moves(database, table.id)
    return recorded(table, moves, await storage.moves.automatic(database, table.id))


async def finished(database: Database, number: int, outlook: Outlook) -> Finished:
    """Return a match. Raises TableError like `ended`, RecordError if it is too old."""
    # Players are read each time: names go when a person's data is deleted.
    table = await ended(database, number, outlook)
    return replayed(table, await record_of(database, table))
