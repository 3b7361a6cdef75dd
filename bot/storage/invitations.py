"""Invitations to tables: those of the last day, and the people who want none."""

from enum import Enum

from sqlalchemy import delete, insert, or_, select, update

from .database import Database
from .schema import invitations, seats, uninvited
from .upsert import hold, upsert

SECONDS = 86_400.0
"""Seconds between two invitations of one person by another. A row is kept as long."""
SENT, HEARD = 5, 3
"""The most invitations that a person sends, and that a person gets, in that time."""


class Claim(Enum):
    """The answers to a wish to invite a person."""

    NOTED = "the invitation is noted and can be sent"
    LATER = "the inviting person has invited them today, or enough others"
    REFUSED = "the invited person wants none, or had enough today"


async def claim(database: Database, by_id: int, user_id: int, now: float) -> Claim:
    """Note an invitation if it may be sent. Of several processes one succeeds."""
    i = invitations.c
    row = {"by_id": by_id, "user_id": user_id, "at": now}
    async with database.begin() as db:
        # In one order, or two people who invite each other would wait for ever.
        for person in sorted((by_id, user_id)):
            await hold(db, "person", person)
        await db.execute(delete(invitations).where(i.at <= now - SECONDS))
        query = select(i.by_id, i.user_id).where(or_(i.by_id == by_id, i.user_id == user_id))
        rows = (await db.execute(query)).all()
        sent = {to for by, to in rows if by == by_id}
        if user_id in sent or len(sent) >= SENT:
            return Claim.LATER
        refuses = select(uninvited.c.user_id).where(uninvited.c.user_id == user_id)
        if await db.scalar(refuses) or sum(to == user_id for _, to in rows) >= HEARD:
            return Claim.REFUSED
        await db.execute(insert(invitations).values(row))
    return Claim.NOTED


async def sent(database: Database, by_id: int, user_id: int, **message: int) -> None:
    """Store the `table_id`, `channel_id` and `message_id` of a noted invitation's message."""
    i = invitations.c
    async with database.begin() as db:
        there = update(invitations).where(i.by_id == by_id, i.user_id == user_id)
        await db.execute(there.values(**message))


async def answered(database: Database, user_id: int, message_id: int) -> None:
    """Note that the person has answered the invitation of a message."""
    i = invitations.c
    async with database.begin() as db:
        there = update(invitations).where(i.user_id == user_id, i.message_id == message_id)
        await db.execute(there.values(message_id=None))


async def unanswered(database: Database, table_id: int) -> list[tuple[int, int, int]]:
    """Return the person, channel and message of each invitation to a table without an answer."""
    i = invitations.c
    query = select(i.user_id, i.channel_id, i.message_id).order_by(i.message_id)
    query = query.where(i.table_id == table_id, i.message_id.is_not(None))
    async with database.read(once=True) as db:
        return [(row[0], row[1], row[2]) for row in await db.execute(query)]


async def wanted(database: Database, user_id: int) -> bool:
    """Return True unless a person wants no invitations."""
    query = select(uninvited.c.user_id).where(uninvited.c.user_id == user_id)
    async with database.read(once=True) as db:
        return await db.scalar(query) is None


async def want(database: Database, user_id: int, *, wanted: bool) -> None:
    """Store that a person wants no invitations, or that they want them again."""
    async with database.begin() as db:
        await hold(db, "person", user_id)
        if wanted:
            await db.execute(delete(uninvited).where(uninvited.c.user_id == user_id))
        else:
            await upsert(db, uninvited, {"user_id": user_id})


async def language(database: Database, user_id: int) -> str | None:
    """Return the language of a person's newest seat, or None without one."""
    query = select(seats.c.locale).where(seats.c.user_id == user_id)
    async with database.read(once=True) as db:
        found: str | None = await db.scalar(query.order_by(seats.c.table_id.desc()).limit(1))
        return found
