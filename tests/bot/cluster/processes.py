"""Processes of a cluster in one, without Discord: an interaction is served by a stand-in."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

from bot.cluster.cluster import Cluster
from bot.storage import Database, StoredTable
from bot.storage.fence import ARRIVED, Wire, owning
from bot.words.errors import CarriedOut, NotOwner
from rig.waits import until

from ..stored_tables import ask, change, opened

FIRST = 1 << 60


def click(number: int, table_id: int, guild_id: int | None = None) -> Wire:
    """A click on a control of a table, in a direct message or in a server."""
    data = {"custom_id": f"s2:vote:{table_id}:mark:0"}
    place = {} if guild_id is None else {"guild_id": str(guild_id)}
    return {"id": str(number), "type": 3, "data": data, **place}


def acts(address: str, table_id: int) -> int:
    """Return how many clicks were carried out at a table."""
    [(count,)] = ask(address, f"select pauses from tables where id = {table_id}")
    return int(count)


async def table_in(database: Database, address: str, guild_id: int) -> StoredTable:
    """Open a table in that server, by any process."""
    held, database.held = database.held, None
    try:
        table = await opened(database)
    finally:
        database.held = held
    change(address, f"update tables set guild_id = {guild_id} where id = {table.id}")
    return table


class Discord:
    """The answers that Discord received, with the process that sent each. It refuses a second."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, str]] = []
        self.refused: list[tuple[int, str]] = []

    @property
    def answered(self) -> list[int]:
        """The interactions that were answered, in order."""
        return [number for number, _ in self.answers]

    def answer(self, number: int, name: str) -> None:
        """Receive an answer of a process."""
        (self.refused if number in self.answered else self.answers).append((number, name))


class Process:
    """A process with its database. `heard` lists what others asked of it.

    It serves a click by counting one more pause of the table, so a second time would show.
    `dies` names the step after serving starts; there it dies without a word. `reads`: it only
    reads. `defers`: it promises an answer first. `refused` are the clicks that it has taken back.
    """

    def __init__(
        self, database: Database, discord: Discord, count: int, shards: Sequence[int]
    ) -> None:
        self.database = database
        self.discord = discord
        self.cluster = Cluster(database, count, shards)
        self.heard: list[tuple[str, int]] = []
        self.refused: list[int] = []
        self.dies, self.reads, self.defers, self.dead = "", False, False, False
        self.slow = asyncio.Event()
        self.slow.set()
        self.running: asyncio.Task[None] | None = None
        self.begun = 0
        self._serving: set[asyncio.Task[None]] = set()
        self.parsers: dict[str, Any] = {"INTERACTION_CREATE": self._parse}
        self.cluster.receive(self)

    @property
    def name(self) -> str:
        """The name of its connections."""
        return self.database.name

    @property
    def holds(self) -> bool:
        """True if it has its shards."""
        return self.cluster.held.held

    def begin(self) -> None:
        """Wait for the shards, and hold them."""
        handlers = {what: self._hear(what) for what in ("reader", "leave", "forget")}
        self.running = asyncio.ensure_future(self.cluster.run(self._begin, handlers))

    async def _begin(self) -> None:
        self.begun += 1

    def _hear(self, what: str) -> Any:
        async def hear(number: int, _click: int) -> None:
            self.heard.append((what, number))

        return hear

    def _parse(self, data: Wire) -> None:
        task = asyncio.ensure_future(self._serve(data))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, data: Wire) -> None:
        """Serve as the bot does: act, answer, note that it is done."""
        arrived, number = ARRIVED.get(), int(data["id"])
        assert arrived is not None
        if self.dead or self._dies("taken"):
            return
        if self.defers:
            await self.cluster.defer()
        await self.slow.wait()
        if arrived.away:
            self.refused.append(number)
            return
        table_id = int(data["data"]["custom_id"].split(":")[2])
        try:
            if not self.reads:
                async with owning(self.database, table_id) as db:
                    act = f"update tables set pauses = pauses + 1 where id = {table_id}"
                    await db.exec_driver_sql(act)
                    if self._dies("open"):
                        await asyncio.Event().wait()
        except NotOwner as error:
            await self.cluster.pass_on(_UNANSWERED, error)
            return
        except CarriedOut:
            return
        if self._dies("acted"):
            return
        self.discord.answer(number, self.name)
        await self.cluster.settle()

    @property
    def ended(self) -> bool:
        """True if it neither holds its shards nor waits for them."""
        return self.running is not None and self.running.done()

    @property
    def rests(self) -> bool:
        """True if it has begun, and nothing is in flight."""
        return self.begun == 1 and not (self.cluster._tasks or self.cluster._sent or self._serving)

    def _dies(self, step: str) -> bool:
        if step == self.dies:
            self.die()
        return self.dead

    def die(self) -> None:
        """Do nothing any more, without a word. The server sees the connections of locks end."""
        self.dead = True
        self.stop()
        self._cut()

    def _cut(self) -> None:
        self.cluster.line._closed = True
        for driver in (self.cluster.line._driver, self.cluster.locks._driver):
            if driver is not None:
                driver.terminate()

    def stop(self) -> None:
        """Hang: the connections stay, and nothing is said by them."""
        self.dead = True
        if self.running is not None:
            self.running.cancel()

    async def close(self) -> None:
        """End in order, as far as it lives, and clear away what is left."""
        self.cluster.leave()
        self.slow.set()
        if self.dead:
            for task in self._serving:
                task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self.database.close()
        if not self.dead:
            await self.cluster.close()
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
        self._cut()
        self.dead = True


_UNANSWERED: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: False))


@asynccontextmanager
async def further(
    address: str, discord: Discord, count: int, shards: Sequence[int]
) -> AsyncIterator[Process]:
    """Start one more process for these shards, and close it at the end."""
    found = Process(await Database.open(address, connections=5), discord, count, shards)
    found.begin()
    try:
        yield found
    finally:
        await found.close()


@asynccontextmanager
async def processes(address: str, *shards: Sequence[int]) -> AsyncIterator[list[Process]]:
    """Start a process for each group of shards. Equal ones are standbys. The last closes first."""
    discord, count = Discord(), 1 + max(map(max, shards))
    found: list[Process] = []
    async with AsyncExitStack() as stack:
        for its in shards:
            new = all(its != one.cluster.held.shards for one in found)
            found.append(await stack.enter_async_context(further(address, discord, count, its)))
            if new:
                await until(lambda: found[-1].begun == 1 or found[-1].ended)
                assert not found[-1].ended
        yield found
