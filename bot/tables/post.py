"""One message that shows a match, brought up to date without ever falling behind itself.

Updates coalesce: while one is under way, only the newest state is sent next. Answers to clicks
write the same message past the queue; whenever two writes overlapped, nobody knows which came
last, and the newest state is sent once more.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

import discord

from .. import storage
from ..storage import PANEL, POSTING, StoredPost, StoredTable
from ..wire.faults import (
    ARCHIVED,
    CLOSED,
    LOCKED,
    NOT_THROUGH,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    unheard,
)
from ..wire.pacer import Urgency
from ..wire.tokens import Key, sent
from ..wire.ui import Drawn, Kept, attached
from ..words.errors import StorageError
from ..workers.pictures import UNHURRIED
from .house import House

_log = logging.getLogger(__name__)

# So long nobody whose direct messages are closed is written to again.
_CLOSED_SECONDS = 600.0
# What Discord has no time for, or the disk no room, is tried again after 2 s, 4 s … 60 s; what it
# doesn't permit after a minute, two … ten: too many requests in vain, and it shuts the bot out.
_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE = 60.0, 600.0
# At a table that has ended only so often.
_LAST_TRY = 3
# Discord takes but few edits of a message that is an hour old (30046).
_OLD_SECONDS = 55 * 60.0
# What another process posts is waited for so long, looked for so often.
_ELSEWHERE, _LOOK_EVERY = 2.0, 0.1


class Source(Protocol):
    """What a post shows, and what it tells; declared here, given by the room above."""

    @property
    def stored(self) -> StoredTable:
        """The table as stored."""

    @property
    def begun(self) -> bool:
        """Whether there is a match."""

    @property
    def forgotten(self) -> bool:
        """Whether all has been told, and by which messages isn't known any more."""

    @property
    def ply(self) -> int:
        """The newest ply that may be shown whole; −1 in the lobby."""

    async def ready(self, reader: int, patience: float) -> None:
        """Wait for what belongs to that reader's newest state; for its picture only so long."""

    def draw(self, reader: int) -> Drawn:
        """What that reader should see now."""

    async def channel_gone(self) -> None:
        """The channel of the panel is gone."""

    def refused_or_not(self) -> None:
        """Whether a post may be shown has changed."""

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
        self.channel_id: int | None = None
        self.message_id: int | None = None
        self.closed = False
        # The message before the next one, still there or not: it tells apart what is posted.
        self._last: int | None = None
        # Whether that next one may have been posted already, unheard or by a process that died.
        self._unsure = source.begun
        self.refused = False
        # Its thread is archived: only a new message opens that again.
        self._archived = False
        # By which it can be changed without being counted, since somebody clicked it.
        self._key: Key | None = None
        # Whom the next new message is to notify.
        self._calls: set[int] = set()
        # Messages said below it.
        self.scrolled = 0
        self._saved = True
        # Whether its first message is an answer under way: until then it posts none.
        self._answer = False
        self._retry_at = 0.0
        self._given_up = False
        self._shown: bytes | None = None
        # The files of the message, as far as that is known.
        self._files: Kept = {}
        self._wanted = False
        self._anew = False
        # How many write it at the moment, and whether nobody knows which of them comes last.
        self._flying = 0
        self._crossed = False
        self._failures = 0
        self._nap: asyncio.Task[None] | None = None
        self._calm = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        if stored is not None:
            self.known(stored)

    def want(
        self, *, anew: bool = False, at_once: bool = False, calls: Collection[int] = ()
    ) -> None:
        """Ask for the newest state; `anew` as a new message, the old one removed.

        `calls`: whom that message notifies, else it comes silently. `at_once`: there is reason to
        hope that what failed before will not fail again.
        """
        if self._given_up or self._house.closed:
            return
        self._wanted = True
        self._calls.update(calls)
        self._anew |= anew
        if at_once and self._nap is not None:
            self._nap.cancel()
            self._calm.clear()
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
            self._house.watch(self._task)

    @property
    def kept(self) -> bool:
        """True: the process that has a table owns it."""
        return True

    def known(self, stored: StoredPost) -> None:
        """Another process has shown the table: know by which message."""
        if stored.message_id != self.message_id:
            self._key = None
        self.channel_id, self.message_id = stored.channel_id, stored.message_id
        self._anew = self._unsure = stored.ply == POSTING
        self.closed = stored.message_id is None and not self._unsure
        self._last = self.message_id
        self.unsure()

    def unsure(self) -> None:
        """Another process has changed the message, maybe just now: nobody knows which came last."""
        self._shown, self._files = None, {}
        self._crossed = self._flying > 0

    def keyed(self, key: Key) -> None:
        """The message was clicked: for a while it can be changed by that."""
        self._key = key

    @property
    def rests(self) -> bool:
        """Whether the message shows what was drawn last, and nothing is on its way."""
        return self._task is None and self._shown is not None

    def answers(self) -> None:
        """Its first message will be the answer to somebody's click or command."""
        self._answer = True

    def answered(self) -> None:
        """That answer is sent, or never will be: show what has happened meanwhile."""
        self._answer = False
        self.want()

    def lost(self) -> None:
        """The message was deleted: post another."""
        self.message_id = None
        self.want()

    @property
    def idle(self) -> bool:
        """Whether nothing is being sent or waits to be."""
        return self._task is None

    @property
    def told(self) -> bool:
        """Whether its reader has a message, or can't have one."""
        return self.closed or self.message_id is not None

    async def rest(self, seconds: float = 30.0) -> None:
        """Wait until nothing more is to be sent, or all that could be has failed for now."""
        if not self.kept:
            await self._changed(min(seconds, _ELSEWHERE))
        if self._task is not None:
            calm = asyncio.ensure_future(self._calm.wait())
            await asyncio.wait({self._task, calm}, timeout=seconds, return_when="FIRST_COMPLETED")
            calm.cancel()

    async def _changed(self, seconds: float) -> None:
        """Wait until another process has posted another message."""
        before, database = self.message_id, self._house.database
        for _ in range(round(seconds / _LOOK_EVERY)):
            for one in await storage.posts.posts(database, self._table_id):
                if one.reader == self.reader:
                    self.known(one)
            if self.closed or self.message_id != before:
                return
            await asyncio.sleep(_LOOK_EVERY)

    def give_up(self) -> None:
        """Never send or store anything again; the message stays as it is."""
        self._given_up, self._wanted = True, False

    async def write(self, drawn: Drawn, send: Callable[[Kept], Awaitable[Kept]]) -> None:
        """Send a drawing to the message, which has these files, and remember what it shows now."""
        kept, self._files = self._files, {}
        self._crossed |= self._flying > 0
        self._flying += 1
        try:
            has = await send(kept)
        except BaseException:
            self._shown = None
            raise
        finally:
            self._flying -= 1
            crossed, self._crossed = self._crossed, self._crossed and self._flying > 0
            if crossed and not self._flying:
                # Whichever came last is over now: the newest state comes after it.
                self._shown = None
                self.want()
        if not self.kept:
            self.want()
        elif not crossed:
            self._shown = drawn.digest
            self._files = has
            self._note(drawn.ply)

    def _note(self, ply: int) -> None:
        """Remember, soon, how far the message has come."""
        storage.posts.shown(self._house.database, self._table_id, (self.reader,), ply)

    async def _run(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                try:
                    await self._try()
                except StorageError as error:
                    _log.error("a post isn't noted: %s", error, extra={"table": self._table_id})
                    await self._pause(_PAUSE, _LONGEST_PAUSE)
        except Exception:
            _log.exception("a post could not be drawn", extra={"table": self._table_id})
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
                _log.warning("Discord fails: %r", error, extra={"table": self._table_id})
                await self._pause(_PAUSE, _LONGEST_PAUSE)

    def _through(self) -> None:
        """Discord has taken it."""
        self._failures, self._archived = 0, False
        self._refuse(False)

    def _refuse(self, refused: bool) -> None:
        if refused is not self.refused:
            self.refused = refused
            self._source.refused_or_not()

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
        if self._answer or (self._source.forgotten and self.message_id is None):
            return
        await self._source.ready(self.reader, UNHURRIED)
        drawn = self._source.draw(self.reader)
        if self._given_up:
            return
        if not self.kept:
            # It was taken over meanwhile.
            self.want(anew=self._anew, calls=self._calls)
            self._anew, self._calls = False, set()
            return
        if not self._saved:
            await self._save(self._source.ply)
        if self.closed and not self._may_retry():
            self._anew = False
            return
        changed = drawn.digest != self._shown
        if self.message_id is None or self._anew or (changed and self._old()):
            if self.channel_id is None:
                self.channel_id = await self._find_channel()
                # It may take long, and its reader may be forgotten meanwhile.
                if self._given_up:
                    return
            if await self._my_turn(Urgency.NOTICE, "POST"):
                await self._post(drawn)
                self._through()
        elif not changed:
            self._note(drawn.ply)
        elif self._key is not None and self._house.now() < self._key.until:
            await self._change_by(self._key, drawn)
        elif await self._my_turn(Urgency.PANEL if self.reader == PANEL else Urgency.HAND, "PATCH"):
            channel = self._house.channel(self.channel_id or 0)
            message = channel.get_partial_message(self.message_id)
            await self.write(drawn, lambda kept: _edit(message, drawn, kept))
            self._through()

    async def _my_turn(self, urgency: Urgency, method: str) -> bool:
        """Wait until it may be sent; false if that took time, so that something newer is."""
        waited = await self._house.pacer.turn(urgency, method, self.channel_id or 0)
        self._wanted |= waited
        return not waited

    def _old(self) -> bool:
        """Whether the message is too old to be changed."""
        posted = discord.utils.snowflake_time(self.message_id or 0).timestamp()
        return self._house.now() - posted > _OLD_SECONDS

    async def _change_by(self, key: Key, drawn: Drawn) -> None:
        """Change the message by a token; where that isn't taken, in the ordinary way next."""
        try:
            await self.write(drawn, lambda kept: key.edit(drawn, kept))
        except discord.HTTPException as error:
            if unheard(error):
                raise
            self._key, self._wanted = None, True
        else:
            self._through()

    def _may_retry(self) -> bool:
        return self._house.now() >= self._retry_at

    async def _post(self, drawn: Drawn) -> None:
        old, calls = self.message_id, frozenset(self._calls)
        channel = self._house.channel(self.channel_id or 0)
        if old is not None:
            # A process that dies now leaves nothing behind that is newer but stale.
            await self._save(POSTING)
        unsure, self._unsure = self._unsure, True
        message = await channel.send(
            view=drawn.layout,
            files=drawn.uploads(),
            nonce=self._nonce(),
            silent=not calls,
            # A direct message notifies by itself.
            allowed_mentions=_only(calls if self.reader == PANEL else ()),
        )
        self._anew = False
        self._calls -= calls
        await self.moved_to(message, drawn)
        if unsure:
            # It may be the one from before, with what was true then.
            self._shown = None
            self.want()
        if old is not None and old != message.id:
            self._house.watch(asyncio.ensure_future(self._tidy(channel.get_partial_message(old))))

    async def _tidy(self, message: discord.PartialMessage) -> None:
        """Remove the message before."""
        try:
            await self._house.pacer.turn(Urgency.TIDYING, "DELETE", message.channel.id)
            await message.delete()
        except NOT_THROUGH as error:
            _log.info("an old post stays: %s", error, extra={"table": self._table_id})

    def _nonce(self) -> str:
        """What makes Discord post a message once, however often it is asked within minutes."""
        stored = self._source.stored
        text = f"{stored.id}/{stored.opened_at}/{self.reader}/{self._last}"
        return hashlib.sha256(text.encode()).hexdigest()[:25]

    async def moved_to(self, message: discord.Message, drawn: Drawn) -> None:
        """The post is another message from now on, just sent as drawn."""
        self.channel_id, self.message_id, self.closed = message.channel.id, message.id, False
        self._last, self._unsure, self._key = message.id, False, None
        self._files = attached(message)
        self._shown = drawn.digest
        self.scrolled = 0
        try:
            await self._save(drawn.ply)
        except StorageError as error:
            # It stands there all the same; noted as soon as there is room.
            _log.error("a post isn't noted: %s", error, extra={"table": self._table_id})
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
            _log.info("direct messages to a player are closed", extra={"table": self._table_id})
            await self._save(self._source.ply)
            self._source.refused_or_not()
        elif error.code == UNKNOWN_CHANNEL and self.reader == PANEL:
            await self._source.channel_gone()
        elif error.code == ARCHIVED and not self._anew:
            self._archived = self._anew = self._wanted = True
        elif error.status == 403 and self._anew and self.message_id and not self._archived:
            # It may be allowed to change what it has posted, though not to post.
            self._anew, self._wanted = False, True
        elif (error.status == 403 or error.code in (ARCHIVED, LOCKED)) and not (
            self._source.stored.ended and self._failures >= _LAST_TRY
        ):
            self._refuse(True)
            _log.warning("a post isn't permitted: %s", error, extra={"table": self._table_id})
            await self._pause(_REFUSED_PAUSE, _LONGEST_REFUSED_PAUSE)
        else:
            # A message Discord won't take: asking again won't help.
            self._anew = False
            _log.warning("a post was refused: %s", error, extra={"table": self._table_id})


async def _edit(message: discord.PartialMessage, drawn: Drawn, kept: Kept) -> Kept:
    none = discord.AllowedMentions.none()

    async def send(files: Any) -> Kept:
        edited = await message.edit(view=drawn.layout, attachments=files, allowed_mentions=none)
        return attached(edited)

    return await sent(drawn, kept, send)


def _only(calls: Collection[int]) -> discord.AllowedMentions:
    """Nobody is notified but those."""
    users = [discord.Object(user) for user in calls]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
