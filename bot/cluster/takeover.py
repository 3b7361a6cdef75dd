"""Rolling restarts: two processes on the same shards agree on the one that serves an interaction.

For some seconds Discord sends all interactions to both. The older process serves them until the
younger is ready. Then it names the first interaction, by its number, of the younger process.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import Any, Protocol

import discord

_log = logging.getLogger(__name__)

# Seconds until a process that has not answered is asked again, and until it counts as dead.
_AGAIN, _ASKING = 0.5, 3.0
# Later interactions belong to the younger process. By then both processes agree on that.
_AHEAD = timedelta(seconds=1)
# Longest delay of an interaction on its way to the older process.
_LATE = timedelta(seconds=0.3)


class Voice(Protocol):
    """The way to the other processes, given by the caller."""

    name: str

    @property
    def others(self) -> list[str]:
        """The live processes beside this one."""

    def notify(self, what: str, number: int, **more: Any) -> None:
        """Notify all other processes of a change."""


class Takeover:
    """The share of a process in its shards' interactions, beside an older or younger process.

    An interaction's number is Discord's id of it: it grows with time.
    """

    def __init__(self, cluster: Voice, shards: Collection[int] | None) -> None:
        self._cluster = cluster
        self._shards = None if shards is None else sorted(shards)
        self._older: set[str] = set()
        self.younger: str | None = None
        self._from = 0
        self._until: int | None = None
        self._newest = 0
        self._ready = False
        self._asked = asyncio.Event()
        # Processes that have not answered yet.
        self._silent: set[str] = set()
        self._answered = asyncio.Event()

    @property
    def handlers(self) -> dict[str, Callable[..., Awaitable[None]]]:
        """Handlers of the other process's messages, by kind."""
        return {
            "coming": self._coming,
            "serving": self._serving,
            "elsewhere": self._elsewhere,
            "ready": self._other_ready,
            "yours": self._yours,
        }

    async def ask(self) -> None:
        """Find out whether others serve these shards already. A process may answer late."""
        self._silent.update(self._cluster.others)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ASKING):
                while self._silent:
                    self._say("coming", shards=self._shards)
                    self._answered.clear()
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_AGAIN):
                            await self._answered.wait()
        self._asked.set()

    @property
    def asked(self) -> bool:
        """True once it is known whether others serve these shards."""
        return self._asked.is_set()

    async def ready_to_serve(self) -> None:
        """Wait until it is known whether others serve these shards."""
        await self._asked.wait()

    def mine(self, number: int) -> bool:
        """Return True if the interaction of that number is this process's to serve."""
        self._newest = max(self._newest, number)
        until = self._until
        return not self._older and self._from <= number and (until is None or number < until)

    def ready(self) -> None:
        """All shards are connected: an older process may leave them to this one."""
        self._ready = True
        self._want()

    def alive(self, names: Collection[str]) -> None:
        """Note the live processes. A missing one serves nothing."""
        self._older.intersection_update(names)
        self._heard(self._silent.difference(names))
        if self.younger is not None and self.younger not in names:
            self.younger = self._until = None
        self._want()

    async def left(self) -> None:
        """Wait until all that is this process's to serve has reached it."""
        if self._until is not None:
            last = discord.utils.snowflake_time(self._until) + _LATE
            await asyncio.sleep((last - discord.utils.utcnow()).total_seconds())

    def _want(self) -> None:
        if self._ready and self._older:
            self._say("ready", shards=self._shards)

    def _say(self, what: str, number: int = 0, **more: Any) -> None:
        self._cluster.notify(what, number, by=self._cluster.name, **more)

    def _heard(self, names: Collection[str]) -> None:
        self._silent.difference_update(names)
        if not self._silent:
            self._answered.set()

    async def _coming(self, _number: int, by: str, shards: list[int] | None) -> None:
        serves = shards == self._shards and self._until is None
        # Only one of two processes that start together is the older.
        older = self.asked or self._cluster.name < by
        self._say("serving" if serves and older else "elsewhere", to=by)

    async def _serving(self, _number: int, by: str, to: str) -> None:
        if to == self._cluster.name:
            self._older.add(by)
            self._heard({by})

    async def _elsewhere(self, _number: int, by: str, to: str) -> None:
        if to == self._cluster.name:
            self._heard({by})

    async def _other_ready(self, _number: int, by: str, shards: list[int] | None) -> None:
        if shards != self._shards:
            return
        self.younger = by
        if self._until is None:
            now = discord.utils.snowflake_time(self._newest)
            ahead = max(now, discord.utils.utcnow()) + _AHEAD
            self._until = discord.utils.time_snowflake(ahead)
            _log.info("process %s serves the same shards from now on: end this one", by)
        self._say("yours", self._until, to=by)

    async def _yours(self, number: int, by: str, to: str) -> None:
        if to == self._cluster.name:
            self._from = max(self._from, number)
            self._older.discard(by)
            _log.info("serves the shards of process %s from now on", by)
