"""A message that only its reader sees, kept up to date by a token."""

import asyncio
import contextlib
import logging

from ..wire.faults import NOT_THROUGH, unheard
from ..wire.tokens import Key
from ..wire.ui import Drawn
from ..words.errors import StorageError
from ..words.retrying import retrying
from ..workers.pictures import LONG_PATIENCE
from .house import House
from .post import Source

_log = logging.getLogger(__name__)

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
                await retrying(self._bring_up, _later, _PAUSE)
        except Exception:
            self._key = None
            _log.exception("a private hand could not be drawn")
        finally:
            self._task = None

    async def _bring_up(self) -> None:
        if not self.alive:
            return
        await self._source.ready(self._reader, LONG_PATIENCE)
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
                raise
            if self._key is key:
                self._key = None


def _later(error: BaseException) -> bool:
    """Return True for an error that says nothing about the copy, or its token."""
    if isinstance(error, StorageError):
        _log.error("a private hand is drawn later: %s", error)
    return isinstance(error, StorageError) or unheard(error)


async def delete(key: Key) -> None:
    """Remove a message, unless Discord refuses."""
    with contextlib.suppress(*NOT_THROUGH):
        await key.delete()
