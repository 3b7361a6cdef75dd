"""The tests' own clock."""

import asyncio
import time

import pytest

from . import loop


def test_clock_stands_still_without_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "_waits", lambda: {"1": time.monotonic_ns()})
    clock = loop.PatientLoop()
    try:
        before = clock.time()
        time.sleep(0.3)
        assert clock.time() - before < 0.1
    finally:
        clock.close()


async def test_every_test_runs_on_it() -> None:
    assert isinstance(asyncio.get_running_loop(), loop.PatientLoop)
