"""A worker process: it may die, hang, fail to start, or be ended at any time."""

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

import pytest

from bot.workers import shared
from bot.workers.shared import bounded
from bot.workers.worker import Lost, Worker
from rig import LIMIT


@pytest.fixture
def worker() -> Iterator[Worker]:
    """Yield a worker that tries each job once."""
    made = Worker()
    yield made
    made.close()
    assert multiprocessing.active_children() == []


_NOTE = "SHINRISEN_TEST_NOTE"


def dying_while_it_answers(size: int) -> bytes:
    """Return a result too large for the pipe, and die before it is read."""
    threading.Timer(0.3, os._exit, (1,)).start()
    return bytes(size)


def test_it_is_begun_with_its_first_work_and_stays(worker: Worker) -> None:
    assert multiprocessing.active_children() == []
    first = worker.do(os.getpid)
    assert first != os.getpid()
    assert worker.do(os.getpid) == first
    assert worker.do(bytes, 1 << 24) == bytes(1 << 24)


def test_job_is_lost_when_the_process_dies_while_it_answers(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.do(divmod, 1, 1)
    receive = Connection.recv

    def late(pipe: Connection) -> Any:
        time.sleep(0.6)
        return receive(pipe)

    monkeypatch.setattr(Connection, "recv", late)
    with pytest.raises(Lost):
        worker.do(dying_while_it_answers, 1 << 24)


def test_process_that_hangs_is_lost() -> None:
    worker = Worker(patience=LIMIT)
    worker.do(divmod, 1, 1)
    worker._patience = 0.2
    with pytest.raises(Lost) as lost:
        worker.do(time.sleep, 60)
    assert isinstance(lost.value.__cause__, TimeoutError)
    worker._patience = LIMIT
    assert worker.do(divmod, 7, 2) == (3, 1), "and nobody hears the old answer"
    worker.close()


def test_error_of_a_job_reaches_the_caller_with_its_traceback(worker: Worker) -> None:
    with pytest.raises(ZeroDivisionError) as failed:
        worker.do(divmod, 1, 0)
    assert "bot/workers/worker.py" in failed.value.__notes__[0].replace(os.sep, "/")


def test_failed_start_is_tried_again(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Any) -> None:
        raise BlockingIOError("too many processes")

    with monkeypatch.context() as patched:
        patched.setattr(multiprocessing.get_context("spawn").Process, "start", full)
        with pytest.raises(Lost) as lost:
            worker.do(divmod, 7, 2)
        assert "too many" in str(lost.value.__cause__)
    assert worker.do(divmod, 7, 2) == (3, 1)


def test_no_process_starts_after_all_tries_failed() -> None:
    worker = Worker(tries=2, rest=60.0)
    for _ in range(2):
        with pytest.raises(Lost):
            worker.do(os._exit, 1)
    begun = worker._process
    with pytest.raises(Lost):
        worker.do(divmod, 7, 2)
    assert worker._process is begun, "none was started"
    assert worker.do(divmod, 7, 2, seconds=LIMIT) == (3, 1), "thoughts have their own count"
    worker.close()


@pytest.mark.parametrize("started", [False, True])
def test_process_ends_at_once_while_it_works_or_starts(started: bool) -> None:
    worker = Worker(tries=2)
    if started:
        worker.do(divmod, 1, 1)
    with ThreadPoolExecutor(1) as thread:
        doing = thread.submit(worker.do, time.sleep, 60)
        while not multiprocessing.active_children():
            time.sleep(0.001)
        worker.close()
        assert multiprocessing.active_children() == []
        with pytest.raises(Lost):
            doing.result(LIMIT)
    with pytest.raises(Lost):
        worker.do(divmod, 7, 2)


def test_late_job_is_tried_once_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, start, begun = Worker(tries=2, patience=LIMIT), Worker._start, list[Worker]()
    worker.do(divmod, 1, 1)

    def noted(self: Worker, thinks: bool) -> Connection:
        begun.append(self)
        return start(self, thinks)

    monkeypatch.setattr(Worker, "_start", noted)
    with ThreadPoolExecutor(2) as threads:
        thought = threads.submit(worker.do, time.sleep, 60, seconds=0.5)
        while not worker._turn.locked():
            time.sleep(0.001)
        drawn = threads.submit(worker.do, divmod, 7, 2)
        with pytest.raises(Lost):
            thought.result(LIMIT)
        assert drawn.result(LIMIT) == (3, 1)
    assert begun == [worker], "for the waiting job alone"
    worker.close()


def prepare(question: str) -> None:
    """Note the question for later jobs of the process."""
    os.environ[_NOTE] = question


def prepared(_question: str) -> str | None:
    """Return the noted question."""
    return os.environ.get(_NOTE)


def test_new_process_is_prepared_before_its_first_thought() -> None:
    worker = Worker(first=prepare)
    assert worker.do(prepared, "a picture") is None
    assert worker.do(prepared, "a thought", seconds=LIMIT) == "a thought"
    assert worker.do(prepared, "another", seconds=LIMIT) == "a thought"
    worker.close()


def test_cached_pieces_are_dropped_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    @lru_cache
    def piece(number: int) -> threading.Event:
        return threading.Event()

    game = ModuleType("cogs.some_game.drawing")
    vars(game).update(piece=piece)
    monkeypatch.setitem(sys.modules, game.__name__, game)
    monkeypatch.setattr(shared, "_resident", lambda: shared.ROOM)
    kept = piece(1)
    bounded(divmod, 7, 2)
    assert piece(1) is kept
    monkeypatch.setattr(shared, "_resident", lambda: shared.ROOM + 1)
    assert bounded(divmod, 7, 2) == (3, 1)
    assert piece(1) is not kept
