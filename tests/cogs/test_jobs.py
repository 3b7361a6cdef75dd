"""The jobs of a bot that has started."""

from tests.every_job import JOBS

from ..bot.stored_tables import ask
from .clocks import wait
from .evening import One


async def test_bot_does_every_job_without_subject_at_its_start(e: One) -> None:
    await wait(e, 61)
    assert {*e.bot.jobs.kinds} == {one.kind for one in JOBS}
    rows = ask(e.bot.settings.database, "select kind, due_at from jobs")
    done = {kind for kind, due_at in rows if due_at > e.bot.now()}
    assert done == {one.kind for one in JOBS if one.every is not None}
