"""An empty database on SQLite or PostgreSQL, closed after the test."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database

from .stored_tables import Where, reopened


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with a database on both kinds, unless it is marked as SQLite's."""
    if "file" in metafunc.fixturenames:
        alone = metafunc.definition.get_closest_marker("sqlite") is not None
        served = pytest.param("postgres", marks=pytest.mark.served)
        kinds = ["sqlite"] if alone else ["sqlite", served]
        metafunc.parametrize("file", kinds, indirect=True)


@pytest.fixture
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """The database's place: a file's path, or an address of PostgreSQL."""
    if request.param == "postgres":
        address: str = request.getfixturevalue("on_server")
        return address
    return tmp_path / "shinrisen.sqlite3"


@pytest.fixture
async def database(file: Where, empty: Path) -> AsyncIterator[Database]:
    """A bot's database."""
    if isinstance(file, Path):
        shutil.copy(empty, file)
    async with reopened(file) as opened:
        yield opened


@pytest.fixture
async def other(file: Where, database: Database) -> AsyncIterator[Database]:
    """Another process's view of the same database, with its own connection and thread."""
    async with reopened(file) as opened:
        yield opened


@pytest.fixture
def peer(request: pytest.FixtureRequest, file: Where, database: Database) -> Database:
    """The database of another process on a server, or of the only one on a file."""
    found: Database = request.getfixturevalue("other") if isinstance(file, str) else database
    return found
