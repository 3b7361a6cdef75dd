"""People who asked to be called to new tables of a server, and when they were."""

from dataclasses import dataclass

from sqlalchemy import and_, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import called, calls
from .upsert import hold, insert_into, upsert

PERSON, HOST, CHANNEL, AGAIN = "person", "host", "channel", "again"
"""The kinds of subjects whose last call is stored. AGAIN is a table's second call."""
DAILY, BOARD, SEASON, NIGHT = "daily", "board", "season", "night"
"""Kinds of work that one process does: a daily deal after its day, a server's board of it, a
server's season, the message of a game night's stage.
"""

# Seconds that a call is noted, longer than any pause between two.
_KEPT = 86_400.0


@dataclass(frozen=True, slots=True)
class Wish:
    """A person's wish to be called in a server.

    `game` is a key, or `*` for any. `begins` and `ends` are hours of their day in the time zone
    `zone`, `ends` excluded. Both are None for any hour. `called_at` is the time of their last call.
    """

    guild_id: int
    user_id: int
    game: str
    begins: int | None = None
    ends: int | None = None
    zone: str = "UTC"
    called_at: float = 0.0


_COLUMNS = (calls.c.guild_id, calls.c.user_id, calls.c.game, calls.c.begins, calls.c.ends)


async def save(database: Database, wish: Wish) -> None:
    """Store a person's wish in place of their earlier one in that server."""
    values = {column.name: getattr(wish, column.name) for column in (*_COLUMNS, calls.c.zone)}
    async with database.begin() as db:
        await hold(db, "person", wish.user_id)
        await upsert(db, calls, values)


async def stop(database: Database, guild_id: int, user_id: int) -> None:
    """Delete a person's wish."""
    async with database.begin() as db:
        here = and_(calls.c.guild_id == guild_id, calls.c.user_id == user_id)
        await db.execute(delete(calls).where(here))


async def wishes(database: Database, guild_id: int) -> list[Wish]:
    """Return the wishes in a server, those called longest ago first."""
    query = (
        select(*_COLUMNS, calls.c.zone, called.c.at)
        .outerjoin(called, and_(called.c.kind == PERSON, called.c.subject_id == calls.c.user_id))
        .where(calls.c.guild_id == guild_id)
    )
    async with database.read(once=True) as db:
        found = [Wish(*row[:-1], called_at=row[-1] or 0.0) for row in await db.execute(query)]
    return sorted(found, key=lambda wish: (wish.called_at, wish.user_id))


async def wish_of(database: Database, guild_id: int, user_id: int) -> Wish | None:
    """Return a person's wish in a server, if there is one."""
    return next((w for w in await wishes(database, guild_id) if w.user_id == user_id), None)


async def claim(database: Database, now: float, pause: float, *subjects: tuple[str, int]) -> bool:
    """Note a call of all these subjects. Return False, and note none, if one had it too lately.

    `pause` is the least number of seconds between two calls of a subject. Of several processes one
    succeeds.
    """
    try:
        async with database.begin() as db:
            await db.execute(delete(called).where(called.c.at < now - _KEPT))
            for kind, subject_id in sorted(subjects):
                await _claim(db, kind, subject_id, now, pause)
    except _TooSoon:
        return False
    return True


async def is_noted(database: Database, subject: tuple[str, int]) -> bool:
    """Return True if a call of a subject is noted."""
    there = and_(called.c.kind == subject[0], called.c.subject_id == subject[1])
    async with database.read(once=True) as db:
        return await db.scalar(select(called.c.at).where(there)) is not None


class _TooSoon(Exception):
    """The reason to note nothing."""


async def _claim(db: AsyncConnection, kind: str, subject_id: int, now: float, pause: float) -> None:
    row = insert_into(db, called).values(kind=kind, subject_id=subject_id, at=now)
    done = await db.execute(
        row.on_conflict_do_update(
            index_elements=[called.c.kind, called.c.subject_id],
            set_={"at": now},
            where=called.c.at <= now - pause,
        )
    )
    if done.rowcount != 1:
        raise _TooSoon
