"""Worker processes beside the bot. They take over decisions and drawing, the costly work."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

_log = logging.getLogger(__name__)

_CONTEXT = multiprocessing.get_context("spawn")
"""Spawned, not forked: the bot has threads, and memory that a worker doesn't need."""
# Niceness: people's clicks come first.
_NICE = 10
_LONGEST = 60.0


class Lost(Exception):
    """The process ended or timed out without a result."""


def growing(losses: int, first: float) -> float:
    """Return the pause in seconds before a new process after consecutive losses: up to a minute."""
    return min(_LONGEST, first * 2.0 ** min(losses - 1, 10)) if losses > 0 else 0.0


class Worker:
    """One process, started with its first work, and another one when it was lost.

    No executor, because that can hang on a process that dies while it answers. Jobs take turns.

    tries: the number of processes a job is tried with. One that takes too long is tried once.
    patience: the time limit of a start and of a job in seconds.
    rest: the pause in seconds before a new process after a lost job, or two thoughts in a row. It
    doubles with each further one.
    first: a job that a new process does before its first thought, with the same question.
    around: a job that does each job in the process.
    """

    def __init__(
        self,
        tries: int = 1,
        patience: float | None = None,
        rest: float = 0.0,
        *,
        first: Callable[[Any], Any] | None = None,
        around: Callable[..., Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tries = tries
        self._patience = patience
        self._rest = rest
        self._first = first
        self._around = around
        self._clock = clock
        # Thoughts, the jobs with time limits of their own, are counted apart.
        self._not_before, self._failures = {True: 0.0, False: 0.0}, {True: 0, False: 0}
        self._process: Any = None
        self._pipe: Connection | None = None
        self._turn = threading.Lock()
        self._starting = threading.Lock()
        self._prepared = False
        self._closed = False

    @property
    def resting(self) -> bool:
        """True while no new process may start for a thought."""
        return self._rests(True)

    def _rests(self, thinks: bool) -> bool:
        return self._clock() < self._not_before[thinks]

    async def think(self, work: Callable[[Any], Any], question: Any, seconds: float) -> Any:
        """Return the answer to a question, within a time limit of its own. Raises as `do` does."""
        return await asyncio.to_thread(self.do, work, question, seconds=seconds)

    def do(self, work: Callable[..., Any], *given: Any, seconds: float | None = None) -> Any:
        """Return the result of a job. It blocks, so call it in a thread.

        Raises the job's own exception, with its traceback as a note. Raises Lost if no process
        answered, from TimeoutError if the last one took too long.
        """
        thinks = seconds is not None
        with self._turn:
            cause: Exception | None = None
            for _ in range(self._tries):
                try:
                    pipe = self._pipe or self._start(thinks)
                    if thinks and self._first is not None and not self._prepared:
                        self._asked(pipe, self._patience, self._first, given)
                        self._prepared = True
                    failed, found = self._asked(pipe, seconds or self._patience, work, given)
                except (EOFError, OSError) as error:
                    self._pipe, cause = None, error
                    if self._closed or isinstance(error, TimeoutError):
                        break
                    _log.warning("a worker process was lost: %r", error)
                    continue
                self._failures[thinks] = 0
                if failed:
                    raise found
                return found
            with self._starting:
                self._end()
            self._failures[thinks] += 1
            rest = growing(self._failures[thinks] - thinks, self._rest)
            self._not_before[thinks] = self._clock() + rest
            raise Lost from cause

    def close(self) -> None:
        """End the process, even while it works or starts."""
        with self._starting:
            self._closed = True
            self._end()

    def _start(self, thinks: bool) -> Connection:
        with self._starting:
            if self._closed or self._rests(thinks):
                raise Lost
            self._end()
            pipe, there = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(there,), daemon=True)
            process.start()
            # The other end must be open in the worker only, or its death stays unnoticed.
            there.close()
            self._process, self._prepared = process, False
        self._heard(pipe, self._patience)
        self._pipe = pipe
        return pipe

    def _asked(
        self, pipe: Connection, seconds: float | None, work: Callable[..., Any], given: Any
    ) -> Any:
        """Return whether a job failed in the process, and its result or error."""
        pipe.send((work, given) if self._around is None else (self._around, (work, *given)))
        return self._heard(pipe, seconds)

    def _heard(self, pipe: Connection, seconds: float | None) -> Any:
        """Return the next message of the process, at first its sign of life."""
        # On Windows the worker's end stays open here until the worker has taken it.
        ready = wait((pipe, self._process.sentinel), seconds)
        if not ready:
            raise TimeoutError("no answer")
        if pipe not in ready:
            raise EOFError("ended without an answer")
        return pipe.recv()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection) -> None:
    _begin()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            work, given = pipe.recv()
            try:
                pipe.send((False, work(*given)))
            except Exception as error:
                error.add_note(traceback.format_exc())
                pipe.send((True, error))


def _begin() -> None:
    # Ctrl+C reaches all processes of a terminal. The bot ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
