"""A real SQLite file and an open storage on it, closed at the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Storage


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database lies."""
    return tmp_path / "shinrisen.sqlite3"


@pytest.fixture
async def storage(file: Path) -> AsyncIterator[Storage]:
    """The database of a bot."""
    opened = await Storage.open(file)
    yield opened
    await opened.close()
