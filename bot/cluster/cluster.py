"""The processes on one database, by Discord's shards: clicks that hop, and what all must hear.

A click that arrives where its table isn't, as in direct messages, is handed to the process of the
table's shard by a row. The transaction that carries it out empties the row.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import timedelta
from typing import Any

import discord
import orjson

from ..storage import Database, listen
from ..storage.fence import ARRIVED, Arrived, Wire
from ..storage.shards import Held, Locks
from ..wire.modal import TYPED
from ..wire.ui import Address
from ..words.errors import NotOwner, StorageError
from ..words.retrying import retrying

_log = logging.getLogger(__name__)

# Seconds until a click is taken back whose table's process doesn't begin. Discord waits 3 s.
_BACK = 1.5
# Seconds between two looks at the clicks handed on, and looks between two that tidy up.
_LOOK, _TIDY = 0.5, 20
# Seconds that Discord waits for an answer: clicks as old are served after a change of process.
_ANSWER = 3.0
# Interactions and tables known at most.
_KNOWN = 10_000
# Seconds between two looks at an errand and between two tries to begin, and those for work in
# flight to end.
_ERRAND, _AGAIN, _ENDING = 0.2, 1.0, 1.0
# The age of interactions that the next process may have seen, too.
_LATEST = timedelta(seconds=2 * _ANSWER)

Work = Callable[[int, int], Awaitable[None]]


class Cluster:
    """This process among those that share a database on PostgreSQL. On a file there are no others.

    `among` hears, each second, how many processes hold shards.
    """

    def __init__(
        self,
        database: Database,
        count: int = 1,
        shards: Collection[int] = (0,),
        among: Callable[[int], None] = lambda processes: None,
    ) -> None:
        self.held = Held(database.name, count, shards)
        if database.arguments is not None:
            database.held = self.held
            self.locks = Locks(database.arguments, self.held, among)
            its = self.held.shards
            self.line = listen.Line(database.arguments, its, self._called, self._catch_up)
        self._parse: Callable[[Wire], object] = lambda data: None
        self._handlers: Mapping[str, Work] = {}
        # All interactions that this process has begun with, in order.
        self._begun: dict[int, int] = {}
        self._early = deque[Arrived]()
        self._shard_of: dict[int, int] = {}
        self._sent: dict[int, tuple[Arrived, float]] = {}
        # Clicks to hand on, and those of other processes that this one has heard of. Those that
        # come during a query go together with the next one.
        self._out = list[tuple[Arrived, int, str]]()
        self._told = list[int]()
        self._sending, self._taking, self._errands = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._leaving = False

    # Interactions

    def receive(self, state: Any) -> None:
        """Stand before discord.py: see each interaction as Discord sends it."""
        self._parse = state.parsers["INTERACTION_CREATE"]
        state.parsers["INTERACTION_CREATE"] = self.arrived

    def arrived(self, data: Wire) -> None:
        """Serve an interaction here, or hand it on."""
        arrived = Arrived(data, time.time(), early=not self.held.held)
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
        guild_id = arrived.data.get("guild_id")
        # An unknown table is tried here first.
        here = self._shard_of.get(_table_of(arrived.data), self.held.shards[0])
        self._go(arrived, here if guild_id is None else self.held.of(int(guild_id)))

    def _go(self, arrived: Arrived, shard: int) -> None:
        if shard in self.held.shards:
            self.serve(arrived)
            return
        self._out.append((arrived, shard, orjson.dumps(arrived.data).decode()))
        if len(self._out) == 1:
            self._do(self._send())

    def serve(self, arrived: Arrived) -> None:
        """Serve an interaction as if Discord had just sent it to this process."""
        before = ARRIVED.set(arrived)
        try:
            self._parse(arrived.data)
        finally:
            ARRIVED.reset(before)

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
            if table_id := _table_of(arrived.data):
                _note(self._shard_of, table_id, error.shard)
            self._go(arrived, error.shard)

    async def defer(self) -> None:
        """Note that Discord is about to hear of an answer to the interaction of this task."""
        arrived = ARRIVED.get()
        if arrived is not None and arrived.hopped and not arrived.deferred:
            await self._try(self.line.ask(listen.DEFER, arrived.id))

    async def settle(self) -> None:
        """Note that this process has answered the interaction of this task."""
        arrived = ARRIVED.get()
        if arrived is not None and arrived.hopped and not (arrived.passing or arrived.carried):
            arrived.carried = True
            await self._try(self.line.ask(listen.DONE, arrived.id))

    def _begin(self, arrived: Arrived) -> bool:
        """Return True once for each interaction: Discord delivers some again after a RESUME."""
        return _note(self._begun, arrived.id, 0)

    # Clicks that hop

    async def _send(self) -> None:
        async with self._sending:
            out, self._out = self._out, []
            rows = [(one.id, one.came_at, shard, data, one.deferred) for one, shard, data in out]
            if await self._try(self.line.ask(listen.SEND, *zip(*rows, strict=True))):
                self._sent |= {one.id: (one, time.monotonic()) for one, _, _ in out}
                return
        for one, _, _ in out:
            self._give_up(one)

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
                await self._try(self.line.ask(listen.TIDY))

    async def _look(self, late: Collection[int]) -> None:
        """Take back the clicks that no process has begun with."""
        back = {number for (number,) in await self.line.ask(listen.BACK, [*late])}
        for number in late:
            arrived, _ = self._sent.pop(number)
            if number in back:
                self._give_up(arrived)

    def _give_up(self, arrived: Arrived) -> None:
        """Answer a click that its table's process doesn't carry out."""
        arrived.passing, arrived.away = False, True
        self.serve(arrived)

    def _called(self, text: str) -> None:
        """Take a click of another process by its id, or run the errands without one."""
        if self.held.held and not self._leaving:
            if not text:
                self._do(self._run_errands())
                return
            self._told.append(int(text))
            if len(self._told) == 1:
                self._do(self._take())

    async def _take(self, *, every: bool = False) -> None:
        """Serve the clicks that this process has heard of, in their order, or all that wait."""
        async with self._taking:
            told, self._told = self._told, []
            if not (told or every):
                return
            found = await self.line.ask(listen.WAITING, self.held.shards, None if every else told)
        for came_at, deferred, data in found:
            arrived = Arrived(orjson.loads(data), came_at, hopped=True, deferred=deferred)
            # One that leaves meanwhile leaves the click, too.
            if not self._leaving and self._begin(arrived):
                # Each as a call of its own: one that fails takes no other along.
                asyncio.get_running_loop().call_soon(self.serve, arrived)

    # Errands

    def notify(self, what: str, number: int) -> None:
        """Ask all other processes to load again what has changed."""
        self._do(self.everywhere(what, number, time.time_ns()))

    async def everywhere(self, what: str, user_id: int, number: int, seconds: float = 0) -> None:
        """Ask each other shard's process to do something about a person, by a row.

        Wait at most that number of seconds for all of them. Raises StorageError.
        """
        others = [one for one in range(self.held.count) if one not in self.held.shards]
        if not others:
            return
        await self.line.ask(listen.ERRAND, what, user_id, number, others)
        for _ in range(round(seconds / _ERRAND)):
            if not await self.line.ask(listen.ERRAND_LEFT, what, user_id):
                break
            await asyncio.sleep(_ERRAND)

    def _catch_up(self) -> None:
        """Do what was asked while this process didn't listen."""
        if self.held.held and not self._leaving:
            self._do(self._run_errands())
            self._do(self._take(every=True))

    async def _run_errands(self) -> None:
        async with self._errands:
            for what, user_id, number in await self.line.ask(listen.ERRANDS, self.held.shards):
                await self._handlers[what](user_id, number)
                # One asked for again meanwhile stays.
                await self.line.ask(listen.END_ERRAND, what, user_id, number, self.held.shards)

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
            await self.locks.hold(lambda: self._do(self._taken(begin)))
        finally:
            watching.cancel()

    async def _taken(self, begin: Callable[[], Awaitable[None]]) -> None:
        self.held.held = True
        told = "can't begin with the shards; retrying in %.0f s"
        await retrying(
            begin, Exception, _AGAIN, report=lambda e, s: _log.error(told, s, exc_info=e)
        )
        early = [arrived for arrived in self._early if arrived.age < _ANSWER]
        self._early.clear()
        known = await self.line.ask(listen.CARRIED, [arrived.id for arrived in early])
        carried = {number for (number,) in known}
        for arrived in early:
            if arrived.id not in carried:
                self._route(arrived)
        self._catch_up()

    def leave(self) -> None:
        """Take no more interactions: those that come are the next process's."""
        self._leaving = True

    async def close(self) -> None:
        """End what is in flight here, and let go of the shards."""
        if self._tasks:
            await asyncio.wait({*self._tasks}, timeout=_ENDING)
        for task in self._tasks:
            task.cancel()
        since = discord.utils.time_snowflake(discord.utils.utcnow() - _LATEST)
        await self.locks.release(number for number in self._begun if number > since)
        await self.line.close()

    def _do(self, work: Awaitable[object]) -> None:
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


def _table_of(data: Wire) -> int:
    """Return the table of a click or form, or 0. A command finds its table by itself."""
    if data["type"] not in {kind.value for kind in TYPED}:
        return 0
    address = Address.parse(data["data"].get("custom_id", ""))
    return 0 if address is None else address.table_id


def _note(known: dict[int, int], number: int, value: int) -> bool:
    """Note a value, and forget the oldest one if there are too many. Return True if it is new."""
    new = number not in known
    known[number] = value
    if len(known) > _KNOWN:
        del known[next(iter(known))]
    return new
