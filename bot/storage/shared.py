"""Posts about ended matches: cards, steps and what features add, each once a server."""

from typing import NamedTuple

from sqlalchemy import and_, delete, select, update

from .database import Database
from .schema import shared
from .upsert import insert_into

CARD = -1
"""The ply of a whole match's card. Features have lower ones."""

PATIENCE = 60.0
"""Seconds until a claim without a message is free again. A post takes less."""


class Shared(NamedTuple):
    """A thing to post once in a server: its match, the ply of its step, CARD or a feature's."""

    table_id: int
    ply: int
    guild_id: int


class Posted(NamedTuple):
    """The place of a post. Without a `message_id` it is being posted, or its process died."""

    channel_id: int
    message_id: int | None


async def claim(database: Database, thing: Shared, channel_id: int, now: float) -> bool:
    """Note that something is being posted. Of several processes one succeeds."""
    there = {"channel_id": channel_id, "at": now}
    async with database.begin() as db:
        new = insert_into(db, shared).values(**thing._asdict(), **there)
        # The process of such a claim died before its message was stored.
        dead = and_(shared.c.message_id.is_(None), shared.c.at <= now - PATIENCE)
        new = new.on_conflict_do_update(index_elements=Shared._fields, set_=there, where=dead)
        return bool((await db.execute(new)).rowcount)


async def note(database: Database, thing: Shared, message_id: int) -> None:
    """Store the message of what was claimed."""
    mine = update(shared).filter_by(**thing._asdict())
    await database.write(mine.values(message_id=message_id))


async def take_back(database: Database, thing: Shared) -> None:
    """Delete the claim on what couldn't be posted."""
    # Another process may have posted it, if this one took too long.
    await database.write(delete(shared).filter_by(**thing._asdict(), message_id=None))


async def forget(database: Database, thing: Shared, message_id: int) -> None:
    """Delete the note of a post that was deleted, so that it can be made again."""
    await database.write(delete(shared).filter_by(**thing._asdict(), message_id=message_id))


async def posted(database: Database, thing: Shared) -> Posted | None:
    """Return the place where a thing was posted or claimed, or None before that."""
    query = select(shared.c.channel_id, shared.c.message_id).filter_by(**thing._asdict())
    return next((Posted(*row) for row in await database.rows(query)), None)
