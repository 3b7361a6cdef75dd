"""Posted cards and moments of ended matches: each once, in the match's channel."""

from typing import Any

from sqlalchemy import and_, delete, select, update

from .database import Database
from .schema import shared
from .upsert import insert_into

CARD = -1
"""The ply of the card of a whole match."""

PATIENCE = 60.0
"""Seconds until a claim without a message is free again. A post takes less."""


async def claim(database: Database, table_id: int, ply: int, now: float) -> bool:
    """Note that something is being posted. Of several processes one succeeds."""
    row = {"table_id": table_id, "ply": ply, "at": now}
    async with database.begin() as db:
        new = insert_into(db, shared).values(row)
        # The process of such a claim died before its message was stored.
        dead = and_(shared.c.message_id.is_(None), shared.c.at <= now - PATIENCE)
        new = new.on_conflict_do_update(
            index_elements=[shared.c.table_id, shared.c.ply], set_={"at": now}, where=dead
        )
        return bool((await db.execute(new)).rowcount)


async def note(database: Database, table_id: int, ply: int, message_id: int) -> None:
    """Store the message of what was claimed."""
    async with database.begin() as db:
        there = update(shared).where(*_one(table_id, ply))
        await db.execute(there.values(message_id=message_id))


async def take_back(database: Database, table_id: int, ply: int) -> None:
    """Delete the claim on what couldn't be posted."""
    async with database.begin() as db:
        # Another process may have posted it, if this one took too long.
        claimed = (*_one(table_id, ply), shared.c.message_id.is_(None))
        await db.execute(delete(shared).where(*claimed))


async def message(database: Database, table_id: int, ply: int) -> int | None:
    """Return the message that was posted, or None without one."""
    async with database.read() as db:
        found: int | None = await db.scalar(select(shared.c.message_id).where(*_one(table_id, ply)))
        return found


def _one(table_id: int, ply: int) -> Any:
    return shared.c.table_id == table_id, shared.c.ply == ply
