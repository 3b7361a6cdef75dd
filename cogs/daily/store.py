"""Daily deals: the secret of each, the result of each person, and the boards of servers."""

import secrets
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from sqlalchemy import Row, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import Database, Player
from bot.storage.hashes import hashed
from bot.storage.schema import shared, unscrubbed
from bot.storage.upsert import hold, insert_into
from bot.words.errors import TableError
from games.core import Frozen
from games.errors import N_

from .schema import LINE, dailies, daily_boards, daily_runs

_BYTES = 32


class Deal(Frozen):
    """A day's deal. `score`, `marks` and `record` are the strong computer's, once it has played."""

    number: int
    game: str
    secret: bytes = field(repr=False)
    score: int | None = None
    marks: tuple[int, ...] = ()
    record: str = field(default="", repr=False)


class Run(Frozen):
    """A person's only try at a deal. Without a `score` it isn't finished.

    Once their data is deleted, a hash of their id stands for `user_id` until the day is over. The
    rest is then empty.
    """

    number: int
    user_id: int
    table_id: int
    name: str
    score: int | None = None
    marks: tuple[int, ...] = ()


class Board(Frozen):
    """A server's board of a deal, to be closed in its channel."""

    number: int
    guild_id: int
    channel_id: int
    locale: str


async def deal(database: Database, number: int, game: str) -> Deal:
    """Return a day's deal. Draw its secret if there is none, once for all processes."""
    found = await known(database, number)
    if found is None:
        await draw(database, [number], game)
        found = await known(database, number)
    assert found is not None
    return found


async def draw(database: Database, numbers: Sequence[int], game: str) -> None:
    """Draw the secrets of these deals, unless they are drawn, once for all processes."""
    there = select(dailies.c.number).where(dailies.c.number.in_(numbers))
    missing = {*numbers} - {*await database.scalars(there)}
    if not missing:
        return
    rows = [
        {"number": number, "game": game, "secret": secrets.token_bytes(_BYTES)}
        for number in sorted(missing)
    ]
    async with database.begin() as db:
        # Another process may have drawn them meanwhile.
        await db.execute(insert_into(db, dailies).on_conflict_do_nothing(), rows)


async def known(database: Database, number: int) -> Deal | None:
    """Return a day's deal, or None if it was never drawn."""
    d = dailies.c
    query = select(d.number, d.game, d.secret, d.score, d.marks, d.record).where(d.number == number)
    for row in await database.rows(query):
        return Deal(row.number, row.game, row.secret, row.score, _read(row.marks), row.record or "")
    return None


async def drawn(database: Database, since: int) -> list[Deal]:
    """Return the drawn deals from a number on, in order."""
    d = dailies.c
    query = select(d.number, d.game, d.secret).where(d.number >= since).order_by(d.number)
    return [Deal(*row) for row in await database.rows(query)]


async def played_by_computer(
    database: Database, number: int, score: int, marks: Sequence[int], record: str
) -> None:
    """Store the strong computer's own play of a deal."""
    values = {"score": score, "marks": _written(marks), "record": record}
    await database.write(update(dailies).where(dailies.c.number == number).values(**values))


# Runs


async def begin(db: AsyncConnection, table_id: int, *, number: int, host: Player) -> None:
    """Store a person's try at a deal. Raises TableError if they have had theirs."""
    await hold(db, "person", host.user_id)
    if await _run(db, number, host.user_id) is not None:
        raise TableError(N_("You have begun today's daily deal already. There is one try a day."))
    row = {"number": number, "user_id": host.user_id, "table_id": table_id, "name": host.name}
    await db.execute(insert(daily_runs).values(**row))


async def finish(db: AsyncConnection, table_id: int, score: int, marks: Sequence[int]) -> None:
    """Store the result of a try, with the last move of its match."""
    values = {"score": score, "marks": _written(marks)}
    await db.execute(update(daily_runs).where(daily_runs.c.table_id == table_id).values(**values))


async def run(database: Database, number: int, user_id: int) -> Run | None:
    """Return a person's try at a deal, or None before it."""
    async with database.read() as db:
        return await _run(db, number, user_id)


async def _run(db: AsyncConnection, number: int, user_id: int) -> Run | None:
    r = daily_runs.c
    query = select(daily_runs).where(r.number == number)
    mine = query.where(r.user_id.in_((user_id, await hashed(db, user_id))))
    row = (await db.execute(mine)).one_or_none()
    return None if row is None else _run_of(row)


async def days(database: Database, user_id: int) -> list[int]:
    """Return the numbers of the deals that a person has finished, in order."""
    r = daily_runs.c
    query = select(r.number).where(r.user_id == user_id, r.score.is_not(None)).order_by(r.number)
    return await database.scalars(query)


# Boards


async def open_board(database: Database, board: Board) -> None:
    """Open a server's board of a deal in the channel of its first line."""
    row = {"number": board.number, "guild_id": board.guild_id}
    at = {"channel_id": board.channel_id, "locale": board.locale}
    async with database.begin() as db:
        await db.execute(insert_into(db, daily_boards).values(**row, **at).on_conflict_do_nothing())


async def lines(database: Database, number: int, guild_id: int) -> list[Run]:
    """Return the runs whose lines stand on a server's board, the best first."""
    r = daily_runs.c
    query = (
        select(daily_runs)
        .join(shared, and_(shared.c.table_id == r.table_id, shared.c.ply == LINE))
        .where(r.number == number, shared.c.guild_id == guild_id, r.score.is_not(None))
        .order_by(r.score, r.name, r.user_id)
    )
    return [_run_of(row) for row in await database.rows(query)]


async def boards(database: Database, before: int) -> list[Board]:
    """Return the boards of earlier days that aren't closed yet."""
    b = daily_boards.c
    query = select(b.number, b.guild_id, b.channel_id, b.locale)
    query = query.where(b.number < before, b.closed.is_(False)).order_by(b.number, b.guild_id)
    return [Board(*row) for row in await database.rows(query)]


async def close_board(database: Database, board: Board) -> None:
    """Store that a board is closed."""
    b = daily_boards.c
    here = and_(b.number == board.number, b.guild_id == board.guild_id)
    await database.write(update(daily_boards).where(here).values(closed=True))


async def expire(database: Database, before: int) -> None:
    """Delete the results and boards of the days before a number. Their secrets stay, as proofs."""
    async with database.begin() as db:
        for table in (daily_runs, daily_boards):
            await db.execute(delete(table).where(table.c.number < before))


async def expire_hashes(database: Database, before: int) -> None:
    """Delete the hashes of people who deleted their data, of the days before a number."""
    past = delete(daily_runs).where(daily_runs.c.number < before, daily_runs.c.user_id < 0)
    async with database.begin() as db:
        if (await db.execute(past)).rowcount:
            # The key would lead from a trace in the file to an id.
            await db.execute(insert(unscrubbed))


def _run_of(row: Row[Any]) -> Run:
    return Run(row.number, row.user_id, row.table_id, row.name, row.score, _read(row.marks))


def _written(marks: Sequence[int]) -> str:
    return " ".join(map(str, marks))


def _read(marks: str | None) -> tuple[int, ...]:
    return tuple(map(int, (marks or "").split()))
