"""Values that the bot stores about itself, by name."""

from sqlalchemy import select

from .database import Database
from .schema import kept as _kept
from .upsert import upsert


async def get(database: Database, name: str) -> str | None:
    """Return the value stored under a name, or None."""
    return await database.scalar(select(_kept.c.value).where(_kept.c.name == name))


async def put(database: Database, name: str, value: str) -> None:
    """Store a value under a name, in place of an earlier one."""
    async with database.begin() as db:
        await upsert(db, _kept, {"name": name, "value": value})
