"""A browser, and the playground with the real bot or the little one beside it."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from tests.wire.processes import Client, playground

from .raw import Raw, stand_in

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_QUIET)
        yield browser
        await browser.close()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium of its own."""
    async with chromium() as browser:
        yield browser


@asynccontextmanager
async def played(*arguments: str, log: Path = Path(os.devnull)) -> AsyncIterator[str]:
    """The page of `python -m bot playground`, which `make play` runs, with the bot beside it.

    What the two log is kept in `log`.
    """
    with log.open("wb") as kept:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "playground", "--port", "0", *arguments),
            stdout=asyncio.subprocess.PIPE,
            stderr=kept,
        )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode().strip()
        yield line.removeprefix("Playground: ")
    finally:
        await _end(process)


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """The page of a playground of its own, with the bot beside it."""
    async with played() as address:
        yield address


@pytest.fixture
async def little() -> AsyncIterator[Client]:
    """A playground with the little bot beside it, which sends one of everything."""
    async with playground() as client:
        environment = {"DISCORD_TOKEN": client.token, "SHINRISEN_DISCORD_API": client.api}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.playground.little_bot"),
            env=os.environ | environment,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await client.ready()
            yield client
        finally:
            await _end(process)


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    """A stand-in of this process, without limits, spoken to word for word."""
    async with stand_in() as raw:
        yield raw


@pytest.fixture
async def limited() -> AsyncIterator[Raw]:
    """The same with Discord's limits."""
    async with stand_in(limited=True) as raw:
        yield raw


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    async with asyncio.timeout(15):
        await process.wait()
