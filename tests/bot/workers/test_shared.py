"""One worker process of several users, with a limit of its memory."""

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from types import ModuleType

import pytest

from bot.workers import shared
from bot.workers.shared import Share, bounded
from bot.workers.worker import Lost, Worker

NewShare = Callable[[], Share]


@pytest.fixture
def both() -> Iterator[NewShare]:
    """Yield the way to a share of one worker."""
    worker = Worker(tries=2)
    yield partial(Share, worker, threading.Lock())
    worker.close()
    assert multiprocessing.active_children() == []


def test_all_users_work_in_one_process(both: NewShare) -> None:
    first, second = both(), both()
    assert first.do(os.getpid) == second.do(os.getpid) != os.getpid()


def test_user_that_gives_up_ends_no_other_job(both: NewShare) -> None:
    thinks, draws = both(), both()
    thinks.do(divmod, 1, 1)
    with ThreadPoolExecutor(2) as threads:
        thought = threads.submit(thinks.do, time.sleep, 60)
        while not thinks._working:
            time.sleep(0.001)
        drawn = threads.submit(draws.do, divmod, 7, 2)
        thinks.close()
        with pytest.raises(Lost):
            thought.result(20)
        assert drawn.result(20) == (3, 1)


def test_waiting_job_of_a_gone_user_never_starts(both: NewShare) -> None:
    draws, thinks = both(), both()
    before = draws.do(os.getpid)
    with ThreadPoolExecutor(2) as threads:
        drawn = threads.submit(draws.do, time.sleep, 0.5)
        while not draws._working:
            time.sleep(0.001)
        thought = threads.submit(thinks.do, os._exit, 1)
        thinks.close()
        drawn.result(20)
        with pytest.raises(Lost):
            thought.result(20)
    assert draws.do(os.getpid) == before, "the process has lived on"


def test_process_ended_between_two_jobs_is_followed_by_another() -> None:
    worker = Worker(tries=1, rest=60.0)
    worker.do(divmod, 1, 1)
    worker.kill()
    assert worker.do(divmod, 7, 2) == (3, 1)
    worker.close()


def test_cached_pieces_are_dropped_above_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    @lru_cache
    def piece(number: int) -> threading.Event:
        return threading.Event()

    game = ModuleType("cogs.some_game.drawing")
    vars(game)["piece"] = piece
    monkeypatch.setitem(sys.modules, game.__name__, game)
    monkeypatch.setattr(shared, "_resident", lambda: shared.ROOM)
    kept = piece(1)
    bounded(divmod, 7, 2)
    assert piece(1) is kept
    monkeypatch.setattr(shared, "_resident", lambda: shared.ROOM + 1)
    assert bounded(divmod, 7, 2) == (3, 1)
    assert piece(1) is not kept
