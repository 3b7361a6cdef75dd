"""Settings and fixtures of all tests. Slow machines and disks cause no failures."""

import asyncio
import gc
import itertools
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import create_async_engine

import bot.storage.connect
from bot.drawing import boxes, words
from bot.storage import Database
from bot.words.parts import parts
from rig import postgres
from rig.processes import just_made
from rig.replacing import exchange

from .features import brought
from .loop import PatientLoop

# Laws and checks beside the tests show what they compared, too.
pytest.register_assert_rewrite("tests.games", "tests.cogs", "tests.wire")

settings.register_profile("shinrisen", deadline=None)
settings.load_profile("shinrisen")

# Computers think in one thread, as in their own process.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No sync to the disk: tests kill processes, fill files and tear copies, but never cut the power.
if os.access(memory := Path("/dev/shm"), os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))

# Compiled statements are cached for all database files together, because all are alike.
_alike = partial(create_async_engine, execution_options={"compiled_cache": {}})
exchange(bot.storage.connect, create_async_engine=_alike)

# Features declare the signs of their buttons beside the handlers.
parts("cog")

# `.ci/run` looks away from fonts and PostgreSQL where it can't hide them.
if os.environ.get("SHINRISEN_BARE"):
    exchange(words, _SYSTEM=())
    exchange(postgres, programs=lambda: None)


class _Alike:
    """Equality of the dialects of all database files, which the cache compares."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


for _name in ("__eq__", "__hash__"):
    setattr(SQLiteDialect_aiosqlite, _name, vars(_Alike)[_name])


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the bytes of a new database. Migrations run once, tests use copies."""
    made = tmp_path_factory.mktemp("empty") / "shinrisen.sqlite3"
    made.write_bytes(just_made())
    return made


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the socket folder of a shared PostgreSQL server with a database `empty`."""
    if postgres.programs() is None:
        pytest.skip(postgres.NONE_HERE)
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with postgres.running(shared / "postgres", prepare) as folder:
        yield folder


def prepare(folder: str) -> None:
    """Create the template database of the tests. Migrations run once."""
    postgres.told(folder, "postgres", "create database empty")

    async def make() -> None:
        await (await Database.open(postgres.address(folder, "empty"))).close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()


@pytest.fixture
def own_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the fonts of the machine. The project's own remain."""
    with monkeypatch.context() as patch:
        patch.setattr(words, "_SYSTEM", ())
        _other_fonts()
        yield
    _other_fonts()


def _other_fonts() -> None:
    """Forget what the fonts before have drawn."""
    for kept in (words._system, words._font_of):
        kept.cache_clear()
    words.forget()
    boxes.forget()


_numbers = itertools.count(1)

# Characters of a failure's cause below the log of a run.
_CAUSE = 1000

_LIVE = (
    *("tests/sixth/", "tests/wire/test_many_matches.py", "tests/without/", "tests/wire/"),
    *("tests/playground/", "tests/bot/play/test_crash.py"),
)
"""Folders and files of slow tests. First the slowest, so that none of them is the last."""


@pytest.fixture
def on_server(server: str) -> str:
    """Yield the address of a new PostgreSQL database."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    postgres.told(server, "postgres", f"create database {name} template empty")
    return postgres.address(server, name)


@pytest.fixture(autouse=True)
def _hasty_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make computers decide at once, because the stand-in waits for each."""
    monkeypatch.setattr("bot.tables.deciding.MOMENT", (0.0, 0.0))


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run all tests on a clock that a busy machine doesn't hurry."""
    return {"patient": PatientLoop}


@pytest.fixture
def quick_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play features against computers that need no time."""
    for one in brought("quick"):
        one.quicken(monkeypatch)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start live tests first, then dear ones, and mark those cases that are for `make live`."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if (costly := item.get_closest_marker("costly")) is not None:
            given = item.callspec.params  # type: ignore[attr-defined]
            alike = [str(given[name]) for name in costly.args]
            cases["/".join([_named(item), *alike])].append(item)
    for found in cases.values():
        for number, item in enumerate(found):
            if number not in (0, len(found) // 2, len(found) - 1):
                item.add_marker("further")
    # A dear test that is the last one keeps a processor waiting.
    dear = {_named(item) for item in items if item.get_closest_marker("further")}
    items.sort(key=lambda item: _named(item) not in dear)
    items.sort(key=lambda item: [not item.nodeid.startswith(place) for place in _LIVE])
    for item in items:
        if item.nodeid.startswith(_LIVE) or "server" in getattr(item, "fixturenames", ()):
            item.add_marker("live")


def _named(item: pytest.Item) -> str:
    """Return the id of a test, the same for all its cases."""
    return item.nodeid.partition("[")[0]


def pytest_collection_finish() -> None:
    """Search for garbage seldom, and not in what lasts until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report causes of failures, and if the storage tests had no PostgreSQL server.

    The ids of skipped tests are stored. A cause is one line, so that the end of a cut log has it.
    """
    for how in ("rerun", "error", "failed"):
        for report in terminalreporter.stats.get(how, []):
            terminalreporter.write_line(f"{how} {report.nodeid}: {_cause(report.longrepr)}")
    skipped = terminalreporter.stats.get("skipped", [])
    if file := os.environ.get("SHINRISEN_SKIPPED"):
        Path(file).write_text("".join(f"{report.nodeid}\n" for report in skipped), "utf-8")
    if any(postgres.NONE_HERE in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(postgres.NONE_HERE)


def _cause(shown: Any) -> str:
    """Return the message of a failure as one line."""
    crash = getattr(shown, "reprcrash", None)
    return " | ".join(str(crash.message if crash else shown).splitlines())[:_CAUSE]
