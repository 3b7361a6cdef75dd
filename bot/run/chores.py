"""Background tasks of a process that log their failures, and deletion by age."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from ..clicks.answers import Bot
from ..storage import hashes
from ..storage.finished import expire
from ..words.errors import StorageError
from ..words.metrics import Metrics
from ..words.retrying import retrying
from .jobs import DAY, HOUR, job

_log = logging.getLogger(__name__)

# Seconds before a failed task starts again.
_AGAIN = 10.0
# Seconds between two steps of one deletion.
_STEP = 1.0
_COUNTED = {
    "moves": "shinrisen_moves_total",
    "clicks and commands": "shinrisen_answer_seconds_count",
    "requests to Discord": "shinrisen_requests_total",
    "refusals": "shinrisen_refusals_total",
}


class Chores:
    """Background tasks, restarted on failure. A task that returns is done."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Start a background task. `name` describes it in the log."""
        told = "%s failed; retrying in %.0f s"
        tries = retrying(
            work,
            Exception,
            _AGAIN,
            report=lambda error, seconds: _log.error(told, name, seconds, exc_info=error),
        )
        self._tasks.append(asyncio.ensure_future(tries))

    async def end(self) -> None:
        """Stop all tasks."""
        # Dropped at once: the cancelled tasks' exceptions reference all they worked on.
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def hourly(
    metrics: Metrics,
    tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]],
    seconds: float = HOUR,
) -> None:
    """Log what was done in each hour, without an end. `tables` counts the open ones."""
    before = metrics.totals()
    while True:
        await asyncio.sleep(seconds)
        after = metrics.totals()
        _log.info("the last hour: %s", line(before, after, await _open(tables)))
        before = after


def line(before: Mapping[str, float], after: Mapping[str, float], tables: int | None) -> str:
    """Return the growth of the counted figures, and the number of open tables."""
    grown = [
        f"{after.get(name, 0) - before.get(name, 0):.0f} {what}" for what, name in _COUNTED.items()
    ]
    return ", ".join([*grown, f"{'unknown' if tables is None else tables} open tables now"])


async def _open(tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]]) -> int | None:
    try:
        return sum((await tables()).values())
    except StorageError:
        return None


@job("matches", every=HOUR)
async def expire_matches(bot: Bot, _: int) -> None:
    """Delete finished matches older than the host's number of days."""
    days, deleted = bot.settings.keep_days, 0
    while days and (step := await expire(bot.database, bot.now() - days * DAY)):
        deleted += step
        await asyncio.sleep(_STEP)
    if deleted:
        _log.info("deleted %d matches that ended more than %g days ago", deleted, days)


@job("hashes", every=HOUR)
async def expire_hashes(bot: Bot, _: int) -> None:
    """Delete the hashes of ids whose limits have ended."""
    await hashes.expire(bot.database, bot.now())
