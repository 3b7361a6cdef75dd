"""Processes beside the bot, for what takes a processor's time: thinking, and drawing."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

_CONTEXT = multiprocessing.get_context("spawn")
"""Not a fork: the bot has threads, and memory that these have no need of."""
# People's clicks come first.
_NICE = 10


class Lost(Exception):
    """The process has ended: nothing came of the work."""


class Apart:
    """One process, started with its first work, and another one when it was lost.

    Not an executor's, which may hang on a process that dies while it answers. `tries`: with so many
    processes a work is tried.
    """

    def __init__(self, tries: int = 1) -> None:
        self._tries = tries
        self._process: Any = None
        self._pipe: Connection | None = None
        self._starting = threading.Lock()
        self._closed = False

    def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """The result of the work; waits for it, so for one thread beside the event loop.

        Raises what the work raises, and Lost.
        """
        for _ in range(self._tries):
            try:
                pipe = self._pipe or self._start()
                pipe.send((work, given))
                failed, found = pipe.recv()
            except (EOFError, OSError):
                self._pipe = None
                continue
            if failed:
                raise found
            return found
        raise Lost

    def close(self) -> None:
        """End it, whatever it is doing: it may even be starting still."""
        with self._starting:
            self._closed = True
            self._end()

    def _start(self) -> Connection:
        with self._starting:
            if self._closed:
                raise Lost
            self._end()
            self._pipe, there = _CONTEXT.Pipe()
            self._process = _CONTEXT.Process(target=_serve, args=(there,), daemon=True)
            self._process.start()
            # Only if nobody here can answer is the other's end noticed.
            there.close()
            return self._pipe

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection) -> None:
    _begin()
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, given = pipe.recv()
            try:
                pipe.send((False, work(*given)))
            except Exception as error:
                pipe.send((True, error))


def _begin() -> None:
    # Ctrl+C reaches all processes of a terminal; the bot tells this one itself.
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
