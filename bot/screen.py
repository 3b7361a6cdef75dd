"""One message that shows a match, brought up to date without ever falling behind itself.

Updates coalesce: while one is under way, only the newest state is sent next. Answers to clicks
write the same message past the queue; whenever two writes overlapped, nobody knows which came
last, and the newest state is sent once more.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import ui

from . import storage
from .errors import StorageError
from .storage import PANEL, POSTING, StoredPost
from .ui import NOT_THROUGH, unheard

if TYPE_CHECKING:
    from .screens import Screens

_log = logging.getLogger(__name__)

# Discord's codes. The person can't be written to: no mutual server or closed messages, an
# account that doesn't want to, one that is gone, and too many messages opened too fast.
_CLOSED = frozenset({50007, 50278, 50033, 40003})
_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008
# So long nobody whose direct messages are closed is written to again.
_CLOSED_SECONDS = 600.0
# What Discord has no time for, or the disk no room, is tried again after 2 s, 4 s … 60 s; what it
# doesn't permit after a minute, two … ten: too many requests in vain, and it shuts the bot out.
_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE = 60.0, 600.0
# At a table that has ended only so often.
_LAST_TRY = 3


@dataclass(frozen=True, slots=True)
class Drawn:
    """A screen as it should look: what to send, the ply it shows, and who may be pinged."""

    layout: ui.LayoutView
    ply: int
    digest: bytes
    pings: tuple[int, ...] = ()

    @classmethod
    def of(cls, layout: ui.LayoutView, ply: int, pings: tuple[int, ...] = ()) -> "Drawn":
        """A drawing with the digest by which two are compared."""
        wire = json.dumps(layout.to_components(), sort_keys=True)  # type: ignore[no-untyped-call]
        return cls(layout, ply, hashlib.sha256(wire.encode()).digest(), pings)


class Screen:
    """The message by which one reader follows a table: the panel, or a player's hand."""

    def __init__(self, screens: "Screens", reader: int, stored: StoredPost | None = None) -> None:
        self.screens = screens
        self.table = table = screens.table
        self.reader = reader
        self.channel_id = stored.channel_id if stored else None
        self.message_id = stored.message_id if stored else None
        self.closed = stored is not None and stored.message_id is None
        # The message before the next one, still there or not: it tells apart what is posted.
        self._last = self.message_id
        # Whether that next one may have been posted already, unheard or by a process that died.
        self._unsure = table.match is not None if stored is None else stored.ply == POSTING
        self.refused = False
        self._saved = True
        self._retry_at = 0.0
        self._given_up = False
        self._shown: bytes | None = None
        self._wanted = False
        self._anew = stored is not None and stored.ply == POSTING
        self._begun = 0
        self._flying = 0
        self._failures = 0
        self._nap: asyncio.Task[None] | None = None
        self._calm = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def want(self, *, anew: bool = False, at_once: bool = False) -> None:
        """Ask for the newest state; `anew` as a new message, the old one removed.

        `at_once`: there is reason to hope that what failed before will not fail again.
        """
        if self._given_up:
            return
        self._wanted = True
        self._anew |= anew
        if at_once and self._nap is not None:
            self._nap.cancel()
            self._calm.clear()
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
            self.table.tables.watch(self._task)

    def lost(self) -> None:
        """The message was deleted: post another."""
        self.message_id = None
        self.want()

    @property
    def idle(self) -> bool:
        """Whether nothing is being sent or waits to be."""
        return self._task is None

    async def rest(self, seconds: float = 30.0) -> None:
        """Wait until nothing more is to be sent, or all that could be has failed for now."""
        if self._task is not None:
            calm = asyncio.ensure_future(self._calm.wait())
            await asyncio.wait({self._task, calm}, timeout=seconds, return_when="FIRST_COMPLETED")
            calm.cancel()

    def give_up(self) -> None:
        """Never send or store anything again; the message stays as it is."""
        self._given_up, self._wanted = True, False

    async def write(self, drawn: Drawn, send: Awaitable[object]) -> None:
        """Send a drawing to the message, and remember what it shows now."""
        self._begun += 1
        mine = self._begun
        self._flying += 1
        try:
            await send
        except BaseException:
            self._shown = None
            raise
        finally:
            self._flying -= 1
        if mine == self._begun and not self._flying:
            self._shown = drawn.digest
            self.table.tables.shown(self.table.id, self.reader, drawn.ply)
        else:
            self._shown = None
            self.want()

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._try()
                except StorageError as error:
                    _log.error("a screen of table %s isn't noted: %s", self.table.id, error)
                    await self._pause(_PAUSE, _LONGEST_PAUSE)
        except Exception:
            _log.exception("a screen of table %s could not be drawn", self.table.id)
        finally:
            self._task = None
            self._failures = 0
        self.screens.settled()

    async def _try(self) -> None:
        try:
            await self._bring_up()
        except NOT_THROUGH as error:
            told = isinstance(error, discord.HTTPException) and error.code in _CLOSED
            if isinstance(error, discord.HTTPException) and (told or not unheard(error)):
                await self._judged(error)
            else:
                _log.warning("Discord fails: %r (table %s)", error, self.table.id)
                await self._pause(_PAUSE, _LONGEST_PAUSE)
        else:
            self._failures, self.refused = 0, False

    async def _pause(self, shortest: float, longest: float) -> None:
        """Wait, longer with every failure in a row, then want the newest state again."""
        self._failures += 1
        seconds = min(longest, shortest * 2.0 ** min(self._failures - 1, 10))
        self._nap = asyncio.ensure_future(asyncio.sleep(seconds))
        self._calm.set()
        try:
            await asyncio.wait({self._nap})
        finally:
            self._nap.cancel()
            self._nap = None
            self._calm.clear()
        self._wanted = True

    async def _bring_up(self) -> None:
        await self.table.ready_to_draw()
        drawn = self.screens.draw(self.reader)
        if self._given_up:
            return
        if not self._saved:
            await self._save(self.screens.ply)
        if self.closed and not self._may_retry():
            self._anew = False
            return
        if self.message_id is None or self._anew:
            await self._post(drawn)
        elif drawn.digest != self._shown:
            channel = self.table.tables.channel(self.channel_id or 0)
            message = channel.get_partial_message(self.message_id)
            none = discord.AllowedMentions.none()
            await self.write(drawn, message.edit(view=drawn.layout, allowed_mentions=none))
        else:
            self.table.tables.shown(self.table.id, self.reader, drawn.ply)

    def _may_retry(self) -> bool:
        return self.table.tables.now() >= self._retry_at

    async def _post(self, drawn: Drawn) -> None:
        old = self.message_id
        if self.channel_id is None:
            self.channel_id = await self._find_channel()
        channel = self.table.tables.channel(self.channel_id)
        pings = [discord.Object(user) for user in drawn.pings]
        if old is not None:
            # A process that dies now leaves nothing behind that is newer but stale.
            await self._save(POSTING)
        unsure, self._unsure = self._unsure, True
        message = await channel.send(
            view=drawn.layout,
            nonce=self._nonce(),
            silent=self.reader == PANEL and not pings,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=pings),
        )
        self._anew = False
        await self.moved_to(message.channel.id, message.id, drawn)
        if unsure:
            # It may be the one from before, with what was true then.
            self._shown = None
            self.want()
        if old is not None and old != message.id:
            await _delete(channel.get_partial_message(old))

    def _nonce(self) -> str:
        """What makes Discord post a message once, however often it is asked within minutes."""
        stored = self.table.stored
        text = f"{stored.id}/{stored.opened_at}/{self.reader}/{self._last}"
        return hashlib.sha256(text.encode()).hexdigest()[:25]

    async def moved_to(self, channel_id: int, message_id: int, drawn: Drawn) -> None:
        """The screen is another message from now on, just sent as drawn."""
        self.channel_id, self.message_id, self.closed = channel_id, message_id, False
        self._last, self._unsure = message_id, False
        self._shown = drawn.digest
        self.screens.scrolled = 0 if self.reader == PANEL else self.screens.scrolled
        try:
            await self._save(drawn.ply)
        except StorageError as error:
            # It stands there all the same; noted as soon as there is room.
            _log.error("a screen of table %s isn't noted: %s", self.table.id, error)
            self.want()

    async def _save(self, ply: int) -> None:
        if self._given_up:
            return
        self._saved = False
        stored = StoredPost(self.reader, self.channel_id, self.message_id, ply)
        await storage.posts.save_post(self.table.tables.database, self.table.id, stored)
        self._saved = True

    async def _find_channel(self) -> int:
        if self.reader == PANEL:
            return self.table.stored.channel_id
        return await self.table.tables.direct_channel(self.reader)

    async def _judged(self, error: discord.HTTPException) -> None:
        """Discord has refused to show this: do what helps."""
        if error.code == _UNKNOWN_MESSAGE:
            self.message_id = None
            self._wanted = True
        elif error.code in _CLOSED and self.reader != PANEL:
            self.message_id, self.closed, self._anew = None, True, False
            self._retry_at = self.table.tables.now() + _CLOSED_SECONDS
            _log.info("direct messages to a player of table %s are closed", self.table.id)
            await self._save(self.screens.ply)
        elif error.code == _UNKNOWN_CHANNEL and self.reader == PANEL:
            await self.table.abandon()
        elif error.status == 403 and self._anew and self.message_id is not None:
            # It may be allowed to change what it has posted, though not to post.
            self._anew, self._wanted = False, True
        elif error.status == 403 and not (self.table.ended and self._failures >= _LAST_TRY):
            self.refused = True
            _log.warning("a screen of table %s isn't permitted: %s", self.table.id, error)
            await self._pause(_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE)
        else:
            # A message Discord won't take: asking again won't help.
            self._anew = False
            _log.warning("a screen of table %s was refused: %s", self.table.id, error)


async def _delete(message: discord.PartialMessage) -> None:
    try:
        await message.delete()
    except NOT_THROUGH as error:
        _log.info("an old screen stays: %s", error)
