"""Tables in a real database without Discord: open, start, play, and query them directly."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot import storage
from bot.play import lobby
from bot.play.match import Match
from bot.screens.sight import story
from bot.storage import Database, NewTable, Player, StoredTable
from bot.storage.shards import Held
from games.chance import Chance
from games.core import Seat
from games.record import replay
from rig import postgres
from tests.examples import ALL_AT_ONCE

Where = Path | str
"""A SQLite file, or an address on PostgreSQL."""
HERE = lobby.Place(guild_id=1, channel_id=2, locale="en-US")
SHORT = "target=66 rounds=1 deck=full jokers=no"
"""Options for one round of ten tricks."""
NOW = 1_000_000.0


@asynccontextmanager
async def reopened(file: Where) -> AsyncIterator[Database]:
    """Open the database as a process of its own, and close it."""
    database = await Database.open(file)
    try:
        yield database
    finally:
        await database.close()


def player(number: int) -> Player:
    """Return person 100, 101, …, each with their own join interaction."""
    return Player(100 + number, f"P{number}", "en-US", 7000 + number)


def holding(file: Where, database: Database, count: int = 1, shards: Sequence[int] = (0,)) -> Held:
    """Make a database that of the process that holds these shards."""
    held = Held(database.name, count, shards)
    held.held = True
    database.held = held
    change(file, f"delete from shards where holder = '{held.holder}'")
    for shard in shards:
        row = f"insert into shards (shard, holder) values ({shard}, '{held.holder}')"
        change(file, f"{row} on conflict (shard) do update set holder = excluded.holder")
    return held


def now() -> float:
    """Return a constant time."""
    return NOW


async def opened(database: Database, options: str = SHORT, *, at: float = NOW) -> StoredTable:
    """Open a lobby with a constant secret. Its host is person 100."""
    row = NewTable(
        guild_id=HERE.guild_id,
        channel_id=HERE.channel_id,
        locale=HERE.locale,
        game=ALL_AT_ONCE,
        version=2,
        options=options,
        secret=b"in every test the same",
        opened_at=at,
        due_at=at + lobby.LOBBY_SECONDS,
    )
    return await storage.tables.open_lobby(database, row, player(0))


async def started(database: Database, seats: int = 2, options: str = SHORT) -> StoredTable:
    """Start a match of this number of people."""
    table = await opened(database, options)
    for number in range(1, seats):
        table = await lobby.join(database, table, player(number))
    return await lobby.start(database, table, 100, staff=False, now=NOW)


async def dealt(database: Database, seats: int = 2, options: str = SHORT) -> Match:
    """Start a match and load it."""
    return await Match.load(await started(database, seats, options), database, now)


async def table_of(database: Database, table_id: int) -> StoredTable:
    """Return a table that is there."""
    table = await storage.tables.table(database, table_id)
    assert table is not None
    return table


async def again(match: Match, database: Database) -> Match:
    """Load the match again, as another or a later process does."""
    return await Match.load(await table_of(database, match.table.id), database, now)


def next_move(match: Match) -> tuple[Seat, str]:
    """Return a legal move of a seat that is to act."""
    seat = min(match.to_act)
    return seat, match.legal_texts(seat)[0]


async def play(match: Match, *, leave: int = 0) -> None:
    """Play until the match is over, or until `leave` moves before that."""
    total = len(await _rest(match)) - leave
    assert total >= 0, "the match is shorter than that"
    for _ in range(total):
        await match.submit(*next_move(match))


async def _rest(match: Match) -> Sequence[tuple[Seat, str]]:
    """Return the moves `play` will make, computed from the rules alone."""
    game, seed, state, ply = match.game, match.record.seed, match.state, match.ply
    moves: list[tuple[Seat, str]] = []
    while waiting := game.to_act(state):
        seat = min(waiting)
        move = game.legal_moves(state, seat)[0]
        ply += 1
        moves.append((seat, game.move_text(move)))
        state = game.play(state, seat, move, Chance(seed, ply)).state
    return moves


def ask(file: Where, query: str) -> list[tuple[Any, ...]]:
    """Query the database directly, without the bot's storage."""
    if isinstance(file, str):
        url = make_url(file)
        return postgres.told(str(url.query["host"]), str(url.database), query)
    with closing(sqlite3.connect(file)) as db:
        return list(db.execute(query))


def change(file: Where, statement: str) -> None:
    """Change the database directly, unnoticed by the bot."""
    if isinstance(file, str):
        ask(file, statement)
        return
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(statement)


@asynccontextmanager
async def locked(file: Where) -> AsyncIterator[None]:
    """Lock the table of moves against other writers."""
    if isinstance(file, str):
        other = create_async_engine(file)
        async with other.begin() as db:
            await db.exec_driver_sql("lock table moves in exclusive mode")
            yield
        await other.dispose()
    else:
        with closing(sqlite3.connect(file, isolation_level=None)) as writer:
            writer.execute("begin immediate")
            yield
            writer.execute("rollback")


def statements(database: Database) -> list[str]:
    """Return a list that gets the statements sent from now on, transactions' beginnings too."""
    said: list[str] = []

    def heard(_c: object, _u: object, statement: str, *_more: object) -> None:
        if statement != "BEGIN":
            said.append(statement)

    engine = database._engine.sync_engine
    event.listen(engine, "begin", lambda _connection: said.append("BEGIN"))
    event.listen(engine, "before_cursor_execute", heard)
    return said


def log(file: Where, table_id: int = 1) -> list[tuple[Seat, str]]:
    """Return a match's stored moves, whose plies must be 1, 2, 3 …"""
    rows = ask(file, f"select ply, seat, move from moves where table_id = {table_id} order by ply")
    assert [ply for ply, _, _ in rows] == list(range(1, len(rows) + 1))
    return [(Seat(seat), move) for _, seat, move in rows]


def check_whole(match: Match, file: Where) -> None:
    """Check that the file, the memory and a replay of the record agree."""
    assert log(file, match.table.id) == match.moves
    steps = replay(match.record)
    assert steps[-1].state == match.state
    assert match.game.to_act(match.state) == match.to_act
    for reader in (None, *map(Seat, range(len(match.table.players)))):
        assert match.story(reader) == story(steps, reader)


def beside(file: Path) -> list[str]:
    """Return the names in the file's folder: one once closed, more while in use."""
    return sorted(found.name for found in file.parent.iterdir())
