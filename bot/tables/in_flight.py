"""In-flight interactions. None begun before a data deletion may write after it.

An interaction's number is its Discord id, which grows with time.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from games.errors import N_

from ..words.errors import TableError

Task = asyncio.Task[Any]

# The most interactions known as begun.
_KNOWN = 10_000


@dataclass(frozen=True, eq=False, slots=True)
class InFlight:
    """The interactions in flight by person, and the interaction of each person's data deletion."""

    _under_way: dict[int, dict[int, Task]] = field(default_factory=dict)
    _forgotten: dict[int, int] = field(default_factory=dict)
    _none: asyncio.Event = field(default_factory=asyncio.Event)
    _begun: dict[int, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._none.set()

    def first(self, number: int) -> bool:
        """Return True once for each interaction: Discord delivers some again after a RESUME."""
        if number in self._begun:
            return False
        self._begun[number] = None
        if len(self._begun) > _KNOWN:
            del self._begun[next(iter(self._begun))]
        return True

    def begin(self, user_id: int, number: int, task: Task) -> None:
        """Register a person's interaction until its task is done."""
        acts = self._under_way.setdefault(user_id, {})
        acts[number] = task
        self._none.clear()
        task.add_done_callback(lambda _: self._end(user_id, number))

    def _end(self, user_id: int, number: int) -> None:
        acts = self._under_way.get(user_id, {})
        acts.pop(number, None)
        if not acts:
            self._under_way.pop(user_id, None)
        if not self._under_way:
            self._none.set()

    async def none(self) -> None:
        """Wait until no interaction is in flight."""
        while self._under_way:
            await self._none.wait()

    def check(self, user_id: int, number: int) -> None:
        """Raise TableError for what was clicked before a person had everything deleted."""
        if number < self._forgotten.get(user_id, 0):
            raise TableError(N_("You have had everything deleted since you did that."))

    async def forget(self, user_id: int, number: int) -> None:
        """Begin nothing older of theirs from now on, and wait for what has begun."""
        self._forgotten[user_id] = max(number, self._forgotten.get(user_id, 0))
        older = [act for n, act in self._under_way.get(user_id, {}).items() if n < number]
        if older:
            await asyncio.wait(older)


PATIENCE = 0.25
"""Seconds that something waits for its moment at most: where many click there may be none."""


class Idle:
    """Runs background work between clicks. `patience` limits a job's wait in seconds."""

    def __init__(self, acts: InFlight, patience: float = PATIENCE) -> None:
        self._acts = acts
        self._patience = patience
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until earlier jobs are done and no click is in service, or `patience` ends."""
        mine = False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience):
                    mine = await self._turn.acquire()
                    await self._acts.none()
            yield
        finally:
            if mine:
                self._turn.release()
