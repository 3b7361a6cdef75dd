"""Reviews of ended matches, a cache of a week, and the reviews in the making."""

from sqlalchemy import ColumnElement, and_, delete, select, update

from bot.storage.database import Database
from bot.storage.schema import seats
from bot.storage.upsert import hold, upsert

from .schema import reviews

SECONDS = 7 * 86_400.0
"""Seconds that a review is kept."""
MAKING = 120.0
"""Time in seconds until a review in the making counts as lost."""


async def found(database: Database, user_id: int, table_id: int, now: float) -> str | None:
    """Return a person's kept review of a match, or None."""
    query = select(reviews.c.found).where(_one(user_id, table_id), reviews.c.at > now - SECONDS)
    return await database.scalar(query)


async def begin(database: Database, user_id: int, table_id: int, now: float) -> bool:
    """Note that a review is being made. Return False while another one of the person is.

    Of several processes one succeeds. Return False also without a seat of theirs in the match.
    """
    making = reviews.c.found.is_(None) & (reviews.c.at > now - MAKING)
    mine = select(seats.c.seat).where(seats.c.table_id == table_id, seats.c.user_id == user_id)
    async with database.begin() as db:
        await hold(db, "person", user_id)
        busy = select(reviews.c.at).where(reviews.c.user_id == user_id, making)
        if await db.scalar(busy.limit(1)) is not None or await db.scalar(mine) is None:
            return False
        row = {"user_id": user_id, "table_id": table_id, "at": now, "found": None}
        await upsert(db, reviews, row)
    return True


async def keep(database: Database, user_id: int, table_id: int, text: str) -> None:
    """Store a finished review, unless the person's data was deleted meanwhile."""
    await database.write(update(reviews).where(_one(user_id, table_id)).values(found=text))


async def give_up(database: Database, user_id: int, table_id: int) -> None:
    """Delete the note of a review that failed."""
    unfinished = and_(_one(user_id, table_id), reviews.c.found.is_(None))
    await database.write(delete(reviews).where(unfinished))


async def expire(database: Database, now: float) -> int:
    """Delete the reviews that were kept long enough, and return their number."""
    return await database.write(delete(reviews).where(reviews.c.at <= now - SECONDS))


def _one(user_id: int, table_id: int) -> ColumnElement[bool]:
    return and_(reviews.c.user_id == user_id, reviews.c.table_id == table_id)
