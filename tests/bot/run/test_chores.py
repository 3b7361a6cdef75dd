"""Background tasks log their failures and start again, and write the hourly line."""

import asyncio
import logging

import pytest

from bot.run.chores import Chores, hourly
from bot.words.metrics import Metrics
from rig import LIMIT


async def test_failed_chore_is_logged_and_restarted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.run.chores._AGAIN", 0.001)
    done, tried = asyncio.Event(), 0

    async def work() -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise ZeroDivisionError("by a bug")
        done.set()

    chores = Chores()
    chores.begin("dusting", work)
    await asyncio.wait_for(done.wait(), LIMIT)
    await asyncio.sleep(0.01)
    assert tried == 3, "what is done stays done"
    assert caplog.text.count("dusting failed") == caplog.text.count("Error: by a bug") == 2
    await chores.end()


async def test_end_cancels_running_chores(caplog: pytest.LogCaptureFixture) -> None:
    chores, begun, cut = Chores(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            cut.set()

    chores.begin("waiting", work)
    await begun.wait()
    await chores.end()
    assert cut.is_set()
    assert not caplog.text


async def test_hour_is_one_line_of_its_own_figures(caplog: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    metrics.moved("one", "person")
    asked = asyncio.Event()

    async def tables() -> dict[tuple[str, str], int]:
        asked.set()
        return {("one", "live"): 2, ("other", "lobby"): 1}

    with caplog.at_level(logging.INFO):
        running = asyncio.ensure_future(hourly(metrics, tables, 0.01))
        await asyncio.sleep(0)
        metrics.moved("one", "person")
        metrics.moved("other", "computer")
        metrics.answered("component", 0.1)
        await asyncio.wait_for(asked.wait(), LIMIT)
        await asyncio.sleep(0)
        running.cancel()
    first = caplog.records[0].getMessage()
    assert first == (
        "the last hour: 2 moves, 1 clicks and commands, 0 requests to Discord, 0 refusals, "
        "3 open tables now"
    )
