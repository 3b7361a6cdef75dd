"""What a person is beside tables: how to write to them, what they would rather read, and where they
aren't to be shown.

A member of a server is off its leaderboards when hidden by their wish, or gone from the server.
"""

from collections.abc import Collection

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import directs, members, readers, seats, standings
from .upsert import hold, upsert


async def direct_channel(database: Database, user_id: int) -> int | None:
    """The channel of direct messages with a person, if it was opened before."""
    async with database.read() as db:
        query = select(directs.c.channel_id).where(directs.c.user_id == user_id)
        channel_id: int | None = await db.scalar(query)
        return channel_id


async def save_direct_channel(database: Database, user_id: int, channel_id: int) -> None:
    """Remember the channel of direct messages with a person, if they sit or sat anywhere.

    It may have been opened slowly, and whoever was forgotten meanwhile stays so.
    """
    sits = select(seats.c.user_id).where(seats.c.user_id == user_id).limit(1)
    async with database.begin() as db:
        await hold(db, "person", user_id)
        # Written to be read: it takes the lock under which the answer below stays true.
        done = await db.execute(
            update(directs).where(directs.c.user_id == user_id).values(channel_id=channel_id)
        )
        if done.rowcount == 0 and await db.scalar(sits) is not None:
            await db.execute(insert(directs).values(user_id=user_id, channel_id=channel_id))


async def all_wishes(database: Database) -> dict[int, bool]:
    """Who has chosen whether they want pictures."""
    async with database.read() as db:
        rows = (await db.execute(select(readers.c.user_id, readers.c.pictures))).all()
    return {row.user_id: row.pictures for row in rows}


async def save_wish(database: Database, user_id: int, pictures: bool | None) -> None:
    """Remember whether a person wants pictures; None: forget what they chose."""
    async with database.begin() as db:
        await db.execute(delete(readers).where(readers.c.user_id == user_id))
        if pictures is not None:
            await db.execute(insert(readers).values(user_id=user_id, pictures=pictures))


async def know_direct_channel(database: Database, user_id: int, channel_id: int) -> None:
    """Remember the channel of direct messages with a person who asked to be written to there."""
    async with database.begin() as db:
        done = await db.execute(
            update(directs).where(directs.c.user_id == user_id).values(channel_id=channel_id)
        )
        if done.rowcount == 0:
            await db.execute(insert(directs).values(user_id=user_id, channel_id=channel_id))


async def is_new(database: Database, user_id: int) -> bool:
    """Whether a person sits and sat nowhere, and was never written to."""
    here = select(seats.c.user_id).where(seats.c.user_id == user_id)
    written = select(directs.c.user_id).where(directs.c.user_id == user_id)
    async with database.read() as db:
        return await db.scalar(here.union_all(written).limit(1)) is None


async def set_hidden(database: Database, guild_id: int, user_id: int, hidden: bool) -> None:
    """Hide a person in a server as they wish, or show them again."""
    async with database.begin() as db:
        await _mark(db, guild_id, [user_id], "hidden", hidden)


async def hidden(database: Database, guild_id: int, user_id: int) -> bool:
    """Whether a person wishes not to be shown in a server."""
    m = members.c
    query = select(m.hidden).where(m.guild_id == guild_id, m.user_id == user_id)
    async with database.read() as db:
        return bool(await db.scalar(query))


async def set_gone(
    database: Database, guild_id: int, user_ids: Collection[int], gone: bool
) -> None:
    """Note who of those with a standing there has left a server, or is back."""
    s = standings.c
    listed = select(s.user_id).where(s.guild_id == guild_id, s.user_id.in_(user_ids)).distinct()
    async with database.begin() as db:
        user_ids = (await db.scalars(listed)).all() if gone else user_ids
        await _mark(db, guild_id, user_ids, "gone", gone)


async def gone(database: Database, guild_id: int) -> set[int]:
    """Who is known to have left a server."""
    query = select(members.c.user_id).where(members.c.guild_id == guild_id, members.c.gone)
    async with database.read() as db:
        return set((await db.scalars(query)).all())


async def _mark(
    db: AsyncConnection, guild_id: int, user_ids: Collection[int], mark: str, value: bool
) -> None:
    m, s = members.c, standings.c
    for user_id in user_ids:
        them = and_(m.guild_id == guild_id, m.user_id == user_id)
        if value:
            await upsert(db, members, {"guild_id": guild_id, "user_id": user_id, mark: value})
        else:
            await db.execute(update(members).where(them).values({mark: value}))
        unseen = select(m.user_id).where(them, m.hidden | m.gone).exists()
        await db.execute(
            update(standings)
            .where(s.guild_id == guild_id, s.user_id == user_id)
            .values(shown=~unseen)
        )
