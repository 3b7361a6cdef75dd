"""Jobs and the times when they are due, in rows that one of several processes claims."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Database
from .schema import jobs
from .upsert import insert_into, upsert

CLAIMED = 15.0
"""Seconds until another process takes a job over, unless its claim is renewed."""
# Most rows of one look. Each job that is done causes another look.
_LOOK = 100


class Due(NamedTuple):
    """A row. Another process has the job until `claimed_until`."""

    kind: str
    subject: int
    due_at: float
    claimed_until: float


async def set_due(db: AsyncConnection, kind: str, subject: int, at: float) -> None:
    """Set the time of a job, new or known. One that runs is due again after that."""
    await upsert(db, jobs, {"kind": kind, "subject": subject, "due_at": at})


async def stand(database: Database, kinds: Collection[str], now: float) -> None:
    """Store jobs without a subject, due at once, unless they are there."""
    async with database.begin() as db:
        for kind in kinds:
            row = insert_into(db, jobs).values(kind=kind, subject=0, due_at=now)
            await db.execute(row.on_conflict_do_nothing())


async def earliest(database: Database, kinds: Collection[str]) -> list[Due]:
    """Return the jobs of these kinds that are due first."""
    query = select(jobs).where(jobs.c.kind.in_(kinds)).order_by(jobs.c.due_at).limit(_LOOK)
    return [Due(*row) for row in await database.rows(query)]


async def claim(database: Database, kind: str, subject: int, now: float) -> float | None:
    """Claim a job, and return until when. Return None if it isn't due, or if another one has it.

    If the process dies, the job is due again after the claim.
    """
    j, until = jobs.c, now + CLAIMED
    free = update(jobs).where(_one(kind, subject), j.due_at <= now, j.claimed_until <= now)
    claimed = await database.write(free.values(due_at=until, claimed_until=until))
    return until if claimed else None


async def renew(database: Database, kind: str, subject: int, until: float, now: float) -> float:
    """Make a claim last longer, and return until when."""
    longer = now + CLAIMED
    mine = and_(_one(kind, subject), jobs.c.claimed_until == until)
    values = {"due_at": _unless_set(longer), "claimed_until": longer}
    await database.write(update(jobs).where(mine).values(values))
    return longer


async def finish(
    database: Database, kind: str, subject: int, until: float, due_at: float | None
) -> None:
    """Give a claim back, with the job's next time. Without one its row is deleted.

    A time that was set meanwhile stays.
    """
    mine = and_(_one(kind, subject), jobs.c.claimed_until == until)
    values = {"due_at": _unless_set(due_at or 0.0), "claimed_until": 0.0}
    async with database.begin() as db:
        if due_at is None:
            await db.execute(delete(jobs).where(mine, jobs.c.due_at == until))
        await db.execute(update(jobs).where(mine).values(values))


def _one(kind: str, subject: int) -> ColumnElement[bool]:
    return and_(jobs.c.kind == kind, jobs.c.subject == subject)


def _unless_set(due_at: float) -> ColumnElement[float]:
    """Return a time for a claimed row, or the time that was set since its claim."""
    return case((jobs.c.due_at == jobs.c.claimed_until, due_at), else_=jobs.c.due_at)
