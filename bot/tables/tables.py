"""Every open table, taken up from what is stored when it is first asked for."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import suppress

from games import GAMES
from games.errors import N_

from .. import storage
from ..play.clock import each
from ..storage import PANEL, StoredTable
from ..storage.privacy import tied
from ..words.errors import NotOwner, NotSaved, StorageError, TableError
from ..words.retrying import retrying
from .house import House
from .lifecycle import AGAIN_SECONDS
from .post import Left
from .table import Table

_log = logging.getLogger(__name__)

# Number of ended tables whose messages may still be folded.
_LEFT = 200


class Tables:
    """The register of open tables, by number."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[int, Table] = {}
        # The same by channel: a message said somewhere concerns only the few tables there.
        self._there: dict[int, dict[int, Table]] = {}
        self._loading: dict[int, asyncio.Task[Table]] = {}
        # Lobbies opened here, and True if the panel is the answer to the interaction that opened
        # it: a panel posted meanwhile would be a second one.
        self._opening: dict[int, bool] = {}
        # The messages of the latest ended tables by reader, which a rematch folds.
        self._left: OrderedDict[int, dict[int, Left]] = OrderedDict()

    def ours(self, guild_id: int) -> bool:
        """Return True if the open tables of a server belong to this process."""
        held = self._house.database.held
        return held is None or guild_id in held

    async def get(self, table_id: int, new: StoredTable | None = None) -> Table:
        """The table of that number, open or ended. `new` is a lobby that was just stored.

        Raises TableError if there is none, NotOwner if it is open in another process.
        """
        if table_id in self._open:
            return self._open[table_id]
        loading = self._loading.get(table_id)
        if loading is None:
            # Concurrent callers wait for the same task, because a match has one lock.
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id, new))
            loading.add_done_callback(lambda done: self._loaded(table_id, done))
        return await asyncio.shield(loading)

    async def after_film(
        self, user_id: int, table_id: int | None = None, channel_id: int | None = None
    ) -> None:
        """Wait while a film plays for a person at a table, or at any that they see privately.

        With `channel_id`, wait for those on the panels of that channel, too. Answers may reveal the
        film's outcome.
        """
        until = self._film_until(user_id, table_id, channel_id)
        while until > (now := self._house.now()):
            await asyncio.sleep(until - now)
            until = self._film_until(user_id, table_id, channel_id)

    def film_plays(self, user_id: int, table_id: int | None = None) -> bool:
        """Return True while a film plays for a person at a table, or at any they see privately."""
        return self._film_until(user_id, table_id) > self._house.now()

    def _film_until(
        self, user_id: int, table_id: int | None = None, channel_id: int | None = None
    ) -> float:
        if table_id is not None:
            there = [self._open[table_id]] if table_id in self._open else []
        else:
            there = [
                table
                for table in self._open.values()
                if table.stored.seat_of(user_id) is not None
                or user_id in table.posts.copies.watching
                or (table.stored.channel_id == channel_id and table.stored.kind.panel)
            ]
        return max((table.posts.film_until(user_id) for table in there), default=0.0)

    async def stored(self, table_id: int) -> StoredTable | None:
        """Return the stored table of that number, if there is one, without its match."""
        if table_id in self._open:
            return self._open[table_id].stored
        return await storage.tables.table(self._house.database, table_id)

    def _loaded(self, table_id: int, done: "asyncio.Task[Table]") -> None:
        self._loading.pop(table_id)
        if not done.cancelled():
            # Read the exception, because the caller may be gone by now.
            done.exception()

    async def _load(self, table_id: int, new: StoredTable | None = None) -> Table:
        stored = new or await self.stored(table_id)
        if stored is None:
            raise TableError(N_("That table is gone."))
        held = self._house.database.held
        if held is not None and not (stored.ended or stored.guild_id in held):
            raise NotOwner(held.of(stored.guild_id))
        shown = [] if new else await storage.posts.posts(self._house.database, table_id)
        here = {PANEL, *(one.user_id for one in (*stored.players, *stored.awaited))}
        removed = set[int]()
        # Mostly all readers sit here, so that the list needn't be read.
        if any(post.reader not in here for post in shown):
            removed = await storage.tables.all_barred(self._house.database, table_id)
        table = Table(self._house, self.put_away, self.fold, stored, shown, removed)
        if self._opening.get(table_id):
            table.posts.of(PANEL).answers()
        running = table.state.open
        await table.take_up()
        if running:
            self._keep(table)
            if not table.state.open:
                # It couldn't go on: those who sit there have yet to read so.
                table.posts.refresh()
        return table

    async def opened(self, stored: StoredTable, *, answers: bool) -> Table:
        """Load a lobby that was just stored, unless another task has loaded it already.

        `answers`: its panel will be the answer to the interaction that opens it.
        """
        self._opening[stored.id] = answers
        table = await self.get(stored.id, stored)
        self._house.deadline_changed(stored.due_at or 0.0)
        return table

    async def in_channel(self, channel_id: int, user_id: int | None = None) -> list[StoredTable]:
        """The open tables of a channel, those where that person sits first, then newest first.

        Those of this process that are broken aren't among them.
        """
        numbers = await storage.tables.open_tables(self._house.database, channel_id=channel_id)
        there = [await self._as_known(table_id) for table_id in numbers]
        found = [stored for stored in there if stored is not None]
        return sorted(found, key=lambda s: user_id is None or s.seat_of(user_id) is None)

    async def _as_known(self, table_id: int) -> StoredTable | None:
        """An open table, unless it can't be taken up here."""
        try:
            table = await self.get(table_id)
        except NotOwner:
            return await storage.tables.table(self._house.database, table_id)
        return None if table.state.broken or not table.state.open else table.stored

    async def recover(self) -> None:
        """Refresh all posts that may lag behind their match after a start, and resume computers."""
        behind, computers = await retrying(
            self._behind,
            StorageError,
            AGAIN_SECONDS,
            report=lambda error, _: _log.error("tables are taken up later: %s", error),
        )
        await self._each(behind, self._recover, waits=True)
        # Taken up, they think again: perhaps all wait for them.
        await self._each(computers, Table.take_up, waits=True)

    async def _each(
        self,
        tables: Iterable[int],
        work: Callable[[Table], Awaitable[object]],
        *,
        waits: bool = False,
    ) -> None:
        """Do that at these tables. A failed one is tried again, and the caller may wait."""

        async def done(table_id: int) -> bool:
            try:
                await work(await self.get(table_id))
            except NotOwner:
                # The owner does it.
                return True
            except StorageError as error:
                _log.error("is loaded later: %s", error, extra={"table": table_id})
                return False
            except Exception:
                _log.exception("could not be loaded", extra={"table": table_id})
            return True

        async def again(late: list[int]) -> None:
            while late:
                await asyncio.sleep(AGAIN_SECONDS)
                late = await each(late, done)

        if late := await each([*tables], done):
            retried = asyncio.ensure_future(again(late))
            self._house.watch(retried)
            if waits:
                await retried

    async def _behind(self) -> tuple[list[int], Collection[int]]:
        """Return the tables with posts that may lag behind, and those where computers play.

        Matches that can't go on are among the first.
        """
        database, versions = self._house.database, {key: one.RULINGS for key, one in GAMES.items()}
        outdated = await storage.tables.outdated(database, versions)
        behind = sorted({*outdated, *await storage.posts.stale_tables(database)})
        return behind, await storage.tables.with_computers(database)

    async def _recover(self, table: Table) -> None:
        if table.id not in self._open:
            self._keep(table)
        if table.id in self._opening and table.state.open and not table.posts.of(PANEL).told:
            raise NotSaved("its panel is just being posted")
        if not table.state.broken:
            table.posts.refresh()

    async def ring(self, table_id: int) -> None:
        """A table's time has come."""
        await (await self.get(table_id)).deadlines.ring()

    async def give_time_again(self, lost: float) -> None:
        """Extend every current decision by that number of seconds, those of an outage."""
        await storage.tables.give_time_again(self._house.database, self._house.now(), lost)
        # The time is given by now: a table that can't be read must not have it given again, nor
        # stop the clock of all others.
        await self._each([*self._open, *self._loading], lambda table: table.deadlines.reread())

    # Many tables at once: each process serves its own

    async def leave_all(self, user_id: int) -> None:
        """Remove a person for good from all their seats here, reserved ones included.

        Every match goes on by the usual rule. Raises StorageError, and removes them from none, if a
        table can't be read.
        """
        theirs = list[Table]()
        for table_id in await tied(self._house.database, user_id):
            # It may have ended meanwhile, or be another process's, who does this.
            with suppress(TableError, NotOwner):
                theirs.append(await self.get(table_id))
        for table in theirs:
            with suppress(TableError, NotOwner):
                await table.people.leave_for_good(user_id)

    async def show_anew(self, user_id: int) -> None:
        """Draw the tables where a person sits: they want to see them in another way.

        Raises StorageError if these can't be found.
        """

        async def draw(table: Table) -> None:
            table.posts.refresh()

        sits = await storage.tables.open_tables(self._house.database, user_id=user_id)
        await self._each(sits, draw)

    async def leave_server(self, guild_id: int) -> None:
        """End the tables of a server that the bot has left.

        Raises StorageError if these can't be found.
        """

        async def end(table: Table) -> None:
            running = table.stored.started_at is not None
            await table.cancel(table.stored.host_id, staff=True, running=running)

        there = await storage.tables.open_tables(self._house.database, guild_id=guild_id)
        await self._each(there, end)

    def permissions_changed(self, guild_id: int) -> None:
        """Retry refused requests after a change of a server's permissions."""
        for table in [*self._open.values()]:
            if table.stored.guild_id == guild_id and table.posts.of(PANEL).refused:
                table.posts.of(PANEL).want(at_once=True)

    def message_in(self, channel_id: int) -> None:
        """Count a message that pushes the panels of a channel up."""
        for table in self._in(channel_id):
            table.posts.of(PANEL).scrolled += 1

    def messages_gone(self, channel_id: int, message_ids: Collection[int]) -> None:
        """Post the panels again whose messages were deleted."""
        for table in self._in(channel_id):
            panel = table.posts.of(PANEL)
            if panel.message_id in message_ids:
                panel.lost()

    def _in(self, channel_id: int) -> Iterator[Table]:
        return iter([*self._there.get(channel_id, {}).values()])

    async def channel_gone(self, channel_id: int) -> None:
        """End the tables of a channel that was deleted, and wall in what was played there.

        Raises StorageError if that can't be stored or found.
        """
        await storage.finished.wall_in(self._house.database, channel_id)
        there = await storage.tables.open_tables(self._house.database, channel_id=channel_id)
        await self._each(there, Table.channel_gone)

    def put_away(self, table_id: int) -> None:
        """Forget an ended table whose posts all show the end."""
        if table_id in self._open:
            self._left[table_id] = self._open[table_id].posts.left()
            if len(self._left) > _LEFT:
                self._left.popitem(last=False)
            self.let_go(table_id)
            self._house.watch(asyncio.ensure_future(self._drop(table_id)))

    def fold(self, table_id: int) -> None:
        """Fold the end of a match whose rematch begins, unless the process began meanwhile."""
        left = self._left.pop(table_id, {})
        if table_id in self._open:
            self._open[table_id].posts.fold(left)
        elif left:
            self._house.watch(asyncio.ensure_future(self._fold(table_id, left)))

    async def _fold(self, table_id: int, left: dict[int, Left]) -> None:
        try:
            stored = await self.stored(table_id)
            if stored is None:
                return
            shown = [one.stored for one in left.values()]
            table = Table(self._house, self.put_away, self.fold, stored, shown)
            await table.take_up()
        except StorageError as error:
            _log.info("an end isn't folded: %s", error, extra={"table": table_id})
            return
        if table.state.match is not None:
            table.posts.fold(left)

    async def _drop(self, table_id: int) -> None:
        """Delete the messages of an ended table from storage."""
        with suppress(NotOwner):
            await storage.posts.drop_posts(self._house.database, table_id)

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
        for left in self._left.values():
            left.pop(user_id, None)
        await self._each([*self._open, *self._loading], lambda table: table.forget(user_id))

    def _keep(self, table: Table) -> None:
        self._open[table.id] = table
        self._there.setdefault(table.stored.channel_id, {})[table.id] = table
