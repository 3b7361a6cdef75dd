"""Every open table, taken up from what is stored when it is first asked for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator

from games import GAMES
from games.errors import N_

from .. import storage
from ..play.fan_out import each
from ..storage import PANEL, StoredTable
from ..words.errors import NotSaved, StorageError, TableError
from .house import House
from .known import LATELY
from .table import AGAIN_SECONDS, Table

_log = logging.getLogger(__name__)


class Tables:
    """The register of open tables, by number."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[int, Table] = {}
        # The same by channel: a message said somewhere concerns only the few tables there.
        self._there: dict[int, dict[int, Table]] = {}
        self._loading: dict[int, asyncio.Task[Table]] = {}
        # Those opened here, and whether the panel is the answer to whoever does so: another that is
        # posted meanwhile would be a second one.
        self._opening: dict[int, bool] = {}

    async def get(self, table_id: int) -> Table:
        """The table of that number, open or ended. Raises TableError if there is none."""
        if table_id in self._open:
            return self._open[table_id]
        loading = self._loading.get(table_id)
        if loading is None:
            # Whoever asks meanwhile waits for the same: one match has one lock.
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda done: self._loaded(table_id, done))
        return await asyncio.shield(loading)

    async def stored(self, table_id: int) -> StoredTable | None:
        """The table of that number as stored, if there is one; its match is left alone."""
        if table_id in self._open:
            return self._open[table_id].stored
        return await storage.tables.table(self._house.database, table_id)

    def _loaded(self, table_id: int, done: "asyncio.Task[Table]") -> None:
        self._loading.pop(table_id)
        if not done.cancelled():
            # Looked at, for whoever asked may be gone by now.
            done.exception()

    async def _load(self, table_id: int) -> Table:
        stored = await self.stored(table_id)
        if stored is None:
            raise TableError(N_("That table is gone."))
        shown = await storage.posts.posts(self._house.database, table_id)
        table = Table(self._house, self, stored, shown)
        if self._opening.get(table_id):
            table.posts.of(PANEL).answers()
        running = table.open
        await table.take_up()
        if running and not table.open:
            # It couldn't go on: those who sit there have yet to read so.
            self._keep(table)
            table.posts.refresh()
        elif table.open:
            self._keep(table)
        return table

    async def opened(self, stored: StoredTable, *, answers: bool) -> Table:
        """Take up a lobby that was just stored; somebody may have come across it already.

        `answers`: its panel will be the answer to whoever opens it.
        """
        self._opening[stored.id] = answers
        table = await self.get(stored.id)
        self._house.deadline_changed(0.0)
        return table

    async def in_channel(self, channel_id: int, user_id: int | None = None) -> list[Table]:
        """The open tables of a channel, those where that person sits first, then newest first.

        Those that are broken aren't among them.
        """
        there = [table for table in await self._all_in(channel_id) if not table.broken]
        return sorted(there, key=lambda t: user_id is None or t.stored.seat_of(user_id) is None)

    async def broken_in(self, channel_id: int) -> list[Table]:
        """The open tables of a channel that can't be taken up, newest first."""
        return [table for table in await self._all_in(channel_id) if table.broken]

    async def _all_in(self, channel_id: int) -> list[Table]:
        ids = await storage.tables.open_tables(self._house.database, channel_id=channel_id)
        there = [await self.get(table_id) for table_id in ids]
        for table in there:
            await table.know()
        return there

    async def recover(self, *, since: float | None = None) -> None:
        """After a start: bring to date every post that may lag behind its match, and let computers
        go on.

        `since`: whatever was moved after that may lag behind too, whatever is noted of its posts.
        """
        while True:
            try:
                behind = await self._behind(since)
                computers = await storage.tables.with_computers(self._house.database)
                break
            except StorageError as error:
                _log.error("tables are taken up later: %s", error)
                await asyncio.sleep(AGAIN_SECONDS)
        await self._each(behind, self._recover)
        # Taken up, they think again: perhaps all wait for them.
        await self._each(computers, self.get)

    async def _each(
        self, tables: Collection[int], work: Callable[[int], Awaitable[object]]
    ) -> None:
        """Do that for these tables; what can't be done just now, as soon as it can."""

        async def done(table_id: int) -> bool:
            try:
                await work(table_id)
            except StorageError as error:
                _log.error("is loaded later: %s", error, extra={"table": table_id})
                return False
            except Exception:
                _log.exception("could not be loaded", extra={"table": table_id})
            return True

        late = await each(tables, done)
        while late:
            await asyncio.sleep(AGAIN_SECONDS)
            late = await each(late, done)

    async def _behind(self, since: float | None) -> list[int]:
        """Tables of which some post may lag behind, and matches that can't go on."""
        versions = {key: game.RULINGS for key, game in GAMES.items()}
        outdated = await storage.tables.outdated(self._house.database, versions)
        return sorted(
            {*outdated, *await storage.posts.stale_tables(self._house.database, since=since)}
        )

    async def _recover(self, table_id: int) -> None:
        table = await self.get(table_id)
        if table_id not in self._open:
            self._keep(table)
        if table_id in self._opening and table.open and not table.posts.of(PANEL).told:
            raise NotSaved("its panel is just being posted")
        if not table.broken:
            table.posts.refresh()

    async def ring(self, table_id: int) -> None:
        """A table's time has come."""
        await (await self.get(table_id)).ring()

    async def give_time_again(self, lost: float) -> None:
        """Give back so many seconds, in which nobody could act, to every decision under way."""
        await storage.tables.give_time_again(self._house.database, self._house.now(), lost)
        for table_id in [*self._open, *self._loading]:
            try:
                await (await self.get(table_id)).reread_clock()
            except StorageError:
                raise
            except Exception:
                _log.exception("could not read the new deadline", extra={"table": table_id})

    # What other processes tell

    async def changed(self, table_id: int, *, keeper: str | None = None) -> None:
        """Another process has changed a table: know it, if it is in use here.

        `keeper`: who keeps it, if that one lives and has something to show still.
        """
        table = self._open.get(table_id)
        if table is not None and table.left_to(keeper):
            table.changed_elsewhere()
        elif table is not None or table_id in self._loading:
            # What is just being loaded may be from before that change.
            await (await self.get(table_id)).look_again()
        elif keeper is None or self._house.neighbours.keeps(keeper):
            await self._show(table_id)

    async def _show(self, table_id: int) -> None:
        """Show a table that has changed, if it is kept here and nobody has asked for it yet."""
        database = self._house.database
        stored = await storage.tables.table(database, table_id)
        if stored is None or not self._house.neighbours.keeps(stored.keeper):
            return
        # What has ended, and shows it, has no posts any more.
        if not stored.ended or await storage.posts.posts(database, table_id):
            await self._recover(table_id)
            self._house.deadline_changed(0.0)

    async def posted(self, table_id: int) -> None:
        """Another process shows a table by another message."""
        if table_id in self._open:
            await self._open[table_id].posted()

    async def changed_all(self, _number: int = 0) -> None:
        """Something may have been missed."""
        for table_id in [*self._open]:
            await self.changed(table_id)

    async def somebody_died(self, _number: int = 0) -> None:
        """Another process is gone, maybe in the middle of an answer."""
        for table in [*self._open.values()]:
            table.somebody_died()

    async def wanted(
        self,
        table_id: int,
        *,
        reader: int,
        anew: bool,
        at_once: bool,
        calls: list[int],
        channel_id: int | None = None,
        message_id: int | None = None,
    ) -> None:
        """Another process wants a post brought up to date that is kept here.

        By which message it knows it: once all tells the end, none is known here any more.
        """
        stored = await self.stored(table_id)
        if stored is not None and self._house.neighbours.keeps(stored.keeper):
            post = (await self.get(table_id)).posts.of(reader)
            post.unsure()
            post.want(anew=anew, at_once=at_once, calls=calls)

    async def claimed(self, _number: int, *, tables: list[int]) -> None:
        """What another process kept is kept here from now on."""
        self._house.deadline_changed(0.0)
        in_use = [one for one in tables if one in self._open or one in self._loading]
        # Those in use are looked at again, the others are taken up where they lag behind.
        await asyncio.gather(
            self._each(in_use, self.changed),
            self.recover(since=self._house.now() - LATELY),
        )

    def permissions_changed(self, guild_id: int) -> None:
        """Somebody changed who may do what in a server: try again what was refused."""
        for table in [*self._open.values()]:
            if table.stored.guild_id == guild_id and table.posts.of(PANEL).refused:
                table.posts.of(PANEL).want(at_once=True)

    def message_in(self, channel_id: int) -> None:
        """Count a message that pushes the panels of a channel up."""
        for table in self._in(channel_id):
            table.posts.of(PANEL).scrolled += 1

    def messages_gone(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Post anew the panels whose messages somebody deleted."""
        for table in self._in(channel_id):
            panel = table.posts.of(PANEL)
            if panel.message_id in message_ids:
                panel.lost()

    def _in(self, channel_id: int) -> Iterator[Table]:
        return iter([*self._there.get(channel_id, {}).values()])

    async def channel_gone(self, channel_id: int) -> None:
        """End the tables of a channel that was deleted, and wall in what was played there."""
        await storage.finished.wall_in(self._house.database, channel_id)
        for table_id in await storage.tables.open_tables(
            self._house.database, channel_id=channel_id
        ):
            await (await self.get(table_id)).abandon()

    def put_away(self, table_id: int) -> None:
        """Forget an ended table whose posts all show the end."""
        if table_id in self._open:
            self.let_go(table_id)
            dropping = storage.posts.drop_posts(self._house.database, table_id)
            self._house.watch(asyncio.ensure_future(dropping))

    def let_go(self, table_id: int) -> None:
        """Forget a table at once."""
        self._opening.pop(table_id, None)
        table = self._open.pop(table_id, None)
        if table is not None:
            there = self._there[table.stored.channel_id]
            del there[table_id]
            if not there:
                del self._there[table.stored.channel_id]

    async def forget(self, user_id: int) -> None:
        """Know a person nowhere any more whose data was deleted from the storage."""
        for table_id in [*self._open, *self._loading]:
            try:
                await (await self.get(table_id)).forget(user_id)
            except Exception:
                _log.exception("could not be loaded", extra={"table": table_id})

    def _keep(self, table: Table) -> None:
        self._open[table.id] = table
        self._there.setdefault(table.stored.channel_id, {})[table.id] = table
