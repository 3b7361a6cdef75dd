"""A worker process: it may die, hang, fail to start, or be ended at any time."""

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

import pytest

from bot.workers.worker import Apart, Lost


@pytest.fixture
def apart() -> Iterator[Apart]:
    """A worker with one try."""
    made = Apart()
    yield made
    made.close()
    assert multiprocessing.active_children() == []


def dying_while_it_answers(size: int) -> bytes:
    """Return a result too large for the pipe, and die before it is read."""
    threading.Timer(0.3, os._exit, (1,)).start()
    return bytes(size)


def test_process_starts_with_its_first_job_and_stays(apart: Apart) -> None:
    assert multiprocessing.active_children() == []
    first = apart.do(os.getpid)
    assert first != os.getpid()
    assert apart.do(os.getpid) == first
    assert apart.do(bytes, 1 << 24) == bytes(1 << 24)


def test_ended_process_is_replaced(apart: Apart) -> None:
    with pytest.raises(Lost):
        apart.do(os._exit, 1)
    assert apart.do(divmod, 7, 2) == (3, 1)


def test_process_that_dies_while_answering_is_lost(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart.do(divmod, 1, 1)
    receive = Connection.recv

    def late(pipe: Connection) -> Any:
        time.sleep(0.6)
        return receive(pipe)

    monkeypatch.setattr(Connection, "recv", late)
    with pytest.raises(Lost):
        apart.do(dying_while_it_answers, 1 << 24)


def test_hanging_process_is_lost() -> None:
    apart = Apart(patience=20.0)
    apart.do(divmod, 1, 1)
    apart._patience = 0.2
    with pytest.raises(Lost) as lost:
        apart.do(time.sleep, 60)
    assert isinstance(lost.value.__cause__, TimeoutError)
    apart._patience = 20.0
    assert apart.do(divmod, 7, 2) == (3, 1), "the old answer is dropped"
    apart.close()


def test_exception_of_a_job_is_raised_with_its_traceback(apart: Apart) -> None:
    with pytest.raises(ZeroDivisionError) as failed:
        apart.do(divmod, 1, 0)
    assert "bot/workers/worker.py" in failed.value.__notes__[0].replace(os.sep, "/")


def test_failed_start_is_retried(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Any) -> None:
        raise BlockingIOError("too many processes")

    with monkeypatch.context() as patched:
        patched.setattr(multiprocessing.get_context("spawn").Process, "start", full)
        with pytest.raises(Lost) as lost:
            apart.do(divmod, 7, 2)
        assert "too many" in str(lost.value.__cause__)
    assert apart.do(divmod, 7, 2) == (3, 1)


def test_no_process_starts_during_the_pause_after_failures() -> None:
    apart = Apart(tries=2, rest=60.0)
    with pytest.raises(Lost):
        apart.do(os._exit, 1)
    begun = apart._process
    with pytest.raises(Lost):
        apart.do(divmod, 7, 2)
    assert apart._process is begun, "none was started"
    apart.close()


@pytest.mark.parametrize("started", [False, True])
def test_close_ends_a_busy_or_starting_process(started: bool) -> None:
    apart = Apart(tries=2)
    if started:
        apart.do(divmod, 1, 1)
    with ThreadPoolExecutor(1) as thread:
        doing = thread.submit(apart.do, time.sleep, 60)
        while not multiprocessing.active_children():
            time.sleep(0.001)
        apart.close()
        assert multiprocessing.active_children() == []
        with pytest.raises(Lost):
            doing.result(20)
    with pytest.raises(Lost):
        apart.do(divmod, 7, 2)
