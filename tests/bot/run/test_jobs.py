"""Jobs of every kind: done once by several processes, again after a failure, after a restart."""

import asyncio
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.run.jobs import Job, Jobs
from bot.storage import Database
from bot.storage.jobs import AGAIN, set_due
from tests.every_job import JOBS

from ..rung import rung
from ..stored_tables import NOW, ask, change, holding, reopened

each = pytest.mark.parametrize("one", JOBS, ids=lambda one: one.kind)


class Process:
    """A process that notes the subjects of a job, and does nothing else."""

    def __init__(self, database: Database, one: Job) -> None:
        self.database, self.now = database, NOW
        self.done: list[int] = []
        self.jobs = Jobs(database, lambda: self.now, lambda: None)
        self.does = AsyncMock(return_value=None)
        self.jobs.bind(self, type("Feature", (), {"one": replace(one, run=_run)}))

    async def is_due(self, kind: str) -> None:
        """Make a job due at once."""
        async with self.database.begin() as db:
            await set_due(db, kind, 7, NOW)

    async def at(self, now: float) -> float | None:
        """Do at a time what is due. Return the time of the next job."""
        self.now = now
        return await rung(self.jobs)


async def _run(process: Process, subject: int) -> float | None:
    process.done.append(subject)
    coming: float | None = await process.does(subject)
    return coming


async def begun(one: Job, *processes: Process) -> None:
    """Start processes with a job that is due."""
    for process in processes:
        await process.jobs.begin()
    if one.every is None:
        await processes[0].is_due(one.kind)


def test_each_kind_is_declared_once() -> None:
    kinds = [one.kind for one in JOBS]
    assert len(kinds) > 3
    assert sorted({*kinds}) == sorted(kinds)
    assert max(map(len, kinds)) <= 16


@each
async def test_job_runs_once_with_two_processes(
    database: Database, peer: Database, one: Job
) -> None:
    first, second = Process(database, one), Process(peer, one)
    await begun(one, first, second)
    for at in (NOW, NOW + 1):
        await asyncio.gather(first.at(at), second.at(at))
    assert len(first.done + second.done) == 1
    expected = None if one.every is None else NOW + one.every
    assert await second.at(NOW + 2) == expected


@each
async def test_failed_job_is_tried_again_after_a_pause(
    database: Database, one: Job, caplog: pytest.LogCaptureFixture
) -> None:
    process = Process(database, one)
    process.does.side_effect = ZeroDivisionError("by a bug")
    await begun(one, process)
    await process.at(NOW)
    assert f"the job {one.kind} failed" in caplog.text
    assert "by a bug" in caplog.text
    process.does.side_effect = None
    assert await process.at(NOW + AGAIN - 1) == NOW + AGAIN
    assert len(process.done) == 1
    await process.at(NOW + AGAIN)
    await process.at(NOW + AGAIN + 1)
    assert len(process.done) == 2


@each
async def test_job_due_while_the_bot_is_down_runs_after_it(database: Database, one: Job) -> None:
    process, due = Process(database, one), NOW + 2 * 86_400
    process.does.return_value = due
    await begun(one, process)
    assert await process.at(NOW) == due
    process = Process(database, one)
    await process.jobs.begin()
    assert await process.at(due - 1) == due
    assert process.done == []
    await process.at(due + 1000)
    assert len(process.done) == 1


@pytest.fixture
def one() -> Job:
    """A job with subjects."""
    return Job("one", _run)


async def test_job_set_due_while_it_runs_runs_again(database: Database, one: Job) -> None:
    process = Process(database, one)

    async def is_changed(_subject: int) -> float | None:
        if len(process.done) == 1:
            await process.is_due("one")
        return NOW + 1000

    process.does.side_effect = is_changed
    await begun(one, process)
    assert await process.at(NOW) == NOW + 1000
    assert len(process.done) == 2


async def test_long_job_runs_once_until_its_process_dies(database: Database, one: Job) -> None:
    process, at_work = Process(database, one), asyncio.Event()

    async def for_ever(_subject: int) -> None:
        at_work.set()
        await asyncio.Event().wait()

    process.does.side_effect = for_ever
    await begun(one, process)
    await process.jobs.ring()
    await at_work.wait()
    process.now = NOW + 2 * AGAIN
    assert await process.jobs.ring() is None
    await process.jobs.end()
    assert process.done == [7]
    after = Process(database, one)
    await after.at(NOW + 2 * AGAIN)
    assert after.done == [7]


async def test_each_process_does_the_jobs_of_its_shard(on_server: str, one: Job) -> None:
    async with reopened(on_server) as database, reopened(on_server) as other:
        processes = [Process(database, one), Process(other, one)]
        for shard, process in enumerate(processes):
            holding(on_server, process.database, 2, [shard])
        async with database.begin() as db:
            for subject, guild_id in ((7, 0), (8, 1 << 22), (9, 2 << 22)):
                await set_due(db, one.kind, subject, NOW, guild_id)
        # The jobs of all belong to shard 0.
        standing = replace(one, kind="all", every=60.0)
        for process in processes:
            process.jobs.bind(process, type("Feature", (), {"one": replace(standing, run=_run)}))
            await process.jobs.begin()
        await asyncio.gather(*(process.at(NOW) for process in processes))
        assert [sorted(process.done) for process in processes] == [[0, 7, 9], [8]]


async def test_job_of_a_lost_shard_is_left_to_its_process(
    on_server: str, one: Job, caplog: pytest.LogCaptureFixture
) -> None:
    async with reopened(on_server) as database:
        process = Process(database, one)
        holding(on_server, database)
        await begun(one, process)
        change(on_server, "update shards set holder = 'another'")
        await process.jobs.ring()
        await asyncio.gather(*process.jobs._running.values())
        assert process.done == []
        assert ask(on_server, "select due_at from jobs") == [(NOW,)]
        assert "Traceback" not in caplog.text
