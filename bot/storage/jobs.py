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


class Claim(NamedTuple):
    """A row, and until when a process has it."""

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


async def earliest(database: Database, kinds: Collection[str]) -> list[Claim]:
    """Return the jobs of these kinds that are due first."""
    query = select(jobs).where(jobs.c.kind.in_(kinds)).order_by(jobs.c.due_at).limit(_LOOK)
    return [Claim(*row) for row in await database.rows(query)]


async def claim(database: Database, kind: str, subject: int, now: float) -> Claim | None:
    """Claim a job. Return None if it isn't due any more, or if another process has it."""
    j, one = jobs.c, _one(kind, subject)
    free = update(jobs).where(one, j.due_at <= now, j.claimed_until <= now)
    async with database.begin() as db:
        mine = free.values(claimed_until=now + CLAIMED).returning(*j)
        row = (await db.execute(mine)).one_or_none()
        return None if row is None else Claim(*row)


async def renew(database: Database, mine: Claim, now: float) -> Claim:
    """Make a claim last longer."""
    longer = mine._replace(claimed_until=now + CLAIMED)
    values = {"claimed_until": longer.claimed_until}
    await database.write(update(jobs).where(_claimed(mine)).values(values))
    return longer


async def finish(database: Database, mine: Claim, due_at: float | None) -> None:
    """Give a claim back, with the job's next time. Without one its row is deleted.

    A time that was set meanwhile stays.
    """
    same = jobs.c.due_at == mine.due_at
    due = case((same, mine.due_at if due_at is None else due_at), else_=jobs.c.due_at)
    async with database.begin() as db:
        if due_at is None:
            await db.execute(delete(jobs).where(_claimed(mine), same))
        await db.execute(update(jobs).where(_claimed(mine)).values(claimed_until=0.0, due_at=due))


def _one(kind: str, subject: int) -> ColumnElement[bool]:
    return and_(jobs.c.kind == kind, jobs.c.subject == subject)


def _claimed(mine: Claim) -> ColumnElement[bool]:
    return and_(_one(mine.kind, mine.subject), jobs.c.claimed_until == mine.claimed_until)
