"""One worker process for thinking and drawing, within limits of memory, for a small machine."""

import ctypes
import gc
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .worker import Lost, Worker

ROOM = 140_000_000
"""Bytes that the process may take. Above them it drops its cached pieces."""

_STATM = Path("/proc/self/statm")
_PAGE = 4096
_CACHED = ("bot.drawing", "cogs")


class Share:
    """One user's part of a worker. The jobs of all users take turns by one lock."""

    def __init__(self, worker: Worker, turn: threading.Lock) -> None:
        self._worker = worker
        self._turn = turn
        self._working = False
        self._closed = False

    def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """Return the result of a job, as `Worker.do` does."""
        with self._turn:
            if self._closed:
                raise Lost
            self._working = True
            try:
                return self._worker.do(bounded, work, *given)
            finally:
                self._working = False

    def close(self) -> None:
        """Give up the job, if one is under way. Other users keep theirs."""
        self._closed = True
        if self._working:
            self._worker.kill()


def bounded(work: Callable[..., Any], *given: Any) -> Any:
    """Do a job in the worker, and drop the cached pieces if they take too much memory."""
    done = work(*given)
    if _resident() > ROOM:
        forget()
    return done


def _resident() -> int:
    """Return the resident bytes of this process, or 0 where they aren't known."""
    try:
        return int(_STATM.read_text("ascii").split()[1]) * _PAGE
    except OSError:
        return 0


def forget() -> None:
    """Drop everything that drawing has cached, and return the memory to the machine."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(_CACHED):
            for value in vars(module).values():
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
