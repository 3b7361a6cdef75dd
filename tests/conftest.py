"""For all tests: slow machines are no reason to fail, nor waiting for a disk to be slow."""

import asyncio
import itertools
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import create_async_engine

import bot.storage.connect
from bot.storage import Database
from rig import postgres

settings.register_profile("shinrisen", deadline=None)
settings.load_profile("shinrisen")

# Every move is written through to the disk. In memory it is as safe from all that a test does:
# killed processes, full files, torn copies; only a power cut would tell.
if os.access(memory := Path("/dev/shm"), os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))

# Each file would have every statement compiled anew: what one knows serves all, for all are alike.
vars(bot.storage.connect)["create_async_engine"] = partial(
    create_async_engine, execution_options={"compiled_cache": {}}
)


class _Alike:
    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


for _name in ("__eq__", "__hash__"):
    setattr(SQLiteDialect_aiosqlite, _name, vars(_Alike)[_name])


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database just made: the migrations run once, the tests take copies."""
    made = tmp_path_factory.mktemp("empty") / "shinrisen.sqlite3"

    async def make() -> None:
        await (await Database.open(made)).close()

    with ThreadPoolExecutor(1) as thread:  # the test's own loop stays as it is
        thread.submit(asyncio.run, make()).result()
    return made


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The folder of a PostgreSQL with a database `empty`; all workers share it."""
    if postgres.programs() is None:
        pytest.skip(postgres.NONE_HERE)
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with postgres.running(shared / "postgres", prepare) as folder:
        yield folder


def prepare(folder: str) -> None:
    """Make the database of which the tests take copies: the migrations run once."""
    postgres.told(folder, "postgres", "create database empty")

    async def make() -> None:
        await (await Database.open(postgres.address(folder, "empty"))).close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()


_numbers = itertools.count(1)


@pytest.fixture
def on_server(server: str) -> str:
    """The address of a database just made, on PostgreSQL."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    postgres.told(server, "postgres", f"create database {name} template empty")
    return postgres.address(server, name)


@pytest.fixture(autouse=True)
def _hasty_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers decide at once: the stand-in would wait for each."""
    monkeypatch.setattr("bot.tables.deciding.MOMENT", (0.0, 0.0))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that at the end nobody waits for one worker."""
    items.sort(key=lambda item: not {"wire", "playground"} & set(item.path.parts))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so where half of the storage's tests had no server."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any(postgres.NONE_HERE in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(postgres.NONE_HERE)
