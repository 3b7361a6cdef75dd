"""A private copy whose table can't be read."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables import readers
from bot.tables.readers import Copy
from bot.wire.ui import screen
from bot.words.errors import StorageError


@pytest.mark.parametrize("ends", [Copy.give_up, lambda made: setattr(made._house, "time", 9.0)])
async def test_copy_is_tried_no_longer_than_it_lasts(
    monkeypatch: pytest.MonkeyPatch, ends: Any
) -> None:
    monkeypatch.setattr(readers, "_PAUSE", 0.0)
    tried, tasks = list[int](), list[asyncio.Task[None]]()

    async def ready(reader: int, _patience: float) -> None:
        tried.append(reader)
        raise StorageError("the disk is full")

    house: Any = SimpleNamespace(closed=False, time=0.0, watch=tasks.append)
    house.now = lambda: house.time
    source: Any = SimpleNamespace(ready=ready)
    key: Any = SimpleNamespace(kept={}, until=5.0)
    made = Copy(house, source, 7, key, screen(None, "A hand"))
    made.want()
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(tried) > 1
    assert not tasks[0].done()
    ends(made)
    for _ in range(20):
        await asyncio.sleep(0)
    try:
        assert tasks[0].done()
    finally:
        tasks[0].cancel()
