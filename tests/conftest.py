"""For all tests: slow machines are no reason to fail, nor waiting for a disk to be slow."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import settings

from bot.storage import Database

settings.register_profile("shinrisen", deadline=None)
settings.load_profile("shinrisen")

# Every move is written through to the disk. In memory it is as safe from all that a test does:
# killed processes, full files, torn copies; only a power cut would tell.
if os.access(memory := Path("/dev/shm"), os.W_OK):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database just made: the migrations run once, the tests take copies."""
    made = tmp_path_factory.mktemp("empty") / "shinrisen.sqlite3"

    async def make() -> None:
        await (await Database.open(made)).close()

    with ThreadPoolExecutor(1) as thread:  # the test's own loop stays as it is
        thread.submit(asyncio.run, make()).result()
    return made


@pytest.fixture(autouse=True)
def _no_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is held here but where a test sets these: the stand-in would wait for each moment."""
    for game in ("nimmt", "bluff"):
        monkeypatch.setattr(f"cogs.{game}.MOMENT", 0.0)
    monkeypatch.setattr("bot.deciding.MOMENT", (0.0, 0.0))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that at the end nobody waits for one worker."""
    items.sort(key=lambda item: not {"wire", "playground"} & set(item.path.parts))
