"""A browser, and the playground with the real bot or the little one beside it."""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rig.forks import Forked
from rig.processes import Client, playground

from .raw import Raw, stand_in

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",  # sixty pictures a second that nobody looks at
)


in_chromium = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here"),
    pytest.mark.asyncio(loop_scope="session"),
]
"""Marks what is seen in a browser: all of it in one loop, so that one browser serves it all."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium: to start one takes longer than most of what is looked at in it."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """A headless Chromium, whose pages are closed at the end of the test."""
    async with pages(chromium) as browser:
        yield browser


@asynccontextmanager
async def pages(browser: Browser) -> AsyncIterator[Browser]:
    """The browser; what is opened in it meanwhile is closed again."""
    others = set(browser.contexts)
    yield browser
    for context in set(browser.contexts) - others:
        await context.close()


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


@pytest_asyncio.fixture(loop_scope="session")
async def address() -> AsyncIterator[str]:
    """The page of a playground of its own, with the bot beside it."""
    async with played() as address:
        yield address


@pytest_asyncio.fixture(loop_scope="session")
async def little() -> AsyncIterator[Client]:
    """A playground with the little bot beside it, which sends one of everything."""
    async with playground() as client:
        environment = {"DISCORD_TOKEN": client.token, "SHINRISEN_DISCORD_API": client.api}
        process = Forked(
            "tests.playground.little_bot",
            environment=os.environ | environment,
            log=Path(os.devnull),
        )
        try:
            await client.ready()
            yield client
        finally:
            await process.end(signal.SIGTERM)


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
