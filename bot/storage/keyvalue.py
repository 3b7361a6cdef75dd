"""Single things the bot remembers about itself, by name."""

from sqlalchemy import select

from .database import Database
from .schema import kept as _kept
from .upsert import upsert


async def kept(database: Database, name: str) -> str | None:
    """What is kept under that name; None: nothing."""
    async with database.read() as db:
        value: str | None = await db.scalar(select(_kept.c.value).where(_kept.c.name == name))
        return value


async def keep(database: Database, name: str, value: str) -> None:
    """Keep that in place of what was kept before."""
    async with database.begin() as db:
        await upsert(db, _kept, {"name": name, "value": value})
