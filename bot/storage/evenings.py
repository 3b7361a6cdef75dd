"""The earlier matches of an evening: those of one table that a match was a rematch of."""

from itertools import groupby
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .rows import Evening, Player
from .schema import seats, tables

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
    fields = [seats.c[name] for name in Player.__dataclass_fields__]
    query = select(seats.c.table_id, *fields).where(seats.c.table_id.in_(newest))
    found = await db.execute(query.order_by(seats.c.table_id, seats.c.seat))
    return tuple(
        tuple(Player(*values) for _, *values in match)
        for _, match in groupby(found, key=lambda one: one.table_id)
    )
