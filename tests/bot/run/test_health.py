"""The status server: its addresses, and the Host headers it accepts."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest.mock import AsyncMock

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.run.health import Health, memory
from bot.run.status import status
from bot.words.errors import StorageError
from bot.words.metrics import Metrics
from bot.workers.worker import Worker


@asynccontextmanager
async def _serving(
    port: int, host: str = "127.0.0.1", names: tuple[str, ...] = (), well: bool = True
) -> AsyncIterator[aiohttp.ClientSession]:
    gone = None if well else StorageError("the disk is gone")
    tables = AsyncMock(return_value={}, side_effect=gone)
    health = Health(Metrics(), tables, lambda: 0, lambda: well)
    address = f"http://127.0.0.1:{port}"
    async with health.serving(port, host, names), aiohttp.ClientSession(address) as http:
        yield http


async def _asked(http: aiohttp.ClientSession, path: str, host: str | None = None) -> int:
    async with http.get(path, headers={} if host is None else {"Host": host}) as answer:
        return answer.status


async def test_live_answers_in_an_outage() -> None:
    async with _serving(unused_port(), well=False) as http:
        assert (await _asked(http, "/live"), await _asked(http, "/ready")) == (200, 503)


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("localhost:1", 200),
        ("[::1]:1", 200),
        ("BOT-0", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:8642", 421),
        ("[", 421),
    ],
)
async def test_only_known_hosts_are_answered(host: str, answered: int) -> None:
    async with _serving(unused_port(), names=("bot-0",)) as http:
        for path in ("/live", "/ready", "/health", "/metrics"):
            assert await _asked(http, path, host) == answered


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
async def test_public_address_is_warned_about(
    host: str, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with _serving(unused_port(), host) as http:
        assert await _asked(http, "/live") == 200
    assert ("readable by all" in caplog.text) is warned


async def test_status_asks_only_for_life(capsys: pytest.CaptureFixture[str]) -> None:
    port = unused_port()
    async with _serving(port, "0.0.0.0", well=False):
        live = await asyncio.to_thread(status, "0.0.0.0", port, live=True)
        assert (live, await asyncio.to_thread(status, "0.0.0.0", port)) == (0, 1)
    assert status("127.0.0.1", port, live=True) == 2
    assert "No bot answers" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_workers_are_counted_besides_the_bot() -> None:
    before = memory()
    assert before["bot"] > 10_000_000
    worker = Worker()
    try:
        worker.do(divmod, 7, 2)
        assert memory()["workers"] > before["workers"] + 1_000_000
    finally:
        worker.close()
