"""A real SQLite file and an open database on it, closed at the end."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database lies."""
    return tmp_path / "shinrisen.sqlite3"


@pytest.fixture
async def database(file: Path, empty: Path) -> AsyncIterator[Database]:
    """The database of a bot."""
    shutil.copy(empty, file)
    opened = await Database.open(file)
    yield opened
    await opened.close()
