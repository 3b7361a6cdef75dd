"""One line of the log an hour: the figures of that hour."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from ..words.errors import StorageError
from ..words.metrics import Metrics

_log = logging.getLogger(__name__)

_HOUR = 3600.0
_COUNTED = {
    "moves": "shinrisen_moves_total",
    "clicks and commands": "shinrisen_answer_seconds_count",
    "requests to Discord": "shinrisen_requests_total",
    "refusals": "shinrisen_refusals_total",
}


async def hourly(
    metrics: Metrics,
    tables: Callable[[], Awaitable[Mapping[tuple[str, str], int]]],
    seconds: float = _HOUR,
) -> None:
    """Log the line, without an end. `tables` counts the open ones."""
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
