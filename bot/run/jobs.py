"""Jobs: what is to be done at a time. A feature declares them, and the clock rings them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..storage import Database
from ..storage import jobs as stored
from ..words.parts import declared

_log = logging.getLogger(__name__)

HOUR, DAY = 3600.0, 86_400.0
# Seconds between two renewals of a claim.
_RENEWED = stored.CLAIMED / 3

Handler: TypeAlias = Callable[[Any, int], Awaitable[float | None]]
"""Does a job of a subject, and returns its next time. The first argument is its cog or the bot."""


@dataclass(frozen=True, slots=True)
class Job:
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
    """The jobs of a bot. Of several processes one does each at a time.

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
        """Stop all jobs. Those that ran are due again after their claims."""
        tasks = [*self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def ring(self) -> float | None:
        """Start all that is due, and return the time of the next job."""
        now, coming = self._now(), list[float]()
        for kind, subject, due_at, claimed_until in await stored.earliest(
            self._database, self.kinds
        ):
            at, key = max(due_at, claimed_until), (kind, subject)
            if at > now:
                coming.append(at)
            elif key not in self._running:
                self._running[key] = asyncio.ensure_future(self._do(*key))
        return min(coming, default=None)

    async def _do(self, kind: str, subject: int) -> None:
        """Do a job, if it can be claimed. A failed one stays claimed, as one of a dead process."""
        (one, owner), first = self.kinds[kind], None
        try:
            first = until = await stored.claim(self._database, kind, subject, self._now())
            if first is None or until is None:
                return
            working = asyncio.ensure_future(one.run(owner, subject))
            try:
                while not (await asyncio.wait({working}, timeout=_RENEWED))[0]:
                    now = self._now()
                    until = await stored.renew(self._database, kind, subject, until, now)
            finally:
                working.cancel()
            due_at = working.result()
            if due_at is None and one.every is not None:
                due_at = self._now() + one.every
            await stored.finish(self._database, kind, subject, first, until, due_at)
        except Exception:
            _log.exception("the job %s failed; retrying in %.0f s", kind, stored.CLAIMED)
        finally:
            del self._running[kind, subject]
            # Without a claim, the clock looks again by itself.
            if first is not None:
                self._changed()
