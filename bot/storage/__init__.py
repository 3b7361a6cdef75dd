"""Everything kept: running matches, where they are shown, standings. One method a question.

Every method is one transaction on one connection, so what it says is done together or not at
all. A method that returned has reached the disk.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import Row, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from games.errors import N_

from ..errors import MoveTaken, NotSaved, StorageError, TableError
from . import standings
from .connect import connect
from .crowd import Crowd, check_opening, check_sitting
from .log import Due, LoggedMove, MoveLog
from .rows import PANEL, POSTING, Player, Result, Standing, StoredScreen, StoredTable
from .schema import matches, moves, screens, seats

__all__ = [
    "PANEL",
    "POSTING",
    "Crowd",
    "Due",
    "Player",
    "Result",
    "Standing",
    "Storage",
    "StoredScreen",
    "StoredTable",
]

_PLAYER = [seats.c[f.name] for f in fields(Player)]
_TABLE = [matches.c[f.name] for f in fields(StoredTable) if f.name != "players"]
_OPEN = ("lobby", "live")


class Storage:
    """The database of one bot. Open with `Storage.open`, and always `close`."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database
        self._log = MoveLog(database.dialect)
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> "Storage":
        """Open the file, made and migrated as needed. Raises StorageError."""
        storage = cls(await connect(path))
        await storage._connect()
        return storage

    async def _connect(self) -> None:
        self._connection = await self._database.connect()
        driver = (await self._connection.get_raw_connection()).driver_connection
        assert isinstance(driver, aiosqlite.Connection)
        self._log.driver = driver

    async def close(self) -> None:
        """Finish what was asked, then close; the write-ahead log is folded into the file.

        Whoever asks later gets a StorageError; closing again does nothing.
        """
        if self._closed:
            return
        try:
            await self._log.close()
        finally:
            async with self._log.turn:
                self._closed = True
                await self._connection.close()
                await self._database.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """One transaction, in its turn. Raises NotSaved, and StorageError when closed."""
        async with self._log.turn:
            if self._closed:
                raise StorageError("the database is closed")
            try:
                async with self._connection.begin():
                    yield self._connection
            except OperationalError as error:
                raise NotSaved(str(error.orig)) from error
            finally:
                # A caller cancelled in the middle of a question takes the connection along.
                if self._connection.invalidated:
                    await asyncio.shield(self._connect())

    # Tables

    async def open_lobby(
        self,
        *,
        guild_id: int,
        channel_id: int,
        locale: str,
        game: str,
        version: int,
        options: str,
        secret: bytes,
        host: Player,
        now: float,
        due_at: float,
        pace: int | None = None,
        most: Crowd | None = None,
    ) -> StoredTable:
        """Store a new lobby with its host on seat 0. Raises TableError if there are too many."""
        async with self.begin() as db:
            if most is not None:
                await check_opening(db, most, channel_id, host.user_id)
            made = await db.execute(
                insert(matches).values(
                    guild_id=guild_id,
                    channel_id=channel_id,
                    locale=locale,
                    game=game,
                    version=version,
                    options=options,
                    phase="lobby",
                    host_id=host.user_id,
                    secret=secret,
                    opened_at=now,
                    due_at=due_at,
                    pace=pace,
                )
            )
            match_id: int = made.inserted_primary_key[0]  # type: ignore[index]
            await _seat(db, match_id, [host])
            return await _table(db, match_id)

    async def table(self, match_id: int) -> StoredTable | None:
        """The table of that number, in whatever phase."""
        async with self.begin() as db:
            found = await db.scalar(select(matches.c.id).where(matches.c.id == match_id))
            return None if found is None else await _table(db, match_id)

    async def open_tables(
        self, *, channel_id: int | None = None, guild_id: int | None = None
    ) -> list[int]:
        """Numbers of the lobbies and running matches, newest first, there or anywhere."""
        query = select(matches.c.id).where(matches.c.phase.in_(_OPEN))
        if channel_id is not None:
            query = query.where(matches.c.channel_id == channel_id)
        if guild_id is not None:
            query = query.where(matches.c.guild_id == guild_id)
        async with self.begin() as db:
            return list((await db.scalars(query.order_by(matches.c.id.desc()))).all())

    async def seat_players(
        self,
        match_id: int,
        players: Sequence[Player],
        *,
        host_id: int | None = None,
        most: Crowd | None = None,
    ) -> bool:
        """Set who sits in a lobby, in seat order, and maybe a new host.

        False, and nothing is changed, if it is no lobby any more. With `most` the last of them
        is new; raises TableError if they sit at too many tables.
        """
        async with self.begin() as db:
            # Written to be read: it takes the lock under which the seats are set.
            lobby = await db.execute(
                update(matches)
                .where(matches.c.id == match_id, matches.c.phase == "lobby")
                .values(phase="lobby")
            )
            if lobby.rowcount != 1:
                return False
            if most is not None:
                await check_sitting(db, most, players[-1].user_id)
            await db.execute(delete(seats).where(seats.c.match_id == match_id))
            await _seat(db, match_id, players)
            if host_id is not None:
                new_host = update(matches).where(matches.c.id == match_id).values(host_id=host_id)
                await db.execute(new_host)
            return True

    async def start(self, match_id: int, now: float, due: Due | None = None) -> bool:
        """Turn a lobby into a running match. False if it is no lobby any more."""
        clock = (due or Due(None, None))._asdict()
        return await self._set_phase(match_id, ("lobby",), phase="live", started_at=now, **clock)

    async def cancel(self, match_id: int, now: float) -> bool:
        """End a lobby or a running match without a result. False if it has ended already."""
        return await self._set_phase(
            match_id, _OPEN, phase="cancelled", ended_at=now, due_at=None, deadline=None
        )

    async def _set_phase(self, match_id: int, phases: Sequence[str], **values: Any) -> bool:
        async with self.begin() as db:
            done = await db.execute(
                update(matches)
                .where(matches.c.id == match_id, matches.c.phase.in_(phases))
                .values(**values)
            )
            return done.rowcount == 1

    async def leave(self, match_id: int, seat: int, ply: int = 0) -> bool:
        """Mark the player of a running match as gone since that ply.

        False if it doesn't run (any more).
        """
        live = select(matches.c.id).where(matches.c.id == match_id, matches.c.phase == "live")
        async with self.begin() as db:
            done = await db.execute(
                update(seats)
                .where(seats.c.match_id == match_id, seats.c.seat == seat, live.exists())
                .values(left=True, left_ply=ply)
            )
            return done.rowcount == 1

    async def due(self, now: float) -> list[int]:
        """Numbers of the tables whose deadline has come."""
        query = select(matches.c.id).where(matches.c.phase.in_(_OPEN), matches.c.due_at <= now)
        async with self.begin() as db:
            return list((await db.scalars(query)).all())

    async def next_due(self, after: float = 0.0) -> float | None:
        """The earliest deadline of any table after that moment, unix seconds."""
        query = select(func.min(matches.c.due_at)).where(
            matches.c.phase.in_(_OPEN), matches.c.due_at > after
        )
        async with self.begin() as db:
            earliest: float | None = await db.scalar(query)
            return earliest

    # The log of moves

    async def moves(self, match_id: int) -> list[tuple[int, str]]:
        """The moves of a match in order: (seat, text)."""
        query = select(moves.c.seat, moves.c.move).where(moves.c.match_id == match_id)
        async with self.begin() as db:
            return [(r.seat, r.move) for r in await db.execute(query.order_by(moves.c.ply))]

    async def append(
        self,
        match_id: int,
        ply: int,
        seat: int,
        move: str,
        now: float,
        result: Result | None,
        due: Due | None = None,
    ) -> None:
        """Store a move; with the match's result, if it was the last, and its ratings.

        `due` is the match's clock, if the move changes it.

        Moves that come while others are being written share the next transaction, and so the
        wait for the disk. Raises MoveTaken if that ply is stored already, and TableError if a
        result comes after the match was called off.
        """
        row = LoggedMove(match_id, ply, seat, move, now)
        if result is None:
            await self._log.append(row, due)
            return
        try:
            async with self.begin() as db:
                await db.execute(insert(moves), [row._asdict()])
                await _finish(db, match_id, result, now)
        except IntegrityError as error:
            raise MoveTaken(f"ply {ply} of match {match_id}: stored already") from error

    # Screens

    async def screens(self, match_id: int) -> list[StoredScreen]:
        """The messages that show a match."""
        query = select(screens).where(screens.c.match_id == match_id)
        async with self.begin() as db:
            return [
                StoredScreen(r.reader, r.channel_id, r.message_id, r.ply)
                for r in await db.execute(query)
            ]

    async def save_screen(self, match_id: int, screen: StoredScreen) -> None:
        """Remember which message shows what, in place of the one before."""
        self._log.forget(match_id, screen.reader)
        key = and_(screens.c.match_id == match_id, screens.c.reader == screen.reader)
        async with self.begin() as db:
            await db.execute(delete(screens).where(key))
            await db.execute(insert(screens).values(match_id=match_id, **asdict(screen)))

    def shown(self, match_id: int, reader: int, ply: int) -> None:
        """Note, soon, how far a screen has come."""
        self._log.note(match_id, reader, ply)

    async def drop_screens(self, match_id: int, reader: int | None = None) -> None:
        """Forget the messages of a match that is over, or one reader's; they stay as they are."""
        query = delete(screens).where(screens.c.match_id == match_id)
        if reader is not None:
            query = query.where(screens.c.reader == reader)
        async with self.begin() as db:
            await db.execute(query)

    async def stale_tables(self) -> list[int]:
        """Tables of which some screen may lag behind, as after a crash; oldest first.

        Lobbies are few and change without plies, so all are named. A table that has ended keeps
        its screens here until they showed the end.
        """
        here = screens.c.match_id == matches.c.id
        newest = (
            select(func.coalesce(func.max(moves.c.ply), 0))
            .where(moves.c.match_id == matches.c.id)
            # Said here, as it stands two levels deep: else it would be the newest of all matches.
            .correlate(matches)
            .scalar_subquery()
        )
        shown = select(func.count()).where(here).scalar_subquery()
        sitting = (
            select(func.count())
            .where(seats.c.match_id == matches.c.id, seats.c.user_id > 0)
            .scalar_subquery()
        )
        lagging = select(screens.c.reader).where(here, screens.c.ply < newest).exists()
        query = (
            select(matches.c.id)
            .where(
                or_(
                    matches.c.phase == "lobby",
                    and_(matches.c.phase == "live", or_(lagging, shown < sitting + 1)),
                    and_(
                        matches.c.phase.in_(("over", "cancelled")),
                        select(screens.c.reader).where(here).exists(),
                    ),
                )
            )
            .order_by(matches.c.id)
        )
        async with self.begin() as db:
            return list((await db.scalars(query)).all())

    # Standings

    async def leaderboard(
        self, guild_id: int, game: str, *, period: str = "all", limit: int = 10, offset: int = 0
    ) -> list[Standing]:
        """A server's standings in a game and period, best first."""
        found = await standings.page(self, guild_id, game, period, limit=limit, offset=offset)
        return list(found.lines)


async def _table(db: AsyncConnection, match_id: int) -> StoredTable:
    row = (await db.execute(select(*_TABLE).where(matches.c.id == match_id))).one()
    sitting = select(*_PLAYER).where(seats.c.match_id == match_id).order_by(seats.c.seat)
    players = tuple(Player(**_values(r)) for r in await db.execute(sitting))
    return StoredTable(**_values(row), players=players)


def _values(row: Row[Any]) -> dict[str, Any]:
    return dict(row._mapping)


async def _seat(db: AsyncConnection, match_id: int, players: Sequence[Player]) -> None:
    if players:
        rows = [
            {"match_id": match_id, "seat": seat} | {f.name: getattr(p, f.name) for f in fields(p)}
            for seat, p in enumerate(players)
        ]
        await db.execute(insert(seats), rows)


async def _finish(db: AsyncConnection, match_id: int, result: Result, now: float) -> None:
    ended = await db.execute(
        update(matches)
        .where(matches.c.id == match_id, matches.c.phase == "live")
        .values(phase="over", ended_at=now, due_at=None, deadline=None, paused_at=None)
    )
    if ended.rowcount != 1:
        # Called off meanwhile: a match has one end.
        raise TableError(N_("That match is over."))
    table = await _table(db, match_id)
    ordinals: list[tuple[float | None, float | None]] = [(None, None)] * len(table.players)
    if result.rated is not None:
        ordinals = await standings.rate_match(db, table, result.rated, result.ranks, now)
    for seat, (before, after) in enumerate(ordinals):
        await db.execute(
            update(seats)
            .where(seats.c.match_id == match_id, seats.c.seat == seat)
            .values(
                rank=result.ranks[seat],
                score=result.scores[seat],
                ordinal_before=before,
                ordinal_after=after,
            )
        )
