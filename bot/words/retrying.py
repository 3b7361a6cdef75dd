"""Retries: how one thing that has failed is done again, after pauses that may grow or be ended."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, stop_never

_T = TypeVar("_T")


def growing(failures: int, first: float, longest: float) -> float:
    """Return the seconds of the pause after failures in a row: each is twice as long."""
    return min(longest, first * 2.0 ** min(failures - 1, 20)) if failures > 0 else 0.0


class Nap:
    """A sleep until a time has passed, or until `wake` is called, also before the sleep."""

    def __init__(self) -> None:
        self.woken = False
        self._sleep: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """End the sleep, or the next one at once."""
        self.woken = True
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep(self, seconds: float) -> bool:
        """Sleep, and return True if it was ended.

        A cancellation of the sleep alone counts as one of the sleeper.
        """
        if not self.woken:
            sleep = self._sleep = asyncio.ensure_future(asyncio.sleep(seconds))
            try:
                await asyncio.wait({sleep})
            finally:
                sleep.cancel()
                self._sleep = None
            if sleep.cancelled() and not self.woken:
                raise asyncio.CancelledError
        woken, self.woken = self.woken, False
        return woken


async def retrying(
    work: Callable[[], Awaitable[_T]],
    again: type[Exception] | Callable[[BaseException], bool],
    first: float,
    longest: float = 0.0,
    *,
    tries: int = 0,
    report: Callable[[Any, float], object] = lambda error, seconds: None,
) -> _T:
    """Do that until it succeeds, or raise an error not of a kind that is tried `again`.

    The first pause has `first` seconds, and none more than `longest`. Without `tries` there is no
    end. `report` logs an error, and the seconds until the next try.
    """

    # The library costs more than most work, so it learns of the first try only if that fails.
    failed = list[Exception]()
    try:
        return await work()
    except Exception as error:
        failed.append(error)

    # It awaits coroutine functions alone.
    async def attempt() -> _T:
        if failed:
            raise failed.pop()
        return await work()

    def passes(error: BaseException) -> bool:
        return isinstance(error, again) if isinstance(again, type) else again(error)

    tried = AsyncRetrying(
        retry=retry_if_exception(passes),
        wait=lambda state: growing(state.attempt_number, first, max(first, longest)),
        stop=stop_after_attempt(tries) if tries else stop_never,
        before_sleep=lambda state: report(state.outcome.exception(), state.upcoming_sleep),  # type: ignore
        reraise=True,
    )
    return await tried(attempt)
