"""Messages that one reader sees: hands where they clicked, spectators' copies, and hints."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from games.errors import N_

from ..play.match import Match
from ..storage import StoredTable
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.tokens import Key
from ..wire.ui import Drawn
from ..words.errors import StorageError, TableError
from ..workers.pictures import PATIENCE, UNHURRIED
from .house import House

_log = logging.getLogger(__name__)

MOST_WATCHING = 25
"""Limit of spectators with a private copy of one table. Each is drawn again at every change."""
# Seconds that the making of a copy takes at most.
_MAKING = 60.0


class Watcher(NamedTuple):
    """A spectator, their language, and the latest end of the making of their first private copy."""

    locale: str
    until: float


class Source(Protocol):
    """The table and its screens, declared here and passed in by the room above."""

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""

    @property
    def begun(self) -> bool:
        """True if there is a match."""

    def reached(self, user_id: int) -> bool:
        """Return True if a player's hand is in their direct messages."""

    async def ready(self, reader: int, patience: float = PATIENCE) -> None:
        """Wait for all that reader's newest state needs, but at most `patience` seconds for a
        picture.
        """

    def draw_copy(self, reader: int) -> Drawn:
        """Return the current screen of that reader's private copy."""


class Copies:
    """The private copies of a table, by person: the newest one of each."""

    def __init__(self, house: House, source: Source) -> None:
        self._house = house
        self._source = source
        # Latest clicks in the channel. Their tokens can show the person something there.
        self._clicks: dict[int, Key] = {}
        self._copies: dict[int, Copy] = {}
        # Spectators with a private copy.
        self._watching: dict[int, Watcher] = {}
        self._stopped = False

    @property
    def watching(self) -> Mapping[int, Watcher]:
        """The spectators with a private copy."""
        return self._watching

    def stop(self) -> None:
        """Show nothing any more."""
        self._stopped = True
        for copy in self._copies.values():
            copy.give_up()
        self._copies.clear()
        self._clicks.clear()
        self._watching.clear()

    def clicked(self, user_id: int, key: Key) -> None:
        """Note that a player's click in the channel was answered."""
        self._clicks[user_id] = key
        self.show_unreached()

    def made(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """A player was just shown their hand privately, by a message of its own."""
        if self._stopped:
            return
        before = self._copies.get(user_id)
        if before is not None:
            before.remove()
        self._copies[user_id] = Copy(self._house, self._source, user_id, key, drawn)

    def renewed(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """Note a player's click on a copy of their hand, and the drawing in the answer."""
        if user_id in self._copies:
            self._copies[user_id].renew(key, drawn)
        else:
            self.made(user_id, key, drawn)

    def want(self, user_id: int) -> None:
        """Bring up to date what a person was just shown, if something happened meanwhile."""
        if user_id in self._copies:
            self._copies[user_id].want()

    def withdraw(self, user_id: int) -> None:
        """Take a player's hand away: another match comes in its place."""
        copy = self._copies.pop(user_id, None)
        if copy is not None:
            copy.remove()
        self._clicks.pop(user_id, None)

    def forget(self, user_id: int) -> None:
        """Evict a person."""
        self._clicks.pop(user_id, None)
        if user_id in self._copies:
            self._copies.pop(user_id).give_up()
        self._watching.pop(user_id, None)

    def watch(self, user_id: int, locale: str) -> None:
        """Note a spectator with a private copy in their language.

        Raises TableError if too many people have one.
        """
        now, alive = self._house.now(), {one for one, copy in self._copies.items() if copy.alive}
        there = {one for one, by in self._watching.items() if one in alive or now < by.until}
        self._watching = {one: self._watching[one] for one in there}
        if user_id not in there and len(there) >= MOST_WATCHING:
            raise TableError(
                N_("{n} people watch this table already. Everything public is in the channel."),
                n=MOST_WATCHING,
            )
        self._watching[user_id] = Watcher(locale, now + _MAKING)

    def show_unreached(self) -> None:
        """Show who can't be written to their hand where they clicked lately, without asking."""
        stored = self._source.stored
        if not self._source.begun or stored.ended:
            return
        for user_id, key in [*self._clicks.items()]:
            # `reached` would begin a post to people without a seat, such as the staff.
            seated, copy = stored.seat_of(user_id) is not None, self._copies.get(user_id)
            if seated and (self._source.reached(user_id) or (copy is not None and copy.alive)):
                continue
            del self._clicks[user_id]
            if seated and self._house.now() < key.until:
                self._house.watch(asyncio.ensure_future(self._show(user_id, key)))

    async def _show(self, user_id: int, key: Key) -> None:
        try:
            await self._source.ready(user_id)
            drawn = self._source.draw_copy(user_id)
            shown = await self._house.delivery.send(drawn, key.show)
        except (StorageError, *NOT_THROUGH) as error:
            _log.info("a hand isn't shown where it was clicked for: %s", why(error))
            if isinstance(error, StorageError) or unheard(error):
                # The next change tries again.
                self._clicks.setdefault(user_id, key)
            return
        self.made(user_id, shown, drawn)
        # The table may have changed since the drawing.
        self.want(user_id)


# Seconds before an unanswered edit is repeated, while its token lasts.
_PAUSE = 2.0


class Copy:
    """A message only its reader sees. It is forgotten when its token ends or is refused."""

    def __init__(self, house: House, source: Source, reader: int, key: Key, drawn: Drawn) -> None:
        self._house = house
        self._source = source
        self._reader = reader
        self._key: Key | None = key
        self._kept = key.kept
        self._shown: int | None = drawn.digest
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        """True while the copy can be edited."""
        return self._key is not None and self._house.now() < self._key.until

    def renew(self, key: Key, drawn: Drawn) -> None:
        """Know that it was clicked, and answered with that drawing."""
        self._key, self._shown, self._kept = key, drawn.digest, key.kept
        if self._task is not None:
            # The order of the two edits is unknown.
            self._shown = None
            self.want()

    def want(self) -> None:
        """Ask for the newest state."""
        if self.alive and not self._house.closed:
            self._wanted = True
            if self._task is None:
                self._task = asyncio.ensure_future(self._run())
                self._house.watch(self._task)

    def give_up(self) -> None:
        """Stop sending. The message stays as it is."""
        self._key, self._wanted = None, False

    def remove(self) -> None:
        """Take the message away: there is a newer one."""
        key, alive = self._key, self.alive
        self.give_up()
        if key is not None and alive:
            self._house.watch(asyncio.ensure_future(delete(key)))

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._bring_up()
                except StorageError as error:
                    _log.error("a private hand is drawn later: %s", error)
                    await self._pause()
        except Exception:
            self._key = None
            _log.exception("a private hand could not be drawn")
        finally:
            self._task = None

    async def _bring_up(self) -> None:
        await self._source.ready(self._reader, UNHURRIED)
        drawn, key = self._source.draw_copy(self._reader), self._key
        if key is None or not self.alive or drawn.digest == self._shown:
            return
        self._shown = drawn.digest
        try:
            self._kept = await self._house.delivery.send(
                drawn, lambda drawn: key.edit(drawn, self._kept)
            )
        except NOT_THROUGH as error:
            self._shown = None
            if unheard(error):
                await self._pause()
            elif self._key is key:
                self._key = None

    async def _pause(self) -> None:
        await asyncio.sleep(_PAUSE)
        self._wanted = self.alive


async def delete(key: Key) -> None:
    """Remove a message, unless Discord refuses."""
    with contextlib.suppress(*NOT_THROUGH):
        await key.delete()


class ShownHints:
    """The newest hint of each player at a table, with the stage of its decision.

    Hints are kept in memory only. One whose token has ended, or that a process left behind, stays:
    it names its decision.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._shown: dict[int, tuple[int, Key]] = {}

    def show(self, user_id: int, stage: int, key: Key) -> None:
        """Note a hint for the decision of that stage. An earlier one goes."""
        before = self._shown.get(user_id)
        self._shown[user_id] = stage, key
        if before is not None:
            self._remove(before[1])

    def passed(self, match: Match | None) -> None:
        """Remove the hints for decisions that are no more."""
        if match is None:
            return
        for user_id, (stage, key) in [*self._shown.items()]:
            if stage != match.stage:
                del self._shown[user_id]
                self._remove(key)

    def forget(self, user_id: int) -> None:
        """Evict a person."""
        self._shown.pop(user_id, None)

    def _remove(self, key: Key) -> None:
        if self._house.now() < key.until and not self._house.closed:
            self._house.watch(asyncio.ensure_future(delete(key)))
