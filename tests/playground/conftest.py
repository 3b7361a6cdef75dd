"""Fixtures: a browser, and the playground with the real bot or the little bot."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rig import LIMIT
from rig.forks import Forked
from rig.processes import Client, playground

from .raw import GatewayClient, Raw, stand_in

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",  # without animations
)


in_chromium = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here"),
    pytest.mark.asyncio(loop_scope="session"),
]
"""Marks browser tests. They share one event loop and so one browser."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Start headless Chromium once, because starting takes longer than most tests."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Yield headless Chromium and close its pages after the test."""
    async with pages(chromium) as browser:
        yield browser


@asynccontextmanager
async def pages(browser: Browser) -> AsyncIterator[Browser]:
    """Yield the browser and close the contexts opened inside."""
    others = set(browser.contexts)
    yield browser
    for context in set(browser.contexts) - others:
        await context.close()


@asynccontextmanager
async def played(
    *arguments: str, log: Path = Path(os.devnull), module: str = "bot", **environment: str
) -> AsyncIterator[str]:
    """Run `python -m bot playground`, as `make play` does, and yield the address of its page.

    The output of playground and bot goes to `log`. The `module` rig.quick has a bot without waits.
    """
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, "playground", "--port", "0", *arguments),
            env=os.environ | environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=output,
        )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode().strip()
        yield line.removeprefix("Playground: ")
    finally:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(LIMIT):
            await process.wait()


@pytest_asyncio.fixture(loop_scope="session")
async def little() -> AsyncIterator[Client]:
    """Run a playground with the little bot, which sends every kind of message."""
    async with playground() as client:
        module, env = "tests.playground.little_bot", client.environment()
        process = Forked(module, environment=env, log=Path(os.devnull)).begin()
        try:
            await client.ready()
            yield client
        finally:
            await process.end()


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    """Serve a stand-in without rate limits in this process."""
    async with stand_in() as raw:
        yield raw


@pytest.fixture
async def gateway(raw: Raw) -> AsyncIterator[GatewayClient]:
    """Register the commands and open an identified gateway socket."""
    async with raw.bot() as gateway:
        yield gateway


@pytest.fixture
async def limited() -> AsyncIterator[Raw]:
    """Serve a stand-in with Discord's rate limits in this process."""
    async with stand_in(limited=True) as raw:
        yield raw
