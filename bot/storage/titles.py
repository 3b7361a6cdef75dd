"""Titles that people hold in a server: places in seasons, and those that matches earned."""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from itertools import groupby

from sqlalchemy import ColumnElement, and_, exists, func, or_, select

from . import tables as stored_tables
from .database import Database
from .rows import StoredTable
from .schema import moves, seats, tables, titles
from .upsert import hold, insert_into

GENERAL = "*"
"""The game of a title that no game has of its own."""
_AT_A_TIME = 200


@dataclass(frozen=True, slots=True)
class Held:
    """A title. Of a season: `name` is its period, `place` the place. Of a match: `name` is a key.

    `game` is a game's key, or GENERAL.
    """

    game: str
    name: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Earned:
    """A title of a person in a server, with the match that earned it first."""

    guild_id: int
    user_id: int
    game: str
    name: str
    table_id: int
    at: float


_EARNED = [titles.c[field.name] for field in fields(Earned)]


async def of_person(database: Database, guild_id: int, user_id: int) -> list[Held]:
    """Return a person's titles in a server, the newest first."""
    t = titles.c
    query = select(t.game, t.name, t.place).where(t.guild_id == guild_id, t.user_id == user_id)
    query = query.order_by(t.at.desc(), t.place, t.game, t.name)
    async with database.read() as db:
        return [Held(*row) for row in await db.execute(query)]


async def of_match(database: Database, table_id: int) -> list[Earned]:
    """Return the titles that a match earned first."""
    query = select(*_EARNED).where(titles.c.table_id == table_id)
    async with database.read(once=True) as db:
        found = await db.execute(query.order_by(titles.c.user_id, titles.c.game, titles.c.name))
        return [Earned(*row) for row in found]


async def all_earned(database: Database) -> list[Earned]:
    """Return all titles that matches earned."""
    query = select(*_EARNED).where(titles.c.place.is_(None))
    async with database.read() as db:
        return [Earned(*row) for row in await db.execute(query)]


async def give(database: Database, earned: Iterable[Earned]) -> None:
    """Store titles, except those that their people have, and those of deleted people."""
    in_order = sorted(earned, key=lambda one: (one.user_id, one.at, one.table_id))
    for user_id, theirs in groupby(in_order, key=lambda one: one.user_id):
        sits = select(seats.c.seat).where(seats.c.user_id == user_id).limit(1)
        async with database.begin() as db:
            await hold(db, "person", user_id)
            if await db.scalar(sits) is None:
                continue
            given = insert_into(db, titles).on_conflict_do_nothing()
            # The first match counts, so each row is a statement.
            for one in theirs:
                await db.execute(given.values(**asdict(one)))


def month_of(at: float) -> float:
    """Return the begin of a time's month in UTC, in unix seconds."""
    day = datetime.fromtimestamp(at, UTC)
    return datetime(day.year, day.month, 1, tzinfo=UTC).timestamp()


def _until(stored: StoredTable) -> ColumnElement[bool]:
    """Return the condition that a table of the server ended before a match, or is that match."""
    t = tables.c
    same = and_(t.ended_at == stored.ended_at, t.id <= stored.id)
    return and_(t.guild_id == stored.guild_id, or_(t.ended_at < stored.ended_at, same))


async def opponents(database: Database, stored: StoredTable, user_id: int) -> int:
    """Return a person's number of different opponents in rated matches of a match's month."""
    assert stored.ended_at is not None
    mine, theirs = seats.alias(), seats.alias()
    query = (
        select(func.count(theirs.c.user_id.distinct()))
        .select_from(mine.join(tables, tables.c.id == mine.c.table_id))
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .where(_until(stored), tables.c.ended_at >= month_of(stored.ended_at))
        .where(mine.c.user_id == user_id, mine.c.rating_after.is_not(None))
        .where(theirs.c.user_id != user_id, theirs.c.user_id > 0)
    )
    async with database.read(once=True) as db:
        return int(await db.scalar(query) or 0)


async def games_won(database: Database, stored: StoredTable, user_id: int) -> set[str]:
    """Return the games that a person has won in the server, alone in the first rank."""
    mine, other = seats.alias(), seats.alias()
    shared = exists().where(
        other.c.table_id == mine.c.table_id, other.c.rank == 1, other.c.seat != mine.c.seat
    )
    query = (
        select(tables.c.game)
        .distinct()
        .select_from(mine.join(tables, tables.c.id == mine.c.table_id))
        .where(_until(stored), tables.c.why.is_(None), mine.c.user_id == user_id)
        .where(mine.c.rating_after.is_not(None), mine.c.rank == 1, ~shared)
        .where(~mine.c.left, mine.c.left_ply.is_(None))
    )
    async with database.read(once=True) as db:
        return {*(await db.scalars(query)).all()}


async def rated_matches(database: Database) -> AsyncIterator[list[StoredTable]]:
    """Yield all rated matches with their players in the order of their ends, some at a time."""
    t = tables.c
    rated = exists().where(seats.c.table_id == t.id, seats.c.rating_after.is_not(None))
    query = select(t.id).where(t.phase == "over", rated).order_by(t.ended_at, t.id)
    async with database.read(once=True) as db:
        ids = list((await db.scalars(query)).all())
    for at in range(0, len(ids), _AT_A_TIME):
        part = ids[at : at + _AT_A_TIME]
        found = await stored_tables.ended_tables(database, part)
        # One may have been deleted meanwhile.
        yield [found[table_id] for table_id in part if table_id in found]


async def moves_of(
    database: Database, table_ids: Collection[int]
) -> Mapping[int, Sequence[tuple[int, str]]]:
    """Return the moves of matches by table: (seat, text)."""
    m = moves.c
    query = select(m.table_id, m.seat, m.move).where(m.table_id.in_(table_ids))
    found: dict[int, list[tuple[int, str]]] = {table_id: [] for table_id in table_ids}
    async with database.read() as db:
        for table_id, seat, move in await db.execute(query.order_by(m.table_id, m.ply)):
            found[table_id].append((seat, move))
    return found
