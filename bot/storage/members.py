"""Members of a server who are not on its leaderboards."""

from typing import TYPE_CHECKING

from sqlalchemy import and_, insert, select, update

from .schema import members, standings

if TYPE_CHECKING:
    from . import Storage


async def set_hidden(storage: "Storage", guild_id: int, user_id: int, hidden: bool) -> None:
    """Keep a member off a server's leaderboards by their own wish, or put them back."""
    member = and_(members.c.guild_id == guild_id, members.c.user_id == user_id)
    theirs = and_(standings.c.guild_id == guild_id, standings.c.user_id == user_id)
    async with storage.begin() as db:
        done = await db.execute(update(members).where(member).values(hidden=hidden))
        if done.rowcount == 0:
            await db.execute(
                insert(members).values(guild_id=guild_id, user_id=user_id, hidden=hidden)
            )
        away = await db.scalar(select(members.c.away).where(member))
        await db.execute(update(standings).where(theirs).values(shown=not (hidden or away)))
