"""The processes on one database, by Discord's shards: clicks that hop, and what all must hear.

A click that arrives where its table isn't, as in direct messages, is handed to the process of the
table's shard by a row. The transaction that carries it out empties the row.
"""

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import orjson

from ..storage import Database
from ..storage.fence import CLICK, Click
from ..storage.listen import Line, Sent
from ..storage.shards import Held, Locks
from ..wire.modal import TYPED
from ..wire.ui import Address
from ..words.errors import NotOwner, StorageError
from .arrived import ARRIVED, Arrived, Wire

_log = logging.getLogger(__name__)

# Seconds until a click is taken back whose table's process doesn't begin. Discord waits 3 s.
_BACK = 1.5
# Seconds between two looks at the clicks handed on, and looks between two that tidy up.
_LOOK, _TIDY = 0.5, 20
# Seconds that Discord waits for an answer: clicks as old are served after a change of process.
_ANSWER = 3.0
# Seconds for gathering clicks, and the age of the last statement that makes it worthwhile.
_GATHER, _BUSY = 0.01, 0.05
# A notification has room for 8,000 bytes, so for some 400 numbers.
_MOST = 200
# Interactions and tables known at most.
_KNOWN = 10_000
# Seconds between two looks at an errand and between two tries to begin, and those for work in
# flight to end.
_ERRAND, _AGAIN, _ENDING = 0.2, 1.0, 1.0
# The age of interactions that the next process may have seen, too.
_LATEST = timedelta(seconds=2 * _ANSWER)

Work = Callable[[int, int], Awaitable[None]]


class Alone:
    """The peers of a bot that has its database for itself: none."""

    def notify(self, what: str, number: int) -> None:
        """Do nothing."""

    async def everywhere(self, what: str, user_id: int, number: int, seconds: float = 0) -> None:
        """Do nothing."""

    async def pass_on(
        self, interaction: discord.Interaction[discord.Client], error: NotOwner
    ) -> None:
        """Raise the error, because no other process is there."""
        raise error

    async def deferring(self) -> None:
        """Do nothing."""

    def answered(self) -> None:
        """Do nothing."""


class Cluster:
    """This process among those that share a database on PostgreSQL."""

    def __init__(self, database: Database, count: int, shards: Collection[int]) -> None:
        arguments = database.arguments or {}
        self.held = Held(database.name, count, shards)
        database.share(self.held)
        self.among: Callable[[int], None] = lambda processes: None
        self.locks = Locks(arguments, self.held, lambda processes: self.among(processes))
        self.line = Line(
            arguments, self.held.shards, self._heard, self._called, partial(self._heard, "all", 0)
        )
        self._parse: Callable[[Wire], object] = lambda data: None
        self._handlers: Mapping[str, Work] = {}
        # All interactions that this process has begun with, in order.
        self._begun: dict[int, None] = {}
        self._early = deque[Arrived]()
        self._shard_of: dict[int, int] = {}
        self._outgoing: list[tuple[Arrived, int]] = []
        self._sent: dict[int, tuple[Arrived, float]] = {}
        self._served: list[int] = []
        self._working: asyncio.Task[None] | None = None
        self._worked = 0.0
        self._errands = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._leaving = False

    # Interactions

    def receive(self, state: Any) -> None:
        """Stand before discord.py: see each interaction as Discord sends it."""
        self._parse = state.parsers["INTERACTION_CREATE"]
        state.parsers["INTERACTION_CREATE"] = self.arrived

    def arrived(self, data: Wire) -> None:
        """Serve an interaction here, or hand it on."""
        arrived = Arrived(data, time.time())
        if self.held.held and not self._leaving:
            self._route(arrived)
        else:
            # The process before this one serves it, if it still can.
            self._early.append(arrived)
            while self._early[0].age > _ANSWER:
                self._early.popleft()

    def _route(self, arrived: Arrived) -> None:
        if not self._begin(arrived):
            return
        guild_id, table_id = arrived.data.get("guild_id"), _table_of(arrived.data)
        if guild_id is not None:
            self._go(arrived, self.held.of(int(guild_id)))
        elif not table_id:
            self.serve(arrived)
        elif table_id in self._shard_of:
            self._go(arrived, self._shard_of[table_id])
        else:
            self._do(self._look_up(arrived, table_id))

    async def _look_up(self, arrived: Arrived, table_id: int) -> None:
        guild_id = None
        with contextlib.suppress(StorageError):
            guild_id = await self.line.guild_of(table_id)
        if guild_id is None:
            # It has the answer to a table that is gone, or can't be read now.
            self.serve(arrived)
            return
        _note(self._shard_of, table_id, self.held.of(guild_id))
        self._go(arrived, self._shard_of[table_id])

    def _go(self, arrived: Arrived, shard: int) -> None:
        if shard in self.held.shards:
            self.serve(arrived)
        else:
            self._outgoing.append((arrived, shard))
            self._work_soon()

    def serve(self, arrived: Arrived) -> None:
        """Serve an interaction as if Discord had just sent it to this process."""
        copy_context().run(self._serve_in_context, arrived)

    def _serve_in_context(self, arrived: Arrived) -> None:
        ARRIVED.set(arrived)
        CLICK.set(Click(arrived.id))
        self._parse(arrived.data)
        if arrived.data["type"] == discord.InteractionType.autocomplete.value:
            # It changes nothing, so a second try is useless.
            self.answered()

    async def pass_on(
        self, interaction: discord.Interaction[discord.Client], error: NotOwner
    ) -> None:
        """Hand an interaction to the process of a shard, once. Raises StorageError otherwise."""
        arrived = ARRIVED.get()
        lost = error.shard in self.held.shards
        if arrived is None or (arrived.hopped and not lost):
            raise StorageError(str(error)) from error
        arrived.deferred |= interaction.response.is_done()
        # Nothing here answers it any more. Another process has a lost shard, and the click, too.
        arrived.passing = True
        if not lost:
            self._go(arrived, error.shard)

    async def deferring(self) -> None:
        """Note that Discord is about to hear of an answer to the interaction of this task."""
        arrived = ARRIVED.get()
        if arrived is not None and arrived.hopped and not arrived.deferred:
            await self._try(self.line.defer(arrived.id))

    def answered(self) -> None:
        """Note that the interaction of this task is answered."""
        arrived, click = ARRIVED.get(), CLICK.get()
        if arrived is None or click is None or arrived.passing:
            return
        if arrived.hopped and not click.carried:
            self._served.append(arrived.id)
            self._work_soon()
        click.carried = True

    def _begin(self, arrived: Arrived) -> bool:
        """Return True once for each interaction: Discord delivers some again after a RESUME."""
        if arrived.id in self._begun:
            return False
        _note(self._begun, arrived.id, None)
        return True

    # Clicks that hop

    def _work_soon(self) -> None:
        if self._working is None:
            self._working = asyncio.ensure_future(self._work())

    async def _work(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            while self._outgoing or self._served:
                if clock() - self._worked < _BUSY:
                    # Clicks that come together share their statements.
                    await asyncio.sleep(_GATHER)
                self._worked = clock()
                await self._send_some()
                if served := self._served:
                    self._served = []
                    await self._try(self.line.done(served))
        finally:
            self._working = None

    async def _send_some(self) -> None:
        batch, self._outgoing = self._outgoing[:_MOST], self._outgoing[_MOST:]
        rows = [
            Sent(one.id, one.came_at, shard, orjson.dumps(one.data).decode(), one.deferred)
            for one, shard in batch
        ]
        done = not rows or await self._try(self.line.send(rows))
        for one, _ in batch:
            if done:
                self._sent[one.id] = one, time.monotonic()
            else:
                self._give_up(one, away=True)

    async def _watch(self) -> None:
        """Look after the clicks that were handed on, and tidy up, until cancelled."""
        looks = 0
        while True:
            await asyncio.sleep(_LOOK)
            looks += 1
            since = time.monotonic() - _BACK
            if late := [number for number, (_, at) in self._sent.items() if at < since]:
                await self._try(self._look(late))
            if self.held.held and looks % _TIDY == 0:
                await self._try(self._run_errands())
                await self._try(self.line.tidy())

    async def _look(self, late: Collection[int]) -> None:
        looked = {one.id: one for one in await self.line.look(late)}
        for number in late:
            one = looked.get(number)
            if one is not None and one.waits and not one.back:
                continue
            arrived, _ = self._sent.pop(number)
            if one is not None and (one.back or not one.alive):
                self._give_up(arrived, away=one.back)

    def _give_up(self, arrived: Arrived, *, away: bool) -> None:
        """Answer a click that was taken back, or carried out by a process that died then."""
        arrived.passing, arrived.away, arrived.acted = False, away, not away
        self.serve(arrived)

    def _called(self, numbers: Collection[int] | None) -> None:
        if self.held.held and not self._leaving:
            self._do(self._take(numbers))

    async def _take(self, numbers: Collection[int] | None) -> None:
        for number, data, came_at, deferred in await self.line.waiting(numbers):
            arrived = Arrived(orjson.loads(data), came_at, hopped=True, deferred=deferred)
            if number not in self._begun and self._begin(arrived):
                self.serve(arrived)

    # Broadcasts

    def notify(self, what: str, number: int) -> None:
        """Notify all other processes of a change that they may miss."""
        self._do(self.line.notify(what, number))

    async def everywhere(self, what: str, user_id: int, number: int, seconds: float = 0) -> None:
        """Ask each other shard's process to do something about a person, by a row.

        Wait at most that number of seconds for all of them. Raises StorageError.
        """
        others = [one for one in range(self.held.count) if one not in self.held.shards]
        if not others:
            return
        await self.line.add_errand(what, user_id, number, others)
        until = time.monotonic() + seconds
        while time.monotonic() < until and await self.line.errand_left(what, user_id):  # noqa: ASYNC110
            await asyncio.sleep(_ERRAND)

    def _heard(self, what: str, number: int) -> None:
        if not self.held.held:
            return
        if what in ("errand", "all"):
            self._do(self._run_errands())
        if what == "all":
            self._called(None)
        elif what in self._handlers:
            self._do(self._handlers[what](number, 0))

    async def _run_errands(self) -> None:
        async with self._errands:
            for what, user_id, click_id in await self.line.errands():
                await self._handlers[what](user_id, click_id)
                await self.line.end_errand(what, user_id)

    # Shards

    async def run(self, begin: Callable[[], Awaitable[None]], handlers: Mapping[str, Work]) -> None:
        """Hold the shards until cancelled. Returns once another process has them.

        `begin` starts this process's work. `handlers` do what others ask for, by kind.
        """
        self._handlers = handlers
        # It hears the others from now on.
        await self._try(self.line.ask("SELECT 1"))
        watching = asyncio.ensure_future(self._watch())
        try:
            await self.locks.hold(lambda died: self._do(self._taken(begin, died)))
        finally:
            watching.cancel()

    async def _taken(self, begin: Callable[[], Awaitable[None]], died: bool) -> None:
        self.held.held = True
        while not await self._try(begin()):  # noqa: ASYNC110
            await asyncio.sleep(_AGAIN)
        early = [arrived for arrived in self._early if arrived.age < _ANSWER]
        self._early.clear()
        carried = await self.line.carried([arrived.id for arrived in early]) if early else set()
        for arrived in early:
            if arrived.id not in carried:
                self._route(arrived)
            elif died and self._begin(arrived):
                # It may not have been answered.
                self._give_up(arrived, away=False)
        self._heard("all", 0)

    def leave(self) -> None:
        """Take no more interactions: those that come are the next process's."""
        self._leaving = True

    async def close(self) -> None:
        """End what is in flight here, and let go of the shards."""
        late = {*self._tasks, *([self._working] if self._working else [])}
        if late:
            _, late = await asyncio.wait(late, timeout=_ENDING)
        for task in late:
            task.cancel()
        since = discord.utils.time_snowflake(discord.utils.utcnow() - _LATEST)
        await self.locks.release(number for number in self._begun if number > since)
        await self.line.close()

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._try(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _try(self, work: Awaitable[object]) -> bool:
        """Do that. Return False, and log why, if it failed."""
        try:
            await work
        except StorageError as error:
            _log.error("can't reach the other processes: %s", error)
        except Exception:
            _log.exception("what another process asked for failed")
        else:
            return True
        return False


Peers = Alone | Cluster
"""The other processes, as the rooms above use them."""


def _table_of(data: Wire) -> int:
    """Return the table of a click or form, or 0. A command finds its table by itself."""
    if data["type"] not in {kind.value for kind in TYPED}:
        return 0
    address = Address.parse(data["data"].get("custom_id", ""))
    return 0 if address is None else address.table_id


def _note(known: dict[int, Any], number: int, value: Any) -> None:
    known[number] = value
    if len(known) > _KNOWN:
        del known[next(iter(known))]
