"""Deletion of finished matches by age, in small steps."""

from sqlalchemy import delete, select

from .database import Database
from .schema import OPEN, posts, tables

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
    async with database.read(once=True) as db:
        found = (await db.execute(oldest)).all()
    old = [number for number, ended in found if ended is not None and ended < before][:_STEP]
    if not old:
        return 0
    async with database.begin() as db:
        done = await db.execute(delete(tables).where(tables.c.id.in_(old), ~showing))
    return done.rowcount
