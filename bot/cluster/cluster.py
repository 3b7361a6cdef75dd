"""The processes on one database: heartbeats, owners of tables, and notifications."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextvars import copy_context
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import discord

from ..storage import Database
from ..storage.fence import SERVING
from ..storage.listen import ALIVE_SECONDS, BEAT, MISSED, Line
from ..storage.ownership import Owned
from ..wire.faults import NOT_THROUGH
from ..wire.modal import TYPED, on_message
from ..wire.ui import Address
from ..words.errors import NotOwner, StorageError
from .arrived import ARRIVED, Arrived, Wire
from .forwarding import Forwarding, too_often
from .takeover import Takeover

_log = logging.getLogger(__name__)

# Heartbeats between two comparisons of the owned tables with the database.
_ALL_BEATS = 10
# Time limit in seconds for work in flight at the end.
_ENDING = 1.0
# Claimed tables are collected this number of seconds, then taken up together.
_TOGETHER = 0.1

Handlers = Mapping[str, Callable[..., Awaitable[None]]]
Give = Callable[[int], Awaitable[None]]


class Peers(Protocol):
    """The other processes, as the rooms above use them."""

    def notify(self, what: str, number: int, **more: Any) -> None:
        """Notify all other processes of a change."""

    async def pass_on(
        self,
        interaction: discord.Interaction[discord.Client],
        error: NotOwner,
        *,
        public: bool = False,
    ) -> None:
        """Forward an unanswered interaction to the owner of its table.

        Raises StorageError if that was tried too often.
        """

    def answered(self) -> None:
        """Note that the interaction of this task is answered."""


class Alone:
    """The peers of a bot that has its database for itself: none."""

    def notify(self, what: str, number: int, **more: Any) -> None:
        """Do nothing."""

    async def pass_on(
        self,
        interaction: discord.Interaction[discord.Client],
        error: NotOwner,
        *,
        public: bool = False,
    ) -> None:
        """Raise the error, because no other process is there."""
        raise error

    def answered(self) -> None:
        """Do nothing."""


class Cluster:
    """This process among those that share a database on PostgreSQL."""

    def __init__(self, database: Database, shards: Collection[int] | None) -> None:
        self.name = secrets.token_hex(6)
        self.owned = Owned(self.name)
        database.share(self.owned)
        self.takeover = Takeover(self, shards)
        self.line = Line(database.arguments, self.name, self._notified, self._called, self._missed)
        self.forwarding = Forwarding(
            self.line, serve=self.serve, own=self._own, reroute=self._reroute, defer=self._defer
        )
        self._state: Any = None
        self._parse: Callable[[Wire], None] = _ignored
        self._unsent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._handlers: Handlers = {}
        self._claimed: set[int] = set()
        self._beaten = time.monotonic()
        self._beats = 0
        self._alive: set[str] = set()

    # Interactions

    def receive(self, state: Any) -> None:
        """Stand before discord.py: see each interaction as Discord sends it."""
        self._state = state
        self._parse = state.parsers["INTERACTION_CREATE"]
        state.parsers["INTERACTION_CREATE"] = self.arrived

    def arrived(self, data: Wire) -> None:
        """Serve an interaction here, or forward it."""
        arrived = Arrived(data, time.time())
        if self.takeover.asked and time.monotonic() - self._beaten < MISSED:
            self._route(arrived)
        else:
            self._begin(self._route_later(arrived))

    async def _route_later(self, arrived: Arrived) -> None:
        """Serve or forward an interaction once this process knows what it owns."""
        await self.takeover.ready_to_serve()
        with contextlib.suppress(StorageError):
            await self._compare()
        self._route(arrived)

    def _route(self, arrived: Arrived) -> None:
        if not self.takeover.mine(arrived.id):
            return
        table_id = _table_of(arrived.data)
        if table_id and table_id not in self.owned:
            self.forwarding.send(arrived, table_id)
        else:
            self.serve(arrived)

    def serve(self, arrived: Arrived) -> None:
        """Serve an interaction as if Discord had just sent it to this process."""
        copy_context().run(self._serve_in_context, arrived)

    def _serve_in_context(self, arrived: Arrived) -> None:
        ARRIVED.set(arrived)
        SERVING.set(arrived.id if arrived.forwarded else 0)
        self._parse(arrived.data)
        if arrived.data["type"] == discord.InteractionType.autocomplete.value:
            # It changes nothing, so a second try is useless.
            self.answered()

    async def pass_on(
        self,
        interaction: discord.Interaction[discord.Client],
        error: NotOwner,
        *,
        public: bool = False,
    ) -> None:
        """Forward an interaction to the owner of its table, deferred or not.

        Raises StorageError if that was tried too often.
        """
        arrived = ARRIVED.get()
        if arrived is None or too_often(arrived):
            raise StorageError(str(error)) from error
        deferred = arrived.deferred or interaction.response.is_done()
        # Nothing here answers it any more.
        arrived.passing = True
        again = replace(arrived, deferred=deferred, public=public, passing=False)
        self.forwarding.send(again, error.table_id)

    def answered(self) -> None:
        """Note that the interaction of this task is answered."""
        arrived = ARRIVED.get()
        if arrived is not None and arrived.forwarded and not arrived.passing:
            self.forwarding.served(arrived.id)

    async def _defer(self, arrived: Arrived) -> None:
        interaction = discord.Interaction[discord.Client](data=arrived.data, state=self._state)  # type: ignore[arg-type]
        new = not on_message(interaction)
        with contextlib.suppress(*NOT_THROUGH):
            private = new and not arrived.public
            await interaction.response.defer(ephemeral=private, thinking=new)

    # Processes

    @property
    def others(self) -> list[str]:
        """The live processes beside this one."""
        return sorted(self._alive - {self.name})

    def notify(self, what: str, number: int, **more: Any) -> None:
        """Notify all other processes of a change."""
        self._unsent.put_nowait({"what": what, "number": number, **more})

    async def join(self) -> None:
        """Join the cluster and own all tables without an owner. Raises StorageError."""
        _log.info("process %s shares the database with others", self.name)
        self._alive = await self.line.seen()
        while claimed := await self.line.claim():
            self.owned.own(claimed)

    async def run(self, handlers: Handlers) -> None:
        """Serve the peers' notifications, by kind, until cancelled."""
        self._handlers = {**handlers, "given": self._given, **self.takeover.handlers}
        await self._compare()
        beside = [
            asyncio.ensure_future(self._notify_all()),
            asyncio.ensure_future(self.forwarding.watch()),
        ]
        try:
            while True:
                await self._beat()
                await asyncio.sleep(BEAT)
        finally:
            for task in beside:
                task.cancel()

    async def give_all(
        self, hand_over: Callable[[int, Give], Awaitable[None]], seconds: float
    ) -> None:
        """Give every table to the process that follows this one, or else to another.

        `hand_over(table_id, give)` calls `give` when nothing at the table is in flight. Tables that
        take longer stay here, and others take them over when this process is gone.
        """
        to = [self.takeover.younger] if self.takeover.younger in self._alive else self.others
        giving = [
            asyncio.ensure_future(hand_over(table_id, partial(self._give, to[number % len(to)])))
            for number, table_id in enumerate(sorted(self.owned.all) if to else ())
        ]
        if not giving:
            return
        _, late = await asyncio.wait(giving, timeout=seconds)
        for task in late:
            task.cancel()
        for error in await asyncio.gather(*giving, return_exceptions=True):
            if isinstance(error, StorageError):
                _log.warning("a table isn't given away: %s", error)

    async def _give(self, to: str, table_id: int) -> None:
        if table_id in self.owned:
            await self.line.give(table_id, self.owned.epoch(table_id), to)
            self.owned.lose(table_id)

    async def leave(self) -> None:
        """Take no more interactions, and send the notifications that still wait."""
        self._handlers = {}
        self.forwarding.stop_taking()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ENDING):
                await self.forwarding.rest()
        if self._tasks:
            await asyncio.wait({*self._tasks}, timeout=_ENDING)

    async def close(self) -> None:
        """Leave the cluster: others take over at once."""
        await self.leave()
        late = [*self._tasks]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        try:
            while not self._unsent.empty():
                await self.line.notify(self._unsent.get_nowait())
            await self.line.gone()
        except StorageError as error:
            _log.warning("the other processes will notice by themselves: %s", error)
        await self.line.close()

    async def _notify_all(self) -> None:
        while True:
            said = await self._unsent.get()
            try:
                await self.line.notify(said)
            except StorageError as error:
                _log.error("can't notify other processes: %s", error)

    async def _beat(self) -> None:
        try:
            alive = await self.line.seen()
            if not self._handlers:
                # It is leaving: it takes nothing more.
                return
            dead, self._alive = self._alive - alive, alive
            self._dispatch("processes", len(alive), names=frozenset(alive))
            late = time.monotonic() - self._beaten
            self._beaten = time.monotonic()
            self._beats += 1
            if late > ALIVE_SECONDS:
                _log.warning("not seen for %.0f s: others may have taken over", late)
            if late > ALIVE_SECONDS or self._beats % _ALL_BEATS == 0:
                await self._compare()
                await self.line.tidy()
            if dead or self._beats % _ALL_BEATS == 0:
                await self._claim()
        except StorageError as error:
            _log.error("can't reach the other processes: %s", error)

    async def _claim(self) -> None:
        while claimed := await self.line.claim():
            _log.info("taken over: %d tables", len(claimed))
            self._take_up(claimed)
        await self.line.reroute()

    async def _own(self, table_id: int) -> None:
        self._take_up(await self.line.claim(table_id))
        await self._compare()

    async def _reroute(self) -> None:
        for table_id in await self.line.orphaned():
            self._take_up(await self.line.claim(table_id))
        await self.line.reroute()

    async def _compare(self) -> None:
        """Own what the database says, and nothing else."""
        before = self.owned.all
        self._take_up(self.owned.keep(before, await self.line.mine()))

    def _take_up(self, epochs: Mapping[int, int]) -> None:
        """Own these tables, and take up soon what has to be done there."""
        if not epochs:
            return
        self.owned.own(epochs)
        if not self._claimed:
            asyncio.get_running_loop().call_later(_TOGETHER, self._take_up_all)
        self._claimed.update(epochs)

    def _take_up_all(self) -> None:
        self._claimed.clear()
        self._dispatch("claimed", 0)

    async def _given(self, number: int, to: str, epoch: int) -> None:
        if to == self.name:
            self._take_up({number: epoch})

    def _notified(self, said: dict[str, Any]) -> None:
        self._dispatch(said.pop("what"), said.pop("number"), **said)

    def _called(self, numbers: list[int]) -> None:
        self.forwarding.take(numbers)

    def _missed(self) -> None:
        if self._handlers:
            self._begin(self._look_at_all())

    async def _look_at_all(self) -> None:
        """Read from the database what missed notifications may have said."""
        await self._compare()
        await self._reroute()

    def _dispatch(self, what: str, number: int, **more: Any) -> None:
        if what in self._handlers:
            self._begin(self._handlers[what](number, **more))

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Future[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("can't serve a notification: %r", error, exc_info=error)


def _ignored(_data: Wire) -> None:
    """Do nothing: no interaction comes yet."""


def _table_of(data: Wire) -> int:
    """Return the table of a click or form, or 0. A command finds its table by itself."""
    if data["type"] not in {kind.value for kind in TYPED}:
        return 0
    address = Address.parse(data["data"].get("custom_id", ""))
    return 0 if address is None else address.table_id
