"""Jobs: what is to be done at a time. A feature declares them, and the clock rings them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from games.core import Frozen

from ..storage import Database
from ..storage import jobs as stored
from ..words.errors import NotOwner
from ..words.parts import declared

_log = logging.getLogger(__name__)

HOUR, DAY = 3600.0, 86_400.0

Handler: TypeAlias = Callable[[Any, int], Awaitable[float | None]]
"""Does a job of a subject, and returns its next time. The first argument is its cog or the bot."""


class Job(Frozen):
    """A kind of job.

    every: seconds until the next run, unless the handler returns a time. Such a job has no subject.
    Without it, each subject has a row of its own, from `set_due` until no next time is returned.
    """

    kind: str
    run: Handler
    every: float | None = None


def job(kind: str, *, every: float | None = None) -> Callable[[Handler], Job]:
    """Declare the function below as a kind of job, in a module or in a cog's class."""
    return lambda run: Job(kind, run, every)


class Jobs:
    """The jobs of a bot. Of several processes each does its servers', that of shard 0 the rest.

    `changed` wakes the clock.
    """

    def __init__(
        self, database: Database, now: Callable[[], float], changed: Callable[[], None]
    ) -> None:
        self._database, self._now, self._changed = database, now, changed
        self.kinds: dict[str, tuple[Job, object]] = {}
        self._running: dict[tuple[str, int], asyncio.Task[None]] = {}

    def bind(self, owner: object, declaring: object) -> None:
        """Take over the jobs that a module or class declares. Their handlers get `owner`."""
        self.kinds |= {one.kind: (one, owner) for one in declared(Job, declaring)}

    async def begin(self) -> None:
        """Store the jobs that have no subject. A job whose time has passed is due at once."""
        standing = [kind for kind, (one, _) in self.kinds.items() if one.every is not None]
        await stored.stand(self._database, standing, self._now())

    async def end(self) -> None:
        """Stop all jobs. Those that ran are due again after a while."""
        tasks = [*self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def ring(self) -> float | None:
        """Start all that is due, and return the time of the next job."""
        now, coming = self._now(), list[float]()
        for kind, subject, at in await stored.earliest(self._database, self.kinds):
            key = (kind, subject)
            if at > now:
                coming.append(at)
            elif key not in self._running:
                self._running[key] = asyncio.ensure_future(self._do(*key))
        return min(coming, default=None)

    async def _do(self, kind: str, subject: int) -> None:
        """Do a job. A failed one stays put off, as one of a dead process."""
        (one, owner), put_off = self.kinds[kind], None
        try:
            put_off = await stored.start(self._database, kind, subject, self._now())
            if put_off is None:
                return
            due_at = await one.run(owner, subject)
            if due_at is None and one.every is not None:
                due_at = self._now() + one.every
            await stored.finish(self._database, kind, subject, put_off, due_at)
        except NotOwner:
            _log.info("another process does the job %s", kind)
        except Exception:
            _log.exception("the job %s failed; retrying in %.0f s", kind, stored.AGAIN)
        finally:
            del self._running[kind, subject]
            # If it wasn't due, the clock looks again by itself.
            if put_off is not None:
                self._changed()
