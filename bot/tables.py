"""Every open table, taken up from what is stored when it is first asked for."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import discord
from aiolimiter import AsyncLimiter

from games.errors import N_

from . import storage
from .errors import StorageError, TableError
from .look import Look
from .storage import PANEL, Database, StoredTable
from .table import AGAIN_SECONDS, Table

if TYPE_CHECKING:
    from .client import Shinrisen

_log = logging.getLogger(__name__)


class Tables:
    """Every open table, by number; taken up from the database when first asked for."""

    def __init__(self, client: "Shinrisen", database: Database, looks: Mapping[str, Look]) -> None:
        self.database = database
        self.looks = looks
        self._client = client
        self._open: dict[int, Table] = {}
        # The same by channel: a message said somewhere concerns only the few tables there.
        self._there: dict[int, dict[int, Table]] = {}
        self._loading: dict[int, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = AsyncLimiter(client.settings.directs_per_minute, 60)

    def now(self) -> float:
        """The time, in unix seconds."""
        return self._client.now()

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """A channel to write to, known only by its id."""
        return self._client.get_partial_messageable(channel_id)

    async def direct_channel(self, user_id: int) -> int:
        """The channel of direct messages with a person; opened once, then remembered.

        They are opened slowly: Discord restricts a bot that opens many fast (40003).
        """
        known = await storage.people.direct_channel(self.database, user_id)
        if known is not None:
            return known
        async with self._opening:
            channel = await self._client.create_dm(discord.Object(user_id))
        await storage.people.save_direct_channel(self.database, user_id, channel.id)
        return channel.id

    def deadline_changed(self, due_at: float = 0.0) -> None:
        """Say that a table's deadline was set or lifted; `due_at`: not earlier than that."""
        self._client.clock.changed(due_at)

    async def get(self, table_id: int) -> Table:
        """The table of that number, open or ended. Raises TableError if there is none."""
        if table_id in self._open:
            return self._open[table_id]
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                if table_id not in self._open:
                    table = await self._load(table_id)
                    if table.stored.phase not in ("lobby", "live"):
                        return table
                    self._keep(table)
                return self._open[table_id]
            finally:
                self._loading.pop(table_id, None)

    async def _load(self, table_id: int) -> Table:
        stored = await storage.tables.table(self.database, table_id)
        if stored is None:
            raise TableError(N_("That table is gone."))
        table = Table(self, stored, None, await storage.posts.posts(self.database, table_id))
        if stored.started_at is not None:
            await table.begin()
        return table

    def opened(self, stored: StoredTable) -> Table:
        """Take up a lobby that was just stored."""
        table = Table(self, stored, None, [])
        self._keep(table)
        self.deadline_changed()
        return table

    async def in_channel(self, channel_id: int, user_id: int | None = None) -> list[Table]:
        """The open tables of a channel, those where that person sits first, then newest first."""
        ids = await storage.tables.open_tables(self.database, channel_id=channel_id)
        tables = [await self.get(table_id) for table_id in ids]
        return sorted(tables, key=lambda t: user_id is None or t.stored.seat_of(user_id) is None)

    async def recover(self) -> None:
        """After a start: bring to date every screen that may lag behind its match."""
        while True:
            try:
                for table_id in await storage.posts.stale_tables(self.database):
                    await self._take_up(table_id)
                return
            except StorageError as error:
                _log.error("tables are taken up later: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _take_up(self, table_id: int) -> None:
        try:
            table = await self.get(table_id)
            if table_id not in self._open:
                self._keep(table)
            table.screens.refresh()
        except StorageError:
            raise
        except Exception:
            _log.exception("table %s could not be taken up", table_id)

    def permissions_changed(self, channel_id: int) -> None:
        """Somebody changed who may do what in a channel: try again what was refused."""
        for table in list(self._open.values()):
            if table.stored.channel_id == channel_id and table.screens.of(PANEL).refused:
                table.screens.of(PANEL).want(at_once=True)

    def message_in(self, channel_id: int) -> None:
        """Count a message that pushes the panels of a channel up."""
        for table in self._there.get(channel_id, {}).values():
            table.screens.scrolled += 1

    def messages_gone(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Post anew the panels whose messages somebody deleted."""
        for table in self._there.get(channel_id, {}).values():
            panel = table.screens.of(PANEL)
            if panel.message_id in message_ids:
                panel.lost()

    async def channel_gone(self, channel_id: int) -> None:
        """End the tables of a channel that was deleted."""
        for table_id in await storage.tables.open_tables(self.database, channel_id=channel_id):
            await (await self.get(table_id)).abandon()

    def shown(self, table_id: int, reader: int, ply: int) -> None:
        """Remember, soon, that a screen shows that ply."""
        storage.posts.shown(self.database, table_id, reader, ply)

    def put_away(self, table: Table) -> None:
        """Forget an ended table whose screens all show the end."""
        if table.id in self._open:
            self.close_table(table.id)
            self.watch(asyncio.ensure_future(storage.posts.drop_posts(self.database, table.id)))

    async def forget(self, user_id: int) -> None:
        """Know a person nowhere any more whose data was deleted from the database."""
        for table_id in [*self._open, *self._loading]:
            try:
                await (await self.get(table_id)).forget(user_id)
            except Exception:
                _log.exception("table %s could not be taken up", table_id)

    def close_table(self, table_id: int) -> None:
        """Forget a table at once."""
        table = self._open.pop(table_id, None)
        if table is not None:
            there = self._there[table.stored.channel_id]
            del there[table_id]
            if not there:
                del self._there[table.stored.channel_id]

    def _keep(self, table: Table) -> None:
        self._open[table.id] = table
        self._there.setdefault(table.stored.channel_id, {})[table.id] = table

    def watch(self, task: "asyncio.Task[None]") -> None:
        """Keep a task until it is done, and log what it fails with."""
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("something in the background failed: %r", error, exc_info=error)

    async def close(self, seconds: float = 5.0) -> None:
        """Let what is being sent and stored come to rest, then stop."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
