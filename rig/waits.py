"""Waits for what another process does: it has no event of ours to wait for."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from . import LIMIT

T = TypeVar("T")


async def until(so: Callable[[], object], seconds: float = LIMIT) -> None:
    """Wait until a condition is true. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not so():
            await asyncio.sleep(0.02)


async def found(
    ask: Callable[[], Awaitable[T]], so: Callable[[T], object] = bool, seconds: float = LIMIT
) -> T:
    """Ask until the answer is so, and return it. Raises TimeoutError."""
    async with asyncio.timeout(seconds):
        while not so(answer := await ask()):
            await asyncio.sleep(0.05)
    return answer
