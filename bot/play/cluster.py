"""The other processes on the same database: who keeps which table, and what they tell each other.

Whoever keeps a table has its clock, its screens and its computers; anybody may change it, one at a
time. A process that isn't seen any more loses what it kept to the others.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Protocol

from ..storage import Database
from ..storage.listen import ALIVE_SECONDS, Holding, Line
from ..words.errors import StorageError

_log = logging.getLogger(__name__)

_BEAT = 1.0
# What couldn't be read is read again after so long.
_AGAIN = 1.0
# So long what is under way has to come to its end.
_ENDING = 1.0

Lock = AbstractAsyncContextManager[object]


class Held(Protocol):
    """A table; declared here, given by the room above."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def keeper(self) -> str | None:
        """The process that keeps it."""

    @property
    def open(self) -> bool:
        """Whether anything can change there still."""

    @property
    def moment(self) -> tuple[object, ...]:
        """What is another one after each change."""

    def touched(self) -> None:
        """It was changed by this process."""

    async def catch_up(self) -> None:
        """Know what others have changed, while nobody else may change it."""


class Neighbours:
    """None: the database is this process's own. `Sharing` has others."""

    name: str | None = None

    def lock(self, _table: Held) -> Lock:
        """What orders all that changes a table."""
        return asyncio.Lock()

    def here(self, lock: Lock) -> Lock:
        """The part of such a lock that orders what happens in this process."""
        return lock

    def keeps(self, _keeper: str | None) -> bool:
        """Whether a table with that keeper has its clock and screens here."""
        return True

    def tell(self, what: str, number: int, **more: Any) -> None:
        """Say that something has changed."""

    async def begin(self) -> None:
        """Be there, and keep whatever nobody keeps."""

    async def run(
        self,
        handlers: Mapping[str, Callable[..., Awaitable[None]]],
    ) -> None:
        """Serve what the others tell, by kind, until cancelled."""

    async def deaf(self) -> None:
        """Hear nothing any more: whoever keeps the tables next looks at them anyway."""

    async def close(self) -> None:
        """Be there no more."""


class Sharing(Neighbours):
    """Processes that share a database on PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self.name = database.name = database.log.name = secrets.token_hex(6)
        self._talk = Line(database.arguments, self.name, self._heard, self._missed)
        self._holding = Holding(database.arguments, self.name)
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._handlers: Mapping[str, Callable[..., Awaitable[None]]] = {}
        # Tables that were changed and are about to be looked at: once for all changes until then.
        # With their keepers.
        self._changed: dict[int, str | None] = {}
        self._beaten = time.monotonic()
        self._alive: set[str] = set()

    def lock(self, table: Held) -> Lock:
        """What orders all that changes a table, in all processes."""
        return _Lock(self, table)

    def here(self, lock: Lock) -> Lock:
        """The part of such a lock that orders what happens in this process."""
        assert isinstance(lock, _Lock)
        return lock.here

    def keeps(self, keeper: str | None) -> bool:
        """Whether a table with that keeper has its clock and screens here."""
        return keeper == self.name

    def tell(self, what: str, number: int, **more: Any) -> None:
        """Say to all others that something has changed."""
        self._said.put_nowait({"what": what, "number": number, **more})

    async def begin(self) -> None:
        """Be there, and keep whatever nobody keeps. Raises StorageError."""
        _log.info("process %s shares the database with others", self.name)
        await self._talk.seen()
        while claimed := await self._talk.claim():
            for table_id in claimed:
                self.tell("table", table_id, keeper=self.name)

    async def run(self, handlers: Mapping[str, Callable[..., Awaitable[None]]]) -> None:
        """Serve what the others tell, by kind, until cancelled."""
        self._handlers = handlers
        for table_id in self._changed:
            # Told before anybody here could look.
            self._begin(self._look(table_id))
        speaking = asyncio.ensure_future(self._speak())
        try:
            while True:
                await self._beat()
                await asyncio.sleep(_BEAT)
        finally:
            speaking.cancel()

    async def deaf(self) -> None:
        """Hear nothing any more: whoever keeps the tables next looks at them anyway."""
        self._handlers = {}
        if self._tasks:
            await asyncio.wait({*self._tasks}, timeout=_ENDING)

    async def close(self) -> None:
        """Be there no more: others take over at once."""
        await self.deaf()
        late = [*self._tasks]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if self._tasks:
            # What those held is given back.
            await asyncio.wait({*self._tasks}, timeout=_ENDING)
        try:
            while not self._said.empty():
                await self._talk.tell(self._said.get_nowait())
            await self._talk.gone()
        except StorageError as error:
            _log.warning("the other processes will notice by themselves: %s", error)
        await self._talk.close()
        await self._holding.close()

    async def _speak(self) -> None:
        while True:
            said = await self._said.get()
            try:
                await self._talk.tell(said)
            except StorageError as error:
                # Who keeps a table looks at it when its time has come, at the latest.
                _log.error("other processes aren't told: %s", error)

    async def _beat(self) -> None:
        try:
            alive = await self._talk.seen()
            if not self._handlers:
                # It keeps what it has until its posts are at rest, and takes nothing more.
                return
            dead, self._alive = self._alive - alive, alive
            self._serve("processes", len(alive), names=frozenset(alive))
            for table_id in await self._talk.untold(dead) if dead else ():
                self._changed_at(table_id, self.name)
            if dead:
                self._serve("died", 0)
            late = time.monotonic() - self._beaten
            self._beaten = time.monotonic()
            if late > ALIVE_SECONDS:
                _log.warning("not seen for %.0f s: others may have taken over", late)
                self._missed()
            claimed = await self._talk.claim()
        except StorageError as error:
            _log.error("the other processes can't be heard: %s", error)
            return
        if claimed:
            _log.info("taken over: %d tables", len(claimed))
            self._serve("claimed", 0, tables=claimed)
            for table_id in claimed:
                self.tell("table", table_id, keeper=self.name)

    def _heard(self, said: dict[str, Any]) -> None:
        what, number = said.pop("what"), said.pop("number")
        if what == "table":
            # What has ended is let go wherever it is in use, whoever keeps it.
            self._changed_at(number, None if said.get("over") else said["keeper"])
        else:
            self._serve(what, number, **said)

    def _changed_at(self, table_id: int, keeper: str | None) -> None:
        waits = table_id in self._changed
        # Whoever has to look, whoever keeps it, has to still.
        same = not waits or self._changed[table_id] == keeper
        self._changed[table_id] = keeper if same else None
        if self._handlers and not waits:
            self._begin(self._look(table_id))

    def _missed(self) -> None:
        self._serve("missed", 0)

    async def _look(self, table_id: int) -> None:
        while "table" in self._handlers:
            keeper = self._changed.pop(table_id, None)
            if keeper not in self._alive:
                # Told by one who didn't know yet that another keeps it now.
                keeper = None
            try:
                return await self._handlers["table"](table_id, keeper=keeper)
            except StorageError as error:
                _log.error("is reloaded later: %s", error, extra={"table": table_id})
            self._changed.setdefault(table_id, None)
            await asyncio.sleep(_AGAIN)

    def _serve(self, what: str, number: int, **more: Any) -> None:
        if what in self._handlers:
            self._begin(self._handlers[what](number, **more))

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Future[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("what another process told isn't served: %r", error, exc_info=error)

    async def take(self, table_id: int) -> tuple[Line, bool]:
        """Hold a table; by what, and whether another process has changed it since this one
        looked."""
        taking = asyncio.ensure_future(self._holding.take(table_id))
        try:
            return await asyncio.shield(taking)
        except asyncio.CancelledError:
            taking.add_done_callback(lambda done: self._given_up(table_id, done))
            raise

    def _given_up(self, table_id: int, taken: "asyncio.Future[tuple[Line, bool]]") -> None:
        if not taken.cancelled() and taken.exception() is None:
            self.give(table_id, taken.result()[0])

    def give(self, table_id: int, line: Line) -> None:
        """Hold it no more; nobody waits for that."""
        self._begin(self._holding.give(table_id, line))


class _Lock:
    """A table's lock, here and in all processes; whoever gets it knows what the others did."""

    def __init__(self, neighbours: Sharing, table: Held) -> None:
        self.here = asyncio.Lock()
        self._neighbours = neighbours
        self._table = table
        self._before: tuple[object, ...] = ()
        self._stale = False
        self._line: Line

    async def __aenter__(self) -> None:
        await self.here.acquire()
        try:
            self._line, changed = await self._neighbours.take(self._table.id)
            self._stale |= changed
            try:
                if self._stale:
                    await self._table.catch_up()
                    self._stale = False
            except BaseException:
                self._neighbours.give(self._table.id, self._line)
                raise
        except BaseException:
            # What it was told of others' changes may be lost with this.
            self._stale = True
            self.here.release()
            raise
        self._before = self._table.moment

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        changed = self._table.moment != self._before
        self._neighbours.give(self._table.id, self._line)
        self.here.release()
        if changed:
            self._table.touched()
            told = {"keeper": self._table.keeper, "over": not self._table.open}
            self._neighbours.tell("table", self._table.id, **told)
