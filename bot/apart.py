"""Processes beside the bot, for what takes a processor's time: thinking, and drawing."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor

# People's clicks come first.
_NICE = 10


def process() -> ProcessPoolExecutor:
    """One process, started with its first work. It ends with the bot's, however that ends."""
    # Not a fork: the bot has threads, and memory that this one has no need of.
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=_begin)


def kill(pool: ProcessPoolExecutor) -> None:
    """End the process, whatever it is doing: it may even be starting still."""
    for one in [*(pool._processes or {}).values()]:
        one.kill()


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
