"""Members of a server who are not on its leaderboards: hidden by their wish, or away."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from sqlalchemy import and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .schema import members, standings

if TYPE_CHECKING:
    from . import Storage


async def set_hidden(storage: "Storage", guild_id: int, user_id: int, hidden: bool) -> None:
    """Hide a person in a server as they wish, or show them again."""
    async with storage.begin() as db:
        await _mark(db, guild_id, [user_id], "hidden", hidden)


async def set_away(
    storage: "Storage", guild_id: int, user_ids: Collection[int], away: bool
) -> None:
    """Note who has left a server, or is back."""
    async with storage.begin() as db:
        await _mark(db, guild_id, user_ids, "away", away)


async def hidden(storage: "Storage", guild_id: int, user_id: int) -> bool:
    """Whether a person wishes not to be shown in a server."""
    m = members.c
    query = select(m.hidden).where(m.guild_id == guild_id, m.user_id == user_id)
    async with storage.begin() as db:
        return bool(await db.scalar(query))


async def away(storage: "Storage", guild_id: int) -> set[int]:
    """Who is known to have left a server."""
    query = select(members.c.user_id).where(members.c.guild_id == guild_id, members.c.away)
    async with storage.begin() as db:
        return set((await db.scalars(query)).all())


async def _mark(
    db: AsyncConnection, guild_id: int, user_ids: Collection[int], mark: str, value: bool
) -> None:
    m, s = members.c, standings.c
    for user_id in user_ids:
        them = and_(m.guild_id == guild_id, m.user_id == user_id)
        done = await db.execute(update(members).where(them).values({mark: value}))
        if done.rowcount == 0 and value:
            row = {"guild_id": guild_id, "user_id": user_id, mark: value}
            await db.execute(insert(members).values(row))
        unseen = select(m.user_id).where(them, m.hidden | m.away).exists()
        await db.execute(
            update(standings)
            .where(s.guild_id == guild_id, s.user_id == user_id)
            .values(shown=~unseen)
        )
