"""The finished matches of a server, newest first, as far as somebody may see them."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, Select, and_, false, func, or_, select, update

from .database import Database
from .rows import Player
from .schema import seats, tables

_PLAYER = [seats.c[f.name] for f in fields(Player)]


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was played to its end; players by seat, `ended_at` in unix seconds."""

    id: int
    game: str
    ended_at: float
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where somebody may look in a server (None: in direct messages).

    `places` are the channels and threads they look into, `guarded` the channels whose private
    threads are all open to them.
    """

    user_id: int
    guild_id: int | None
    places: frozenset[int] = frozenset()
    guarded: frozenset[int] = frozenset()


def seen_by(outlook: Outlook) -> ColumnElement[bool]:
    """Where a table's doings may be shown to somebody: an allow list, for whatever shows any.

    That is what was played in this server where they may look now (the public threads of such a
    channel too, archived ones as well), and wherever they sat. In direct messages the latter.
    """
    t = tables.c
    sat = t.id.in_(select(seats.c.table_id).where(seats.c.user_id == outlook.user_id))
    if outlook.guild_id is None:
        return sat
    there = or_(
        t.channel_id.in_(outlook.places),
        and_(t.private.is_(False), t.parent_id.in_(outlook.places)),
        and_(t.private.is_(True), t.parent_id.in_(outlook.guarded)),
    )
    return and_(t.guild_id == outlook.guild_id, or_(there, sat))


async def seen(database: Database, number: int, outlook: Outlook) -> bool:
    """Whether there is a table of that number whose doings may be shown to somebody."""
    query = select(tables.c.id).where(tables.c.id == number, seen_by(outlook))
    async with database.begin() as db:
        return await db.scalar(query) is not None


async def private_threads(
    database: Database,
    outlook: Outlook,
    known: Collection[int],
    *,
    limit: int,
    number: int | None = None,
) -> list[int]:
    """Private threads with tables not to be seen so far, below places that are; newest first.

    `known` are those known otherwise to be such threads; `number`: only that of this table.
    """
    t = tables.c
    below = and_(t.private.is_(True), t.parent_id.in_(outlook.places))
    query = (
        select(t.channel_id)
        .where(
            t.guild_id == outlook.guild_id,
            or_(below, t.channel_id.in_(known)),
            ~seen_by(outlook),
            false() if outlook.guild_id is None else t.started_at.is_not(None),
        )
        .group_by(t.channel_id)
        .order_by(func.max(t.id).desc())
        .limit(limit)
    )
    if number is not None:
        query = query.where(t.id == number)
    async with database.begin() as db:
        return list((await db.scalars(query)).all())


async def wall_in(database: Database, channel_id: int) -> None:
    """A channel or thread is gone: what was played there is seen by those who sat there."""
    gone = update(tables).where(tables.c.channel_id == channel_id)
    async with database.begin() as db:
        await db.execute(gone.values(parent_id=None, private=True))


def query(
    outlook: Outlook,
    *,
    game: str | None,
    user_id: int | None,
    limit: int,
    offset: int,
) -> Select[tuple[int, str, float]]:
    """Finished matches of a server, newest first, maybe only of a game or with a person."""
    t = tables.c
    found = select(t.id, t.game, t.ended_at).where(t.phase == "over", seen_by(outlook))
    if game is not None:
        found = found.where(t.game == game)
    if user_id is not None:
        found = found.where(t.id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id)))
    # Both orders stand in the index `tables_by_guild`, so that a page is read, not sorted out.
    return found.order_by(t.ended_at.desc(), t.id.desc()).limit(limit).offset(offset)


async def finished(
    database: Database,
    outlook: Outlook,
    *,
    game: str | None = None,
    user_id: int | None = None,
    limit: int,
    offset: int = 0,
) -> list[FinishedMatch]:
    """A page of the finished matches that somebody may see, newest first."""
    async with database.read() as db:
        page = query(outlook, game=game, user_id=user_id, limit=limit, offset=offset)
        found = (await db.execute(page)).all()
        sitting = (
            select(seats.c.table_id, *_PLAYER)
            .where(seats.c.table_id.in_([row.id for row in found]))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        players: dict[int, list[Player]] = defaultdict(list)
        for table_id, *values in await db.execute(sitting):
            players[table_id].append(Player(*values))
    return [FinishedMatch(row.id, row.game, row.ended_at, tuple(players[row.id])) for row in found]
