"""People who asked to be called to new tables of a server, and when they were."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import called, calls
from .upsert import hold, insert_into, upsert

PERSON, HOST, CHANNEL, AGAIN, LOOK = "person", "host", "channel", "again", "look"
"""The kinds of subjects whose last call is stored. AGAIN is a table's second call, LOOK a look for
people to call, by a host, in a channel or for a table.
"""
DAILY, BOARD, SEASON = "daily", "board", "season"
NIGHT, MOVED = "night", "moved"
"""Kinds of work that one process does: a daily deal after its day, a server's board of it, a
server's season, the messages of a game night, the mention of its new hour.
"""

# Seconds that a call is noted, longer than any pause between two.
_KEPT = 86_400.0


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
    async with database.begin() as db:
        here = and_(calls.c.guild_id == guild_id, calls.c.user_id == user_id)
        await db.execute(delete(calls).where(here))


async def wishes(database: Database, guild_id: int) -> list[Wish]:
    """Return the wishes in a server, those called longest ago first."""
    last = and_(called.c.kind == PERSON, called.c.subject_id == calls.c.user_id)
    query = select(calls.c.user_id, called.c.at).outerjoin(called, last)
    async with database.read(once=True) as db:
        rows = await db.execute(query.where(calls.c.guild_id == guild_id))
        found = [Wish(user_id, at or 0.0) for user_id, at in rows]
    return sorted(found, key=lambda wish: (wish.called_at, wish.user_id))


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


class Limit(NamedTuple):
    """The least number of seconds between two calls of a subject."""

    kind: str
    subject_id: int
    pause: float


async def may_call(database: Database, now: float, *limits: Limit) -> bool:
    """Return True if all limits permit a call now. Another table may use them up before `call`."""
    c = called.c
    late = [
        and_(c.kind == kind, c.subject_id == subject_id, c.at > now - pause)
        for kind, subject_id, pause in limits
    ]
    async with database.read(once=True) as db:
        return await db.scalar(select(c.at).where(or_(*late)).limit(1)) is None


async def call(
    database: Database, now: float, people: Sequence[int], pause: float, *limits: Limit
) -> list[int] | None:
    """Note a call of people and all limits at once. Return those called.

    A person who had a call within `pause` seconds is left out. Without anyone to call, nothing is
    noted. The same holds if a limit permits no call, and None is returned then.
    """
    noted = set[int]()
    try:
        async with database.begin() as db:
            await db.execute(delete(called).where(called.c.at < now - _KEPT))
            # Rows are locked in one order, so two processes don't wait for each other.
            for limit in sorted(limits):
                await _claim(db, limit.kind, limit.subject_id, now, limit.pause)
            for user_id in sorted(people):
                if await _free(db, PERSON, user_id, now, pause):
                    noted.add(user_id)
            if not noted:
                raise _NoOne
    except _TooSoon:
        return None
    except _NoOne:
        return []
    return [one for one in people if one in noted]


async def is_noted(database: Database, subject: tuple[str, int]) -> bool:
    """Return True if a call of a subject is noted."""
    there = and_(called.c.kind == subject[0], called.c.subject_id == subject[1])
    async with database.read(once=True) as db:
        return await db.scalar(select(called.c.at).where(there)) is not None


class _TooSoon(Exception):
    """The reason to note nothing."""


class _NoOne(Exception):
    """The reason to note nothing: all people had a call meanwhile."""


async def _claim(db: AsyncConnection, kind: str, subject_id: int, now: float, pause: float) -> None:
    if not await _free(db, kind, subject_id, now, pause):
        raise _TooSoon


async def _free(db: AsyncConnection, kind: str, subject_id: int, now: float, pause: float) -> bool:
    """Note a call of a subject. Return False if it had one too lately."""
    row = insert_into(db, called).values(kind=kind, subject_id=subject_id, at=now)
    done = await db.execute(
        row.on_conflict_do_update(
            index_elements=[called.c.kind, called.c.subject_id],
            set_={"at": now},
            where=called.c.at <= now - pause,
        )
    )
    return done.rowcount == 1
