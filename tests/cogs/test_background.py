"""The start and its jobs, even if some of them fail, and the log of whole matches."""

import logging
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot import storage
from bot.drawing import words
from bot.run.client import Shinrisen
from bot.screens import examples

from ..every_job import JOBS
from ..examples import ALL_AT_ONCE
from .conftest import Begin
from .evening import Logs, One, Patch, Two


async def test_tables_are_taken_up_at_a_second_try(
    monkeypatch: Patch, caplog: Logs, e: Two
) -> None:
    await e.begin(rounds=1)
    find, tries = storage.posts.stale_tables, list[storage.Database]()

    async def failing_once(database: storage.Database, **asked: Any) -> list[int]:
        tries.append(database)
        if len(tries) == 1:
            raise ZeroDivisionError
        return await find(database, **asked)

    monkeypatch.setattr(storage.posts, "stale_tables", failing_once)
    await e.restart()
    assert "refreshing the tables failed" in caplog.text
    e.change("update posts set ply = -1")
    asked = len(e.env.http_requests)
    await e.wait(11)
    brought = [r for r in e.env.http_requests[asked:] if r.method == "PATCH"]
    assert len(brought) == 3, "the panel and both hands"


@pytest.mark.evening(check_errors=False)
async def test_servers_are_forgotten_though_looking_around_failed(
    monkeypatch: Patch, caplog: Logs, e: One
) -> None:
    e.change("update jobs set due_at = 0 where kind = 'servers'")
    with monkeypatch.context() as broken:
        failing = AsyncMock(side_effect=ZeroDivisionError)
        broken.setattr("bot.storage.servers.be_present", failing)
        await e.restart()
        await e.wait(1)
    assert "the job servers failed" in caplog.text
    await e.wait(65)
    [(due_at,)] = e.rows("select due_at from jobs where kind = 'servers'")
    assert due_at > e.bot.now() + 3600


async def test_bot_does_every_job_without_subject_at_its_start(e: One) -> None:
    await e.wait(61)
    assert {*e.bot.jobs.kinds} == {one.kind for one in JOBS}
    rows = e.rows("select kind, due_at from jobs")
    done = {kind for kind, due_at in rows if due_at > e.bot.now()}
    assert done == {one.kind for one in JOBS if one.every is not None}


async def test_match_is_logged_at_its_start_and_end(evening: Begin, caplog: Logs) -> None:
    with caplog.at_level(logging.INFO, "bot.tables.state"):
        async with evening(2) as e:
            await e.played(rounds=1, seed=0)
    said = [r.getMessage() for r in caplog.records if r.name == "bot.tables.state"]
    rest = f"{ALL_AT_ONCE}, 2 seats, 0 of them computers"
    assert said == [f"started: {rest}", f"ended: {rest}"]


async def test_missing_font_is_named(evening: Begin, caplog: Logs, monkeypatch: Patch) -> None:
    monkeypatch.setattr(Shinrisen, "_warm", AsyncMock())
    monkeypatch.setattr(words, "draws_cjk", lambda: False)
    with caplog.at_level(logging.INFO, "bot.run.client"):
        async with evening(1, pictures=True):
            pass
    assert [r.getMessage() for r in caplog.records if "fonts-noto-cjk" in r.getMessage()]


async def test_bad_example_is_logged_once(evening: Begin, caplog: Logs, monkeypatch: Patch) -> None:
    monkeypatch.setattr(examples, "first", Mock(side_effect=ZeroDivisionError))
    async with evening(1, pictures=True, check_errors=False) as e:
        # A job that fails is begun again after a while.
        await e.wait(120)
    said = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    assert said == ["the pictures can't be prepared: ZeroDivisionError()"]
