"""A bot as a process of its own, and what the kernel says of its time and memory."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from tests.wire.processes import Client

_PAGE = os.sysconf("SC_PAGE_SIZE")
_OWN = max(os.sched_getaffinity(0))


def apart() -> int:
    """Leave a processor to the bots: this process and what it starts use the others. Its number."""
    if others := os.sched_getaffinity(0) - {_OWN}:
        os.sched_setaffinity(0, others)
    return _OWN


def _alone(core: int) -> None:
    os.sched_setaffinity(0, {core})


class Process:
    """A running bot. `begun` is when it was started, as `time.perf_counter` counts."""

    def __init__(self, pid: int, begun: float) -> None:
        self.pid = pid
        self.begun = begun

    def cpu(self) -> float:
        """Seconds of processor time used so far, by the program and for it by the kernel."""
        # How Linux numbers the clock of another process: exact where /proc counts hundredths.
        return time.clock_gettime(~self.pid << 3 | 2)

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
    core: int | None = None,
    pictures: bool = True,
) -> AsyncIterator[Process]:
    """Run `python -m ARGUMENTS` against a playground until the block is left.

    `per_second`: how many counted requests the bot sends at most; 0: as many as there are.
    `core`: the one processor it runs on. `pictures`: False for words alone.
    """
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        preexec_fn=None if core is None else partial(_alone, core),
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
