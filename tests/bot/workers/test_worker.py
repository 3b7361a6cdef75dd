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

from bot.workers.worker import Lost, Worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    """Yield a worker that tries each job once."""
    made = Worker()
    yield made
    made.close()
    assert multiprocessing.active_children() == []


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


def test_new_process_starts_after_one_ended(worker: Worker) -> None:
    with pytest.raises(Lost):
        worker.do(os._exit, 1)
    assert worker.do(divmod, 7, 2) == (3, 1)


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
    worker = Worker(patience=20.0)
    worker.do(divmod, 1, 1)
    worker._patience = 0.2
    with pytest.raises(Lost) as lost:
        worker.do(time.sleep, 60)
    assert isinstance(lost.value.__cause__, TimeoutError)
    worker._patience = 20.0
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
    with pytest.raises(Lost):
        worker.do(os._exit, 1)
    begun = worker._process
    with pytest.raises(Lost):
        worker.do(divmod, 7, 2)
    assert worker._process is begun, "none was started"
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
            doing.result(20)
    with pytest.raises(Lost):
        worker.do(divmod, 7, 2)
