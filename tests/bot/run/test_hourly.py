"""The hourly line."""

import asyncio
import logging

import pytest

from bot.run.chores import hourly
from bot.words.metrics import Metrics
from rig import LIMIT


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
        async with asyncio.timeout(LIMIT):
            await asked.wait()
        await asyncio.sleep(0)
        running.cancel()
    first = caplog.records[0].getMessage()
    assert first == (
        "the last hour: 2 moves, 1 clicks and commands, 0 requests to Discord, 0 refusals, "
        "3 open tables now"
    )
