"""Messages that one reader sees: hands where they clicked, spectators' copies, and hints."""

import asyncio
import logging

from games.errors import N_

from ..play.match import Match
from ..wire.faults import NOT_THROUGH, unheard, why
from ..wire.tokens import Key
from ..wire.ui import Drawn
from ..words.errors import StorageError, TableError
from .copy import Copy, delete
from .post import Source
from .readers import Readers
from .state import State

_log = logging.getLogger(__name__)

MOST_WATCHING = 25
"""Limit of spectators with a private copy of one table. Each is drawn again at every change."""
# Seconds that the making of a copy takes at most.
_MAKING = 60.0


class Copies:
    """The private copies of a table, by person: the newest one of each."""

    def __init__(self, state: State, source: Source, readers: Readers) -> None:
        self._state = state
        self._house = state.house
        self._source = source
        self._readers = readers
        self._stopped = False

    @property
    def watching(self) -> list[int]:
        """The spectators with a private copy."""
        return [one for one, reader in self._readers.items() if reader.watches is not None]

    def stop(self) -> None:
        """Show nothing any more."""
        self._stopped = True
        for reader in self._readers.values():
            if reader.copy is not None:
                reader.copy.give_up()
            reader.copy = reader.click = reader.watches = None

    def clicked(self, user_id: int, key: Key) -> None:
        """Note that a player's click in the channel was answered."""
        self._readers[user_id].click = key
        self.show_unreached()

    def made(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """A player was just shown their hand privately, by a message of its own."""
        if self._stopped:
            return
        reader = self._readers[user_id]
        if reader.copy is not None:
            reader.copy.remove()
        reader.copy = Copy(self._house, self._source, user_id, key, drawn)

    def renewed(self, user_id: int, key: Key, drawn: Drawn) -> None:
        """Note a player's click on a copy of their hand, and the drawing in the answer."""
        copy = self._readers[user_id].copy
        if copy is not None:
            copy.renew(key, drawn)
        else:
            self.made(user_id, key, drawn)

    def want(self, user_id: int) -> None:
        """Bring up to date what a person was just shown, if something happened meanwhile."""
        reader = self._readers.get(user_id)
        if reader is not None and reader.copy is not None:
            reader.copy.want()

    def withdraw(self, user_id: int) -> None:
        """Take a player's hand away: another match comes in its place."""
        reader = self._readers[user_id]
        if reader.copy is not None:
            reader.copy.remove()
        reader.copy = reader.click = None

    def watch(self, user_id: int, locale: str) -> None:
        """Note a spectator with a private copy in their language.

        Raises TableError if too many people have one.
        """
        now = self._house.now()
        for reader in self._readers.values():
            alive = reader.copy is not None and reader.copy.alive
            if reader.watches is not None and not alive and now >= reader.watches[1]:
                reader.watches = None
        there = self.watching
        if user_id not in there and len(there) >= MOST_WATCHING:
            raise TableError(
                N_("{n} people watch this table already. Everything public is in the channel."),
                n=MOST_WATCHING,
            )
        self._readers[user_id].watches = locale, now + _MAKING

    def show_unreached(self) -> None:
        """Show who can't be written to their hand where they clicked lately, without asking."""
        stored = self._state.stored
        if self._state.match is None or stored.ended:
            return
        for user_id, reader in [*self._readers.items()]:
            key, copy = reader.click, reader.copy
            if key is None:
                continue
            seated = stored.seat_of(user_id) is not None
            if seated and (reader.reached or (copy is not None and copy.alive)):
                continue
            reader.click = None
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
                reader = self._readers[user_id]
                reader.click = reader.click or key
            return
        self.made(user_id, shown, drawn)
        # The table may have changed since the drawing.
        self.want(user_id)

    # Hints are kept in memory only. One whose token has ended, or that a process left behind,
    # stays: it names its decision.

    def hint(self, user_id: int, stage: int, key: Key) -> None:
        """Note a hint for the decision of that stage. An earlier one goes."""
        reader = self._readers[user_id]
        before, reader.hint = reader.hint, (stage, key)
        if before is not None:
            self._remove(before[1])

    def passed(self, match: Match | None) -> None:
        """Remove the hints for decisions that are no more."""
        if match is None:
            return
        for reader in self._readers.values():
            if reader.hint is not None and reader.hint[0] != match.stage:
                self._remove(reader.hint[1])
                reader.hint = None

    def _remove(self, key: Key) -> None:
        if self._house.now() < key.until and not self._house.closed:
            self._house.watch(asyncio.ensure_future(delete(key)))
