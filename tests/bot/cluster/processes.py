"""Processes of a cluster in one, without Discord: an interaction is served by a stand-in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from bot.cluster.arrived import ARRIVED, Wire
from bot.cluster.cluster import Cluster
from bot.storage import Database
from bot.storage.fence import owning
from bot.words.errors import NotOwner
from rig import LIMIT


async def until(true: Callable[[], bool]) -> None:
    """Wait for what other tasks bring about."""
    async with asyncio.timeout(LIMIT):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def click(number: int, table_id: int) -> Wire:
    """A click on a control of a table."""
    return {"id": str(number), "type": 3, "data": {"custom_id": f"s2:vote:{table_id}:mark:0"}}


class Discord:
    """The answers that Discord received, with the process that sent each."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, str]] = []
        self.deferred: list[int] = []

    @property
    def answered(self) -> list[int]:
        """The interactions that were answered, in order."""
        return [number for number, _ in self.answers]


class Process:
    """A process with its database. `heard` lists the messages of the others.

    It serves a click by counting one more pause of the table, so a second time would show.
    `dies` names the step after serving starts; there it dies without a word.
    """

    def __init__(self, database: Database, discord: Discord) -> None:
        self.database = database
        self.discord = discord
        self.cluster = Cluster(database, None)
        self.cluster.takeover._asked.set()
        self.heard: list[tuple[str, int]] = []
        self.dies = ""
        self.dead = False
        self.running: asyncio.Task[None] | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self.parsers: dict[str, Any] = {"INTERACTION_CREATE": self._parse}
        self.cluster.receive(self)
        self.cluster.forwarding._defer = self._defer

    async def begin(self) -> None:
        """Join the cluster, and hear."""
        await self.cluster.join()
        kinds = ("claimed", "server", "processes")
        self.running = asyncio.ensure_future(self.cluster.run({k: self._hear(k) for k in kinds}))

    @property
    def name(self) -> str:
        """The name of the process."""
        return self.cluster.name

    def _hear(self, kind: str) -> Callable[..., Awaitable[None]]:
        async def hear(number: int, **_more: Any) -> None:
            self.heard.append((kind, number))

        return hear

    async def hears(self, *said: tuple[str, int]) -> None:
        """Wait until it has received these messages."""
        await until(lambda: set(said) <= set(self.heard))

    def _parse(self, data: Wire) -> None:
        task = asyncio.ensure_future(self._serve(data))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, data: Wire) -> None:
        """Serve as the bot does: act, answer, note that it is done."""
        if self.dead or self._dies("taken"):
            return
        arrived, number = ARRIVED.get(), int(data["id"])
        assert arrived is not None
        table_id = int(data["data"]["custom_id"].split(":")[2])
        try:
            if not arrived.acted:
                async with owning(self.database, table_id) as db:
                    act = f"update tables set pauses = pauses + 1 where id = {table_id}"
                    await db.exec_driver_sql(act)
        except NotOwner as error:
            self.cluster.forwarding.send(arrived, error.table_id)
            return
        if self._dies("acted"):
            return
        if number not in self.discord.answered:
            # Discord refuses a second answer.
            self.discord.answers.append((number, self.name))
        if not self._dies("answered"):
            self.cluster.answered()

    def _dies(self, step: str) -> bool:
        if step == self.dies:
            self.die()
        return self.dead

    async def _defer(self, arrived: Any) -> None:
        self.discord.deferred.append(arrived.id)

    def die(self) -> None:
        """Do nothing any more, without a word: the server sees the connection end."""
        self.dead = True
        if self.running is not None:
            self.running.cancel()
        working = self.cluster.forwarding._working
        if working is not None and working is not asyncio.current_task():
            working.cancel()
        self.cluster.line.cut()

    async def close(self) -> None:
        """Clear away what is left."""
        if not self.dead:
            if self.running is not None:
                self.running.cancel()
                await asyncio.gather(self.running, return_exceptions=True)
            await self.cluster.close()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self.database.close()


@asynccontextmanager
async def processes(address: str, count: int = 2) -> AsyncIterator[list[Process]]:
    """That number of processes, in one."""
    discord = Discord()
    found = [Process(await Database.open(address, connections=4), discord) for _ in range(count)]
    try:
        for one in found:
            await one.begin()
        for one in found:
            await one.hears(("processes", count))
        yield found
    finally:
        for one in found:
            await one.close()
