"""The background tasks that delete old matches, and reviews."""

import asyncio
import logging
from collections.abc import Callable

from ..storage import reviews
from ..storage.database import Database
from ..storage.expiry import expire

_log = logging.getLogger(__name__)

_DAY = 86_400.0
# Seconds between two looks, and between two steps of one deletion.
_LOOK, _STEP = 3600.0, 1.0


async def expiring(database: Database, days: float, now: Callable[[], float]) -> None:
    """Delete finished matches older than a number of days, hourly, without an end."""
    while True:
        deleted = 0
        while step := await expire(database, now() - days * _DAY):
            deleted += step
            await asyncio.sleep(_STEP)
        if deleted:
            _log.info("deleted %d matches that ended more than %g days ago", deleted, days)
        await asyncio.sleep(_LOOK)


async def forgetting_reviews(database: Database, now: Callable[[], float]) -> None:
    """Delete reviews that were kept for a week, hourly, without an end."""
    while True:
        await reviews.expire(database, now())
        await asyncio.sleep(_LOOK)
