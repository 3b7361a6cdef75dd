"""A bot in a process of its own, with its time and memory from the kernel."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot.run.health import children
from rig.processes import Client

_OWN = max(os.sched_getaffinity(0))
_AT_REST = 0.05
"""Processor seconds per second that count as idle."""
IDLE = 3
"""Seconds until an idle process is taken to be at rest: on a busy machine one just waits."""


def apart() -> int:
    """Reserve a processor for the bots and return its number. This process uses the others."""
    if others := os.sched_getaffinity(0) - {_OWN}:
        os.sched_setaffinity(0, others)
    return _OWN


@dataclass(frozen=True)
class Process:
    """A running bot."""

    pid: int

    def cpu(self) -> float:
        """Return the processor seconds used so far, in user and kernel mode."""
        # Clock id of another process on Linux. /proc has only hundredths of a second.
        return time.clock_gettime(~self.pid << 3 | 2)

    def children(self) -> "list[Process]":
        """Return the processes beside the bot."""
        return [Process(int(child)) for child in children(str(self.pid))]

    async def rest(self, seconds: float = 60.0) -> None:
        """Wait until the process is idle for some seconds, at most `seconds`."""
        end, idle, now = time.perf_counter() + seconds, 0, 0.0
        while idle < IDLE and time.perf_counter() < end:
            await asyncio.sleep(1.0)
            before, now = now, sum(one.cpu() for one in (self, *self.children()))
            idle = idle + 1 if now - before <= _AT_REST else 0

    def written(self) -> int:
        """Return the bytes written to the disk."""
        text = Path(f"/proc/{self.pid}/io").read_text(encoding="utf-8")
        return int(text.partition("\nwrite_bytes:")[2].split()[0])


@asynccontextmanager
async def bot(
    client: Client, sets: Mapping[str, str], *arguments: str, core: int | None = None
) -> AsyncIterator[Process]:
    """Run `python -m ARGUMENTS` with a playground, by these settings, until the block ends.

    `core` is the only allowed processor. Requests have no limit unless a setting says so.
    """
    usual = {"SHINRISEN_LOG": "ERROR", "SHINRISEN_DIRECTS_PER_MINUTE": "1000000"}
    usual |= {"SHINRISEN_REQUESTS_PER_SECOND": "0"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        preexec_fn=None if core is None else partial(os.sched_setaffinity, 0, (core,)),
        env=client.environment(**usual | dict(sets)),
    )
    try:
        await client.ready(60)
        yield Process(process.pid)
    finally:
        process.terminate()
        await process.wait()
