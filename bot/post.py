"""One message that shows a match, brought up to date without ever falling behind itself.

Updates coalesce: while one is under way, only the newest state is sent next. Answers to clicks
write the same message past the queue; whenever two writes overlapped, nobody knows which came
last, and the newest state is sent once more.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable
from typing import Protocol

import discord

from . import storage
from .errors import StorageError
from .faults import CLOSED, NOT_THROUGH, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, unheard
from .house import House
from .storage import PANEL, POSTING, StoredPost, StoredTable
from .ui import Drawn

_log = logging.getLogger(__name__)

# So long nobody whose direct messages are closed is written to again.
_CLOSED_SECONDS = 600.0
# What Discord has no time for, or the disk no room, is tried again after 2 s, 4 s … 60 s; what it
# doesn't permit after a minute, two … ten: too many requests in vain, and it shuts the bot out.
_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE = 60.0, 600.0
# At a table that has ended only so often.
_LAST_TRY = 3


class Source(Protocol):
    """What a post shows, and what it tells; declared here, given by the room above."""

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""

    @property
    def begun(self) -> bool:
        """Whether there is a match."""

    @property
    def ply(self) -> int:
        """The newest ply that may be shown whole; −1 in the lobby."""

    async def ready(self) -> None:
        """Wait for what belongs to the newest state."""

    def draw(self, reader: int) -> Drawn:
        """What that reader should see now."""

    async def channel_gone(self) -> None:
        """The channel of the panel is gone."""

    def settled(self) -> None:
        """A post has come to rest."""


class Post:
    """The message by which one reader follows a table: the panel, or a player's hand."""

    def __init__(
        self, house: House, source: Source, reader: int, stored: StoredPost | None = None
    ) -> None:
        self._house = house
        self._source = source
        self._table_id = source.stored.id
        self.reader = reader
        self.channel_id = stored.channel_id if stored else None
        self.message_id = stored.message_id if stored else None
        self.closed = stored is not None and stored.message_id is None
        # The message before the next one, still there or not: it tells apart what is posted.
        self._last = self.message_id
        # Whether that next one may have been posted already, unheard or by a process that died.
        self._unsure = source.begun if stored is None else stored.ply == POSTING
        self.refused = False
        # Messages said below it.
        self.scrolled = 0
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
            self._house.watch(self._task)

    def still(self, ply: int) -> None:
        """Know that what the message shows is as it should be at that ply too."""
        if self._task is None and self._shown is not None:
            self._note(ply)

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
            self._note(drawn.ply)
        else:
            self._shown = None
            self.want()

    def _note(self, ply: int) -> None:
        """Remember, soon, how far the message has come."""
        storage.posts.shown(self._house.database, self._table_id, self.reader, ply)

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._try()
                except StorageError as error:
                    _log.error("a post of table %s isn't noted: %s", self._table_id, error)
                    await self._pause(_PAUSE, _LONGEST_PAUSE)
        except Exception:
            _log.exception("a post of table %s could not be drawn", self._table_id)
            return
        finally:
            self._task = None
            self._failures = 0
        self._source.settled()

    async def _try(self) -> None:
        try:
            await self._bring_up()
        except NOT_THROUGH as error:
            told = isinstance(error, discord.HTTPException) and error.code in CLOSED
            if isinstance(error, discord.HTTPException) and (told or not unheard(error)):
                await self._judged(error)
            else:
                _log.warning("Discord fails: %r (table %s)", error, self._table_id)
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
        await self._source.ready()
        drawn = self._source.draw(self.reader)
        if self._given_up:
            return
        if not self._saved:
            await self._save(self._source.ply)
        if self.closed and not self._may_retry():
            self._anew = False
            return
        if self.message_id is None or self._anew:
            await self._post(drawn)
        elif drawn.digest != self._shown:
            channel = self._house.channel(self.channel_id or 0)
            message = channel.get_partial_message(self.message_id)
            await self.write(drawn, _edit(message, drawn))
        else:
            self._note(drawn.ply)

    def _may_retry(self) -> bool:
        return self._house.now() >= self._retry_at

    async def _post(self, drawn: Drawn) -> None:
        old = self.message_id
        if self.channel_id is None:
            self.channel_id = await self._find_channel()
            # Opening a direct channel may take long, and its reader may be forgotten meanwhile.
            if self._given_up:
                return
        channel = self._house.channel(self.channel_id)
        if old is not None:
            # A process that dies now leaves nothing behind that is newer but stale.
            await self._save(POSTING)
        unsure, self._unsure = self._unsure, True
        message = await channel.send(
            view=drawn.layout,
            files=drawn.attachments(),
            nonce=self._nonce(),
            silent=self.reader == PANEL and not drawn.pings,
            allowed_mentions=drawn.mentions(),
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
        stored = self._source.stored
        text = f"{stored.id}/{stored.opened_at}/{self.reader}/{self._last}"
        return hashlib.sha256(text.encode()).hexdigest()[:25]

    async def moved_to(self, channel_id: int, message_id: int, drawn: Drawn) -> None:
        """The post is another message from now on, just sent as drawn."""
        self.channel_id, self.message_id, self.closed = channel_id, message_id, False
        self._last, self._unsure = message_id, False
        self._shown = drawn.digest
        self.scrolled = 0
        try:
            await self._save(drawn.ply)
        except StorageError as error:
            # It stands there all the same; noted as soon as there is room.
            _log.error("a post of table %s isn't noted: %s", self._table_id, error)
            self.want()

    async def _save(self, ply: int) -> None:
        if self._given_up:
            return
        self._saved = False
        stored = StoredPost(self.reader, self.channel_id, self.message_id, ply)
        await storage.posts.save_post(self._house.database, self._table_id, stored)
        self._saved = True

    async def _find_channel(self) -> int:
        if self.reader == PANEL:
            return self._source.stored.channel_id
        return await self._house.direct_channel(self.reader)

    async def _judged(self, error: discord.HTTPException) -> None:
        """Discord has refused to show this: do what helps."""
        if error.code == UNKNOWN_MESSAGE:
            self.message_id = None
            self._wanted = True
        elif error.code in CLOSED and self.reader != PANEL:
            self.message_id, self.closed, self._anew = None, True, False
            self._retry_at = self._house.now() + _CLOSED_SECONDS
            _log.info("direct messages to a player of table %s are closed", self._table_id)
            await self._save(self._source.ply)
        elif error.code == UNKNOWN_CHANNEL and self.reader == PANEL:
            await self._source.channel_gone()
        elif error.status == 403 and self._anew and self.message_id is not None:
            # It may be allowed to change what it has posted, though not to post.
            self._anew, self._wanted = False, True
        elif error.status == 403 and not (
            self._source.stored.ended and self._failures >= _LAST_TRY
        ):
            self.refused = True
            _log.warning("a post of table %s isn't permitted: %s", self._table_id, error)
            await self._pause(_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE)
        else:
            # A message Discord won't take: asking again won't help.
            self._anew = False
            _log.warning("a post of table %s was refused: %s", self._table_id, error)


async def _edit(message: discord.PartialMessage, drawn: Drawn) -> None:
    none = discord.AllowedMentions.none()
    files = drawn.attachments()
    await message.edit(view=drawn.layout, attachments=files, allowed_mentions=none)


async def _delete(message: discord.PartialMessage) -> None:
    try:
        await message.delete()
    except NOT_THROUGH as error:
        _log.info("an old post stays: %s", error)
