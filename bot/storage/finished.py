"""Finished matches: read for those who may see them, and deleted by age."""

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, and_, delete, false, func, or_, select, update

from games.core import Frozen

from .database import Database
from .modes import PUBLIC, Mode, mode_of, on_panel
from .rows import PLAYER, Player, told_apart
from .schema import OPEN, posts, seats, tables

_PLAYER = [seats.c[name] for name in PLAYER]


class FinishedMatch(Frozen):
    """A match played to its end, with its players by seat and its end in unix seconds.

    `mode` and `closes_at` are those of its table.
    """

    id: int
    game: str
    ended_at: float
    players: tuple[Player, ...]
    mode: str = PUBLIC.key
    closes_at: float | None = None

    @property
    def kind(self) -> Mode:
        """The kind of match it is."""
        return mode_of(self.mode)


class Outlook(Frozen):
    """The parts of a server that a person may see (`guild_id` None: direct messages).

    `places` are the channels and threads they can read. `guarded` are the channels where they can
    read all private threads.
    """

    user_id: int
    guild_id: int | None
    places: frozenset[int] = frozenset()
    guarded: frozenset[int] = frozenset()


def seen_by(outlook: Outlook) -> ColumnElement[bool]:
    """Return the access rule for a table's history. All queries that show any must use it.

    A person sees the tables where they sat. In a server they also see tables in channels they
    can read now. That includes these channels' public threads, even archived ones, and the
    private threads of guarded channels. A match without a panel was seen by its player alone.
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
    return and_(t.guild_id == outlook.guild_id, or_(and_(there, on_panel()), sat))


async def seen(database: Database, number: int, outlook: Outlook) -> bool:
    """Return True if the table exists and this person may see its history."""
    query = select(tables.c.id).where(tables.c.id == number, seen_by(outlook))
    return await database.scalar(query) is not None


async def private_threads(
    database: Database,
    outlook: Outlook,
    known: Collection[int],
    *,
    limit: int,
    number: int | None = None,
) -> list[int]:
    """Return ids of private threads below readable channels, newest first.

    Only threads with started matches that the person can't see yet are returned. `known` are
    private threads known from elsewhere. `number` limits the search to one table.
    """
    t = tables.c
    below = and_(t.private.is_(True), t.parent_id.in_(outlook.places))
    query = (
        select(t.channel_id)
        .where(
            t.guild_id == outlook.guild_id,
            or_(below, t.channel_id.in_(known)),
            on_panel(),
            ~seen_by(outlook),
            false() if outlook.guild_id is None else t.started_at.is_not(None),
        )
        .group_by(t.channel_id)
        .order_by(func.max(t.id).desc())
        .limit(limit)
    )
    if number is not None:
        query = query.where(t.id == number)
    return await database.scalars(query)


async def wall_in(database: Database, channel_id: int) -> None:
    """Restrict the history of a deleted channel or thread to the people who sat there."""
    gone = update(tables).where(tables.c.channel_id == channel_id)
    await database.write(gone.values(parent_id=None, private=True))


def query(
    outlook: Outlook, *, game: str | None, user_id: int | None, limit: int, offset: int
) -> Select[tuple[int, str, float, str, float]]:
    """Return the query for a server's finished matches, newest first.

    `game` and `user_id` limit it to a game or a person.
    """
    t = tables.c
    found = select(t.id, t.game, t.ended_at, t.mode, t.closes_at)
    found = found.where(t.phase == "over", seen_by(outlook))
    if game is not None:
        found = found.where(t.game == game)
    if user_id is not None:
        found = found.where(t.id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id)))
    # The index `tables_by_guild` has this order, so a page is read without sorting.
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
    """Return a page of the finished matches that a person may see, newest first."""
    async with database.read() as db:
        page = query(outlook, game=game, user_id=user_id, limit=limit, offset=offset)
        found = (await db.execute(page)).all()
        numbers = [row.id for row in found]
        sitting = (
            select(seats.c.table_id, *_PLAYER)
            .where(seats.c.table_id.in_(numbers))
            .order_by(seats.c.table_id, seats.c.seat)
        )
        players: dict[int, list[Player]] = defaultdict(list)
        for table_id, *values in await db.execute(sitting):
            players[table_id].append(Player(*values))
    return [
        FinishedMatch(
            *(row.id, row.game, row.ended_at, told_apart(tuple(players[row.id]))),
            *(row.mode, row.closes_at),
        )
        for row in found
    ]


# Matches deleted in one transaction. Other writers wait for its end.
_STEP = 50
# Oldest matches looked at. Matches are numbered by opening, nearly in the order of their ends.
_LOOKED_AT = 500


async def expire(database: Database, before: float) -> int:
    """Delete some of the matches that ended before a time in unix seconds, and return their number.

    Standings and ratings stay. A match whose messages don't show its end yet stays too.
    """
    oldest = (
        select(tables.c.id, tables.c.ended_at)
        .where(tables.c.phase.not_in(OPEN))
        .order_by(tables.c.id)
        .limit(_LOOKED_AT)
    )
    showing = select(posts.c.reader).where(posts.c.table_id == tables.c.id).exists()
    found = await database.rows(oldest)
    old = [number for number, ended in found if ended is not None and ended < before][:_STEP]
    if not old:
        return 0
    return await database.write(delete(tables).where(tables.c.id.in_(old), ~showing))
