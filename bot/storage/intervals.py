"""Least intervals between acts of a subject, such as the calls of a host and posts."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .hashes import KEPT, hashed
from .schema import called
from .upsert import insert_into

PERSON, HOST, CHANNEL, LOOK, POST = "person", "host", "channel", "look", "post"
"""The kinds of subjects whose last call is stored. LOOK is a look for people to call, by a host or
in a channel, POST a person's post in a channel.
"""
POSTS = 6
"""The most posts of a person in a channel within an hour, beside tables."""
_HOUR = 3600.0
# A hash stands for their subjects, so that the limit outlives a deletion of data.
_HASHED = (HOST, LOOK)


class Limit(NamedTuple):
    """The least number of seconds between two calls of a subject."""

    kind: str
    subject_id: int
    pause: float


async def claim(database: Database, now: float, pause: float, *subjects: tuple[str, int]) -> bool:
    """Note a call of all these subjects. Return False, and note none, if one had it too lately.

    `pause` is the least number of seconds between two calls of a subject. Of several processes one
    succeeds.
    """
    return await _noted(database, now, [Limit(*subject, pause) for subject in subjects]) is not None


async def may_call(database: Database, now: float, *limits: Limit) -> bool:
    """Return True if all limits permit a call now. Another table may use them up before `call`."""
    c = called.c
    async with database.read() as db:
        late = [
            and_(c.kind == kind, c.subject_id == await _subject(db, kind, n), c.at > now - pause)
            for kind, n, pause in limits
        ]
        return await db.scalar(select(c.at).where(or_(*late)).limit(1)) is None


async def call(
    database: Database, now: float, people: Sequence[int], pause: float, *limits: Limit
) -> list[int] | None:
    """Note a call of people and all limits at once. Return those called.

    A person who had a call within `pause` seconds is left out. Without anyone to call, nothing is
    noted. The same holds if a limit permits no call, and None is returned then.
    """
    persons = [Limit(PERSON, user_id, pause) for user_id in people]
    noted = await _noted(database, now, limits, persons)
    return None if noted is None else [one for one in people if one in noted]


async def spend(database: Database, now: float, user_id: int, channel_id: int) -> bool:
    """Note a person's post in a channel. Return False if there were enough within an hour."""
    async with database.begin() as db:
        subject = await hashed(db, user_id, channel_id, new=True)
        for number in range(POSTS):
            if await _free(db, Limit(f"{POST}{number}", subject, _HOUR), now):
                return True
    return False


class _Refused(Exception):
    """The reason to note nothing."""


async def _noted(
    database: Database, now: float, limits: Sequence[Limit], some: Sequence[Limit] | None = None
) -> set[int] | None:
    """Note a call of all limits, and of some others. Return the subjects of these.

    Nothing is noted without any of the others. The same holds if one of `limits` permits no call,
    and None is returned then.
    """
    noted, late = set[int](), True
    try:
        async with database.begin() as db:
            await db.execute(delete(called).where(called.c.at < now - KEPT))
            # Rows are locked in one order, so two processes don't wait for each other.
            for limit in sorted(limits):
                if not await _free(db, limit, now):
                    raise _Refused
            late = False
            for limit in sorted(some or ()):
                if await _free(db, limit, now):
                    noted.add(limit.subject_id)
            if some is not None and not noted:
                raise _Refused
    except _Refused:
        return None if late else set()
    return noted


async def _free(db: AsyncConnection, limit: Limit, now: float) -> bool:
    """Note a call of a subject. Return False if it had one too lately."""
    kind, subject_id, pause = limit
    subject_id = await _subject(db, kind, subject_id, new=True)
    row = insert_into(db, called).values(kind=kind, subject_id=subject_id, at=now)
    done = await db.execute(
        row.on_conflict_do_update(
            index_elements=[called.c.kind, called.c.subject_id],
            set_={"at": now},
            where=called.c.at <= now - pause,
        )
    )
    return done.rowcount == 1


async def _subject(db: AsyncConnection, kind: str, number: int, *, new: bool = False) -> int:
    """Return a subject as it is stored."""
    return await hashed(db, number, new=new) if kind in _HASHED else number
