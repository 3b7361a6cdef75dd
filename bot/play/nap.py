"""A task's sleep that others can end."""

import asyncio


class Nap:
    """A sleep until a time has passed, or until `wake` is called, also before the sleep."""

    def __init__(self) -> None:
        self._woken = False
        self._sleep: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """End the sleep, or the next one at once."""
        self._woken = True
        if self._sleep is not None:
            self._sleep.cancel()

    async def sleep(self, seconds: float) -> None:
        """Sleep. A cancellation of the sleep alone counts as one of the sleeper."""
        if not self._woken:
            sleep = self._sleep = asyncio.ensure_future(asyncio.sleep(seconds))
            try:
                await asyncio.wait({sleep})
            finally:
                sleep.cancel()
                self._sleep = None
            if sleep.cancelled() and not self._woken:
                raise asyncio.CancelledError
        self._woken = False
