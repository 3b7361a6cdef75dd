"""Jobs without a clock."""

import asyncio

from bot.run.jobs import Jobs


async def rung(jobs: Jobs) -> float | None:
    """Do all that is due, and return the time of the next job."""
    coming = await jobs.ring()
    while jobs._running:
        await asyncio.wait([*jobs._running.values()])
        await asyncio.sleep(0)
        coming = await jobs.ring()
    return coming
