"""A real SQLite file and an open database on it, closed at the end."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.storage import Database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database lies."""
    return tmp_path / "shinrisen.sqlite3"


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database just made: the migrations run once, the tests take copies."""
    made = tmp_path_factory.mktemp("empty") / "shinrisen.sqlite3"

    async def make() -> None:
        await (await Database.open(made)).close()

    with ThreadPoolExecutor(1) as thread:  # the test's own loop stays as it is
        thread.submit(asyncio.run, make()).result()
    return made


@pytest.fixture
async def database(file: Path, empty: Path) -> AsyncIterator[Database]:
    """The database of a bot."""
    shutil.copy(empty, file)
    opened = await Database.open(file)
    yield opened
    await opened.close()
