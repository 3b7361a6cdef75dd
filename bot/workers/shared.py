"""Limits of memory for one process that thinks and draws, on a small machine."""

import ctypes
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOM = 140_000_000
"""Bytes that the process may take. Above them it drops its cached pieces."""

_STATM = Path("/proc/self/statm")
_PAGE = 4096
_CACHED = ("bot.drawing", "cogs")


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
