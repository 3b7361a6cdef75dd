"""Interactions on their way to the owners of their tables.

The receiver writes a row and notifies the owner. The owner takes the row and serves the interaction
as if Discord had sent it there. Then it marks the row as done. The receiver checks its rows twice a
second. A row of a dead owner goes to the next one. A slow answer is deferred in time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import orjson

from ..storage.listen import Line, Sent, Taken
from ..words.errors import NotSaved
from .arrived import Arrived

_log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds between two checks of the forwarded interactions."""
# An older interaction, in seconds, is deferred. Discord waits 3 s for a first answer.
_DEFER = 1.5
# A notification has room for 8,000 bytes, so for some 400 numbers.
_MOST = 200
# Delay in seconds until served interactions are marked, if no other is taken before.
_NOTED = 0.2
# Seconds for gathering interactions, and the age of the last statement that makes it worthwhile.
_GATHER, _BUSY = 0.01, 0.05
# An interaction that is passed on more often is refused.
_MOST_PASSED = 5


class Forwarding:
    """The interactions that this process forwards, and those that others forward to it.

    `serve` serves one here. `own(table_id)` makes this process the owner where there is none
    alive. `reroute` does so for all tables that interactions wait for. `defer` answers
    Discord that more will come.
    """

    def __init__(
        self,
        line: Line,
        *,
        serve: Callable[[Arrived], None],
        own: Callable[[int], Awaitable[None]],
        reroute: Callable[[], Awaitable[None]],
        defer: Callable[[Arrived], Awaitable[None]],
    ) -> None:
        self._line = line
        self._serve = serve
        self._own = own
        self._reroute = reroute
        self._defer = defer
        self._outgoing: list[tuple[Arrived, int]] = []
        self._called: list[int] = []
        self._served: list[int] = []
        # Forwarded interactions, until they are served.
        self._pending: dict[int, Arrived] = {}
        self._working: asyncio.Task[None] | None = None
        self._noting: asyncio.TimerHandle | None = None
        self._stopped = False
        self._worked = 0.0

    def send(self, arrived: Arrived, table_id: int) -> None:
        """Send an interaction to the owner of that table."""
        arrived.passed += 1
        self._outgoing.append((arrived, table_id))
        self._begin()

    def take(self, numbers: list[int]) -> None:
        """Take interactions that wait for this process."""
        if not self._stopped:
            self._called += numbers
            self._begin()

    def served(self, number: int) -> None:
        """Note, soon, that an interaction was answered."""
        self._served.append(number)
        if self._noting is None:
            self._noting = asyncio.get_running_loop().call_later(_NOTED, self._note)

    def _note(self) -> None:
        self._noting = None
        self._begin()

    def stop_taking(self) -> None:
        """Take no more interactions. Their senders see that and forward them again."""
        self._stopped = True

    async def rest(self) -> None:
        """Wait until all that is to be written is written."""
        while self._outgoing or self._called or self._served or self._working is not None:
            self._begin()
            assert self._working is not None
            await asyncio.wait({self._working})

    def _begin(self) -> None:
        if self._working is None:
            self._working = asyncio.ensure_future(self._work())

    async def _work(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            while self._outgoing or self._called or self._served:
                if clock() - self._worked < _BUSY:
                    # Interactions that come together share their statements.
                    await asyncio.sleep(_GATHER)
                self._worked = clock()
                await self._send_some()
                await self._take_some()
        finally:
            self._working = None

    async def _send_some(self) -> None:
        batch, self._outgoing = self._outgoing[:_MOST], self._outgoing[_MOST:]
        # Twice in one statement would be once too often.
        rows = {
            arrived.id: Sent(
                arrived.id, table_id, _text(arrived), arrived.came_at, arrived.deferred
            )
            for arrived, table_id in batch
        }
        if not rows:
            return
        try:
            known, sent = await self._line.send([*rows.values()])
        except NotSaved as error:
            _log.error("interactions can't be forwarded: %s", error)
            known, sent = set(), set()
        for arrived, table_id in batch:
            if arrived.id in sent:
                self._pending[arrived.id] = arrived
            elif arrived.id not in known:
                await self._serve_here(arrived, table_id)

    async def _serve_here(self, arrived: Arrived, table_id: int) -> None:
        """Serve what concerns no other process, whether or not the table can be owned here."""
        try:
            await self._own(table_id)
        except NotSaved as error:
            _log.error("can't be taken over: %s", error, extra={"table": table_id})
        self._serve(arrived)

    async def _take_some(self) -> None:
        numbers, self._called = self._called[:_MOST], self._called[_MOST:]
        done, self._served = self._served, []
        if not numbers and not done:
            return
        try:
            taken = await self._line.take(numbers, done)
        except NotSaved as error:
            # The sender checks its rows and forwards them again.
            _log.error("forwarded interactions can't be taken: %s", error)
            return
        for one in taken:
            self._serve(_arrived(one))

    async def watch(self) -> None:
        """Look after what was sent, until cancelled."""
        before: frozenset[int] = frozenset()
        while True:
            await asyncio.sleep(LOOK)
            if not self._pending:
                continue
            try:
                before = await self._look(before)
            except NotSaved as error:
                _log.error("can't check forwarded interactions: %s", error)

    async def _look(self, before: frozenset[int]) -> frozenset[int]:
        """Follow up unserved interactions. One seen twice suggests a dead owner."""
        sent = {*self._pending}
        waiting = await self._line.waiting(sent)
        for number in sent - waiting.keys():
            del self._pending[number]
        if before & waiting.keys():
            await self._reroute()
        for number, untaken in waiting.items():
            arrived = self._pending[number]
            if untaken and not arrived.deferred and arrived.age > _DEFER:
                await self._answer_later(arrived)
        return frozenset(waiting)

    async def _answer_later(self, arrived: Arrived) -> None:
        """Defer an interaction while no other process may answer it."""
        if await self._line.recall(arrived.id) is None:
            return
        arrived.deferred = True
        try:
            await self._defer(arrived)
        finally:
            await self._line.release(arrived.id)


def too_often(arrived: Arrived) -> bool:
    """Return True if an interaction was passed on in vain too often."""
    return arrived.passed >= _MOST_PASSED


def _text(arrived: Arrived) -> str:
    return orjson.dumps(arrived.data).decode()


def _arrived(one: Taken) -> Arrived:
    return Arrived(
        orjson.loads(one.data), one.came_at, forwarded=True, deferred=one.deferred, acted=one.acted
    )
