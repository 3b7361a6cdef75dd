"""Waits by repeated looks, where no event announces a change."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from . import LIMIT

T = TypeVar("T")


async def until(so: Callable[[], object], seconds: float = LIMIT) -> None:
    """Wait until a condition is true. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not so():
            await asyncio.sleep(0.05)


async def found(
    ask: Callable[[], Awaitable[T]], so: Callable[[T], object] = bool, seconds: float = LIMIT
) -> T:
    """Ask until the answer is so, and return it. Raises TimeoutError with the last one."""
    end = time.monotonic() + seconds
    while not so(answer := await ask()):
        if time.monotonic() > end:
            raise TimeoutError(f"not so for {seconds:.0f} s: {answer}")
        await asyncio.sleep(0.05)
    return answer
