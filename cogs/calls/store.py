"""People who asked to be called to new tables of a server, and when they were."""

from typing import NamedTuple

from sqlalchemy import and_, delete, select

from bot.storage.database import Database
from bot.storage.intervals import PERSON
from bot.storage.schema import called
from bot.storage.upsert import hold, upsert

from .schema import calls


class Wish(NamedTuple):
    """A person who asked to be called in a server, and the time of their last call."""

    user_id: int
    called_at: float = 0.0


async def save(database: Database, guild_id: int, user_id: int) -> None:
    """Store a person's wish to be called in a server."""
    async with database.begin() as db:
        await hold(db, "person", user_id)
        await upsert(db, calls, {"guild_id": guild_id, "user_id": user_id})


async def stop(database: Database, guild_id: int, user_id: int) -> None:
    """Delete a person's wish."""
    here = and_(calls.c.guild_id == guild_id, calls.c.user_id == user_id)
    await database.write(delete(calls).where(here))


async def wishes(database: Database, guild_id: int) -> list[Wish]:
    """Return the wishes in a server, those called longest ago first."""
    last = and_(called.c.kind == PERSON, called.c.subject_id == calls.c.user_id)
    query = select(calls.c.user_id, called.c.at).outerjoin(called, last)
    rows = await database.rows(query.where(calls.c.guild_id == guild_id))
    found = [Wish(user_id, at or 0.0) for user_id, at in rows]
    return sorted(found, key=lambda wish: (wish.called_at, wish.user_id))
