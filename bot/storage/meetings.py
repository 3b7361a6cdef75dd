"""Earlier matches: of an evening, and with computers of a game in a server."""

from itertools import groupby
from typing import Any

from sqlalchemy import Row, and_, false, select
from sqlalchemy.ext.asyncio import AsyncConnection

from games.core import Frozen

from .database import Database
from .modes import not_alike
from .rows import PLAYER, Evening, Player
from .schema import seats, tables


class Meeting(Frozen):
    """A person and a computer in a match that both played to its end.

    `name` and `computer_id` are those of the computer's seat. `rank` is the person's, `against`
    the computer's.
    """

    table_id: int
    name: str
    computer_id: int
    rank: int
    against: int


async def meetings(database: Database, guild_id: int, user_id: int, game: str) -> list[Meeting]:
    """Return a person's meetings with computers in a game, oldest first.

    Matches that the person left, or that ended early, don't count. Nor do those that are
    alike for everyone.
    """
    mine, other = seats.alias("mine"), seats.alias("other")
    t, i, they = tables.c, mine.c, other.c
    query = (
        select(t.id, they.name, they.user_id, i.rank, they.rank)
        .where(
            and_(t.guild_id == guild_id, t.game == game, t.phase == "over", t.why.is_(None)),
            not_alike(),
            and_(i.table_id == t.id, i.user_id == user_id, i.rank.is_not(None)),
            and_(i.left == false(), i.away == false(), i.left_ply.is_(None)),
            and_(they.table_id == t.id, they.kind != "person", they.rank.is_not(None)),
        )
        .order_by(t.ended_at, t.id, they.seat)
    )
    return [Meeting(*row) for row in await database.rows(query)]


EVENING_SECONDS = 12 * 3600.0
"""Longest time between the ends of two matches of an evening.

A bot knows no player's time zone, so no calendar day.
"""
_MOST = 30


async def before(db: AsyncConnection, row: Row[Any]) -> Evening:
    """Return the players of the evening's earlier matches that were finished, oldest first."""
    t = tables.c
    since = row.ended_at - EVENING_SECONDS
    chain = (
        select(t.id, t.again_of, t.phase)
        .where(t.id == row.again_of, t.ended_at >= since)
        .cte("chain", recursive=True)
    )
    older = select(t.id, t.again_of, t.phase).where(t.id == chain.c.again_of, t.ended_at >= since)
    chain = chain.union_all(older)
    newest = (
        select(chain.c.id).where(chain.c.phase == "over").order_by(chain.c.id.desc()).limit(_MOST)
    )
    fields = [seats.c[name] for name in PLAYER]
    query = select(seats.c.table_id, *fields).where(seats.c.table_id.in_(newest))
    found = await db.execute(query.order_by(seats.c.table_id, seats.c.seat))
    return tuple(
        tuple(Player(*values) for _, *values in match)
        for _, match in groupby(found, key=lambda one: one.table_id)
    )
