"""People who click through the stand-in, and the bot's answer times."""

import asyncio
import random
import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rig.processes import Client

from .filling import Sitting
from .process import Process

THINKING = 8.0
"""Mean seconds between a player's clicks, faster than people play for long."""


class Figure(NamedTuple):
    """Moves a second, answer times in ms, and the bot's processor time per move in ms.

    `late` counts clicks without an answer within Discord's three seconds.
    """

    rate: float
    p50: float
    p99: float
    cpu: float
    late: int = 0


async def click(client: Client, sitting: Sitting) -> float | None:
    """Click and return the answer time in ms, or None after Discord's three seconds."""
    done = await client.click(sitting.user, sitting.message, next(sitting.turn), force=True)
    if done.get("state") == "failed":
        return None
    if done.get("state") != "answered" or done["kind"] not in ("update", "deferred"):
        raise RuntimeError(f"a click went wrong: {done}")
    return float(done["ms"])


async def each(client: Client, sittings: Sequence[Sitting]) -> None:
    """Click once at every table, ten at a time."""
    left = iter(sittings)

    async def some() -> None:
        for sitting in left:
            while await click(client, sitting) is None:
                pass

    await asyncio.gather(*(some() for _ in range(10)))


async def clicking(
    client: Client,
    processes: Sequence[Process],
    sittings: Sequence[Sitting],
    seconds: float,
    pause: float = 0.0,
) -> Figure:
    """Click as all players, with random pauses of `pause` seconds on average."""
    took: list[float | None] = []
    rng = random.Random(1)
    started, cpu = time.perf_counter(), sum(one.cpu() for one in processes)
    end = started + seconds

    async def one(sitting: Sitting) -> None:
        await asyncio.sleep(min(rng.random() * pause, seconds))
        while time.perf_counter() < end:
            took.append(await click(client, sitting))
            await asyncio.sleep(pause and min(2 * rng.random() * pause, end - time.perf_counter()))

    await asyncio.gather(*map(one, sittings))
    spent = time.perf_counter() - started
    used = (sum(one.cpu() for one in processes) - cpu) * 1000 / max(len(took), 1)
    answered = [ms for ms in took if ms is not None]
    half, most = shares(answered, 0.5, 0.99)
    return Figure(len(answered) / spent, half, most, used, len(took) - len(answered))


def shares(values: Iterable[float], *parts: float) -> list[float]:
    """Return the value that each of these parts of all values doesn't exceed."""
    ordered = sorted(values) or [float("nan")]
    return [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in parts]
