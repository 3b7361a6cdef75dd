"""Worker processes beside the bot. They take over decisions and drawing, the costly work."""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any

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

    No executor, because that can hang on a process that dies while it answers. `tries` is the
    number of processes a job is tried with. `patience` is the time limit of a try in seconds.
    `rest` is the pause in seconds before a new process starts after the last try failed. It
    doubles with each further failure.
    """

    def __init__(self, tries: int = 1, patience: float | None = None, rest: float = 0.0) -> None:
        self._tries = tries
        self._patience = patience
        self._rest = rest
        self._not_before = 0.0
        self._failures = 0
        self._process: Any = None
        self._pipe: Connection | None = None
        self._starting = threading.Lock()
        self._closed = False
        self._killed = False

    def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """Return the result of a job. It blocks, so call it in a thread, one at a time.

        Raises the job's own exception, with its traceback as a note. Raises Lost if no process
        answered.
        """
        cause: Exception | None = None
        for _ in range(self._tries):
            try:
                pipe = self._pipe or self._start()
                pipe.send((work, given))
                failed, found = self._heard(pipe)
            except (EOFError, OSError) as error:
                self._pipe, cause = None, error
                if self._killed:
                    raise Lost from error
                continue
            self._failures = 0
            if failed:
                raise found
            return found
        self._failures += 1
        self._not_before = time.monotonic() + growing(self._failures, self._rest)
        raise Lost from cause

    def close(self) -> None:
        """End the process, even while it works or starts."""
        with self._starting:
            self._closed = True
            self._end()

    def kill(self) -> None:
        """End the process with its job, which is lost. The next job starts another process."""
        with self._starting:
            self._killed, self._pipe = True, None
            self._end()

    def _start(self) -> Connection:
        with self._starting:
            if self._closed or time.monotonic() < self._not_before:
                raise Lost
            self._killed = False
            self._end()
            pipe, there = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(there,), daemon=True)
            process.start()
            # The other end must be open in the worker only, or its death stays unnoticed.
            there.close()
            self._process = process
        self._heard(pipe)
        self._pipe = pipe
        return pipe

    def _heard(self, pipe: Connection) -> Any:
        """Return the next message of the process, at first its sign of life."""
        # On Windows the worker's end stays open here until the worker has taken it.
        ready = wait((pipe, self._process.sentinel), self._patience)
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
