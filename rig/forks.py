"""Processes forked from one that has imported everything: a start is mostly imports.

They run the same as `python -m …`. Tests of the page and tests/wire/test_alone.py start real ones.
"""

import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Self

from . import LIMIT
from .waits import until


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["rig.imported"])
    return context


class Forked:
    """One process, once begun. It prints to `out`, and errors too without a `log`."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] = (),
        *,
        environment: Mapping[str, str] = os.environ,
        log: Path | None = None,
        out: Connection | None = None,
    ) -> None:
        self._log = log
        self._given = (module, tuple(arguments), dict(environment), log, out)

    def begin(self) -> Self:
        """Start it, or a later one like it."""
        if self._log is not None:
            self._log.touch()
        self._process = _context().Process(target=_work, args=self._given)
        self._process.start()
        return self

    @property
    def pid(self) -> int:
        """Process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def status(self) -> int | None:
        """Exit status, None before its end."""
        return self._process.exitcode

    async def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait, and return the exit status."""
        if self.status is None:
            os.kill(self.pid, sign)
        return await self.ended()

    async def ended(self, seconds: float = LIMIT) -> int:
        """Wait for its end and return the exit status. Raises TimeoutError."""
        await until(lambda: self.status is not None, seconds)
        assert self.status is not None
        return self.status

    def logged(self) -> str:
        """Return the log so far."""
        assert self._log is not None
        return self._log.read_text(encoding="utf-8", errors="replace")


def _work(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    log: Path | None,
    out: Connection | None,
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    if log is not None:
        with log.open("ab") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
    if out is not None:
        os.dup2(out.fileno(), 1)
        out.close()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main = importlib.import_module(module).main
    sys.exit(main(arguments) if arguments else main())
