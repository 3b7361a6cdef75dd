"""A bot as a process of its own, and what the kernel says of its time and memory."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from rig.processes import Client

_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN = max(os.sched_getaffinity(0))
# So many seconds of the processor in a second are none.
_AT_REST = 0.05


ALL = frozenset(os.sched_getaffinity(0))
"""Every processor there is."""


def apart() -> int:
    """Leave a processor to the bots: this process and what it starts use the others. Its number."""
    if others := os.sched_getaffinity(0) - {_OWN}:
        os.sched_setaffinity(0, others)
    return _OWN


def _only(cores: Iterable[int]) -> None:
    os.sched_setaffinity(0, cores)


class Process:
    """A running bot. `begun` is when it was started, as `time.perf_counter` counts."""

    def __init__(self, pid: int, begun: float) -> None:
        self.pid = pid
        self.begun = begun

    def cpu(self) -> float:
        """Seconds of processor time used so far, by the program and for it by the kernel."""
        # How Linux numbers the clock of another process: exact where /proc counts hundredths.
        return time.clock_gettime(~self.pid << 3 | 2)

    def with_children(self) -> float:
        """The same with the processes in which it draws and thinks."""
        threads = Path(f"/proc/{self.pid}/task").glob("*/children")
        children = " ".join(one.read_text(encoding="ascii") for one in threads).split()
        return self.cpu() + sum(Process(int(child), self.begun).cpu() for child in children)

    async def rest(self, seconds: float = 60.0) -> None:
        """Wait until it has nothing more to do, or so long."""
        end = time.perf_counter() + seconds
        before, now = -1.0, self.with_children()
        while now - before > _AT_REST and time.perf_counter() < end:
            await asyncio.sleep(1.0)
            before, now = now, self.with_children()

    def memory(self) -> int:
        """Bytes of memory held (the resident set)."""
        statm = Path(f"/proc/{self.pid}/statm").read_text(encoding="utf-8")
        return int(statm.split()[1]) * _PAGE


@asynccontextmanager
async def bot(
    client: Client,
    database: Path,
    *arguments: str,
    per_second: int = 0,
    core: int | Iterable[int] | None = None,
    pictures: bool = True,
) -> AsyncIterator[Process]:
    """Run `python -m ARGUMENTS` against a playground until the block is left.

    `per_second`: how many counted requests the bot sends at most; 0: as many as there are.
    `core`: the one processor it runs on, or those. `pictures`: False for words alone.
    """
    begun, cores = time.perf_counter(), (core,) if isinstance(core, int) else core
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        preexec_fn=None if cores is None else partial(_only, cores),
        env=os.environ
        | {
            "DISCORD_TOKEN": client.token,
            "SHINRISEN_DISCORD_API": client.api,
            "SHINRISEN_DATABASE": str(database),
            "SHINRISEN_LOG": "ERROR",
            "SHINRISEN_DIRECTS_PER_MINUTE": "1000000",
            "SHINRISEN_REQUESTS_PER_SECOND": str(per_second),
        }
        | ({} if pictures else {"SHINRISEN_PICTURES": "off"}),
    )
    try:
        await client.ready(60)
        yield Process(process.pid, begun)
    finally:
        process.terminate()
        await process.wait()
        await _gone(client)


async def _gone(client: Client) -> None:
    """Wait until the stand-in has noticed that no bot is connected."""
    for _ in range(100):
        if not (await client.get("/world"))["bot"]["online"]:
            return
        await asyncio.sleep(0.05)
    raise RuntimeError("the stand-in still hears a bot that has ended")
