"""A reader's message of a table. It carries out the actions of `post_states`."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, NamedTuple, Protocol

import discord

from .. import storage
from ..storage import PANEL, POSTING, StoredPost
from ..wire.delivery import Form, in_form, nonce_of, whole
from ..wire.faults import NOT_THROUGH, Refusal, refusal, unheard, why
from ..wire.pacer import Urgency
from ..wire.tokens import Key
from ..wire.ui import Drawn, Kept, attached, become, contents, notifying
from ..words.errors import StorageError
from ..words.retrying import retrying
from ..workers.pictures import LONG_PATIENCE, PATIENCE
from . import post_states as states
from .state import State

_log = logging.getLogger(__name__)

# Most seconds that a post waits for answers in flight to its message. If two requests change it at
# once, which came last is unknown, and all of it is sent again. An answer may hang for minutes.
_CROSSING = 2.0
# The first and the longest pause, in seconds, until an old message is deleted.
_TIDY = 2.0, 60.0


class Source(Protocol):
    """The screens of a table. Its `Posts` draw them, and import posts and private copies."""

    @property
    def forgotten(self) -> bool:
        """True if all posts showed the end. Their messages aren't stored, or posted again."""

    async def ready(self, reader: int, patience: float = PATIENCE) -> None:
        """Wait for the reader's newest state, and for its picture `patience` seconds at most."""

    def locale(self, reader: int) -> str | None:
        """Return the language of a reader, None for the panel."""

    def draw(self, reader: int) -> Drawn:
        """Return the screen that reader should see now."""

    def draw_copy(self, reader: int) -> Drawn:
        """Return the current screen of that reader's private copy."""

    def line(self, reader: int, calls: Collection[int]) -> str:
        """Return the plain line that notifies these people."""

    async def channel_gone(self) -> None:
        """End the table: the channel of the panel is gone."""

    def refresh(self) -> None:
        """Redraw all posts: one may or may not be shown, since that has changed."""

    def settled(self) -> None:
        """Look whether all posts are at rest: this one is."""


class Left(NamedTuple):
    """A message that shows the end of its table, its files, and a token that may still edit it."""

    stored: StoredPost
    files: Kept
    key: Key | None


class Post:
    """A reader's message of a table: the panel, a player's hand, or a private copy."""

    def __init__(
        self, table: State, source: Source, reader: int, stored: StoredPost | None = None
    ) -> None:
        self._table = table
        self._house = table.house
        self._source = source
        # Extra fields of this post's log lines.
        self._extra = {"table": table.id}
        self.reader = reader
        self.channel_id = None if stored is None else stored.channel_id
        # Messages in the channel below it.
        self.scrolled = 0
        self._state: states.State = states.Idle(_message(stored, begun=table.match is not None))
        # The id before the next message: it makes the nonce of that one unique.
        self._last = self.message_id
        self.key: Key | None = None
        # People notified by the next new message.
        self._calls: set[int] = set()
        # People notified by the message, while it is a plain line.
        self._called: frozenset[int] = frozenset()
        self._saved = True
        # The files of the message, as far as they are known.
        self._files: Kept = {}
        self._next: states.Action | None = None
        self._drawn: Drawn | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        # True while a request waits for the rate limits.
        self._queued = False
        self._calm = asyncio.Event()
        self._calm.set()
        # Set while no answer is changing the message.
        self._unanswered = asyncio.Event()

    @classmethod
    def private(
        cls, table: State, source: Source, reader: int, key: Key, shown: int | None
    ) -> "Post":
        """Return the post of a private copy that was just made and shows that digest."""
        made = cls(table, source, reader)
        made.key, made._files = key, key.kept
        message = states.Message(key.message_id, until=key.until, private=True)
        made._state = states.Idle(message, shown)
        return made

    @property
    def alive(self) -> bool:
        """True while a token may edit the message."""
        over = isinstance(self._state, states.GivenUp)
        return not over and self._house.now() < self._state.message.until

    @property
    def message_id(self) -> int | None:
        """The message, if there is one."""
        return self._state.message.id

    @property
    def closed(self) -> bool:
        """True if its reader can't be written to."""
        return self._state.message.closed

    @property
    def refused(self) -> bool:
        """True if Discord doesn't permit to show it."""
        return self._state.message.denied

    @property
    def told(self) -> bool:
        """True if its reader has a message, or can't have one."""
        gone = isinstance(self._state, states.GivenUp)
        return gone or self.closed or self.message_id is not None

    @property
    def rests(self) -> bool:
        """True if the message shows what was drawn last, and nothing is on its way."""
        return isinstance(self._state, states.Idle) and self._state.shown is not None

    @property
    def idle(self) -> bool:
        """True if nothing is being sent or will be, unless the reader opens their messages."""
        waiting = isinstance(self._state, states.Waiting) and not self.closed
        return not waiting and not isinstance(self._state, states.Sending)

    def left(self) -> Left | None:
        """Return the message as it is left, or None without one that may be changed."""
        if self.message_id is None or self.closed:
            return None
        place = self.channel_id, self.message_id, self._table.ply
        stored = StoredPost(self.reader, *place, self._source.locale(self.reader))
        return Left(stored, self._files, self.key)

    def take(self, left: Left) -> None:
        """Show the newest state in a message that another post has left."""
        self._files, self.key = left.files, left.key
        until = 0.0 if left.key is None else left.key.until
        self._go(states.elsewhere(self._state, left.stored.message_id, until=until))

    def renew(self, key: Key, shown: int) -> None:
        """Note a click on a private copy, answered with a drawing of that digest."""
        self._files, self.key = key.kept, key
        self._go(states.elsewhere(self._state, key.message_id, shown, key.until))

    def want(
        self, *, fresh: bool = False, at_once: bool = False, calls: Collection[int] = ()
    ) -> None:
        """Ask for the newest state, with `fresh` in a new message that replaces the old one.

        `calls` are the people that message notifies. Without them it comes silently. `at_once`
        retries a failed request without a pause.
        """
        if self._source.forgotten and self.message_id is None:
            return
        if not self._house.closed:
            self._calls.update(calls)
            self._go(states.wanted(self._state, fresh=fresh, at_once=at_once))

    def unsure(self) -> None:
        """Note that something else has changed the message, and show the newest state again."""
        self._go(states.elsewhere(self._state, self.message_id))

    def answers(self) -> None:
        """Wait with the first message: it will be the answer to a click or command."""
        self._go(states.answering(self._state))

    def answered(self) -> None:
        """Go on: that answer is sent, or never will be."""
        self._go(states.answered(self._state, _shown(self._state)))
        self.want()

    def lost(self) -> None:
        """Post another message: this one was deleted."""
        self._go(states.elsewhere(self._state, None))

    def give_up(self) -> None:
        """Stop sending and storing. The message stays as it is."""
        self._go(states.ended(self._state))
        if self._queued and self._task is not None:
            self._task.cancel()

    def withdraw(self) -> None:
        """Stop sending, and delete the message."""
        message_id = self.message_id
        self.give_up()
        if message_id is not None:
            self._tidy(message_id)

    async def rest(self, seconds: float = 30.0) -> None:
        """Wait until nothing is being sent: all is shown, or has failed for now."""
        calm = asyncio.ensure_future(self._calm.wait())
        await asyncio.wait({calm}, timeout=seconds)
        calm.cancel()

    async def write(self, drawn: Drawn, send: Callable[[Kept], Awaitable[Kept]], key: Key) -> None:
        """Change the message to a drawing by an answer to a click. Raises what `send` raises.

        For a while, the click's token allows to edit it.
        """
        kept, self._files = self._files, {}
        self._go(states.answering(self._state))
        try:
            has = await send(kept)
        except BaseException:
            self._go(states.answered(self._state))
            raise
        else:
            self.key = key
            self._go(states.answered(self._state, drawn.digest, key.until))
            self._know(drawn, has)

    async def moved_to(self, message: discord.Message, drawn: Drawn, key: Key) -> None:
        """Take another message for the post, just sent as drawn by a token.

        For a while, the token allows to edit it.
        """
        self._moved(message.channel.id, message.id)
        self.key = key.to(message)
        self._go(states.elsewhere(self._state, message.id, drawn.digest, key.until))
        self._files = self.key.kept
        await self._note_message(drawn.ply)

    async def lined(self, message: discord.Message) -> None:
        """Take another message for the post, just sent as the plain line of a notice."""
        self._moved(message.channel.id, message.id)
        self._go(states.elsewhere(self._state, message.id))
        await self._note_message(-1)

    # Transitions

    def _go(self, step: states.Step, *, heard: bool = False) -> None:
        """Go to the next state, and start what is to be done. `heard`: Discord took a send."""
        before = self._state
        self._state, actions = step
        if self._timer is not None and not isinstance(self._state, states.Waiting):
            self._timer.cancel()
            self._timer = None
        for action in actions:
            match action:
                case states.Sleep(until):
                    seconds = max(0.0, until - self._house.now())
                    self._timer = asyncio.get_running_loop().call_later(seconds, self._due)
                case states.Delete(message):
                    self._tidy(message)
                case _:
                    self._begin(action)
        (self._calm.clear if isinstance(self._state, states.Sending) else self._calm.set)()
        (self._unanswered.clear if self._state.message.answers else self._unanswered.set)()
        self._note_recovery(heard=heard)
        now, then = self._state.message, before.message
        if now.denied != then.denied or (now.closed and not then.closed):
            self._source.refresh()

    def _note_recovery(self, *, heard: bool) -> None:
        """Note if the post waits for Discord, or Discord has answered."""
        match self._state:
            case states.Waiting(why=Refusal.UNANSWERED):
                self._house.recovering.waits(self, partial(self.want, at_once=True))
            case states.Idle() | states.Sending() if heard:
                self._house.recovering.through(self)
            case states.Sending():
                pass  # Discord has yet to answer this try.
            case _:
                self._house.recovering.left(self)

    def _due(self) -> None:
        self._timer = None
        if not self._house.closed:
            self._go(states.due(self._state))

    def _begin(self, action: states.Action) -> None:
        self._next = action
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
            self._house.watch(self._task)

    async def _run(self) -> None:
        """Do one action after another, in one task: that keeps its turn among requests."""
        try:
            while (action := self._next) is not None:
                self._next = None
                await self._try(action)
        finally:
            self._task = None
        self._source.settled()

    async def _try(self, action: states.Action) -> None:
        try:
            await self._do(action)
        except StorageError as error:
            _log.error("a post isn't noted: %s", error, extra=self._extra)
            self._refused(Refusal.UNANSWERED)
        except NOT_THROUGH as error:
            await self._judged(error, action)
        except Exception:
            _log.exception("a post could not be drawn", extra=self._extra)
            self._refused(Refusal.OTHER)

    async def _do(self, action: states.Action) -> None:
        """Do one action, and report its outcome. Raises StorageError, NOT_THROUGH."""
        if not isinstance(action, states.Send):
            await self._draw()
            return
        by_token = action.way is states.Way.TOKEN
        if not by_token and await self._my_turn():
            # Something newer may be there by now, or a token.
            await self._draw()
            return
        drawn = self._drawn
        assert drawn is not None
        if action.way is states.Way.POST:
            await self._post(drawn, action.form)
        elif not by_token:
            await self._edit(drawn, action.form, self._edit_message)
        else:
            assert self.key is not None
            await self._edit(drawn, action.form, self.key.edit)

    async def _judged(self, error: BaseException, action: states.Action) -> None:
        """Report a failed request, so that what helps is done next."""
        form = action.form if isinstance(action, states.Send) else Form.PICTURE
        line = self._posting and bool(self._calls)
        files = not line and self._drawn is not None and bool(in_form(self._drawn, form).files)
        kind, panel = refusal(error, files=files), self.reader == PANEL
        if kind is Refusal.CLOSED and panel:
            kind = Refusal.DENIED
        # People dismiss private copies all the time.
        level = logging.INFO if self._state.message.private else logging.WARNING
        _log.log(level, "a post is refused (%s): %s", kind.name, why(error), extra=self._extra)
        if kind is Refusal.CHANNEL and panel:
            await self._source.channel_gone()
        elif kind is Refusal.CHANNEL and self.channel_id is not None:
            # The next try opens another direct channel.
            gone, self.channel_id = self.channel_id, None
            await storage.people.forget_direct_channel(self._house.database, self.reader, gone)
        self._refused(kind)
        if kind is Refusal.CLOSED:
            await self._note_message(self._table.ply)
        if self._state.message.form > form:
            self._house.metrics.simpler(self._state.message.form.name.lower())

    def _refused(self, kind: Refusal) -> None:
        ended, longest = self._table.stored.ended, self._house.recovering.longest
        self._go(states.refused(self._state, kind, ended, longest, now=self._house.now()))

    # Actions

    async def _draw(self) -> None:
        """Draw the newest state."""
        private = self._state.message.private
        if not self.alive if private else self._source.forgotten and self.message_id is None:
            self._go(states.ended(self._state, last=private))
            return
        await self._source.ready(self.reader, LONG_PATIENCE)
        if self._state.message.answers:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CROSSING):
                    await self._unanswered.wait()
        draw = self._source.draw_copy if private else self._source.draw
        drawn = draw(self.reader)
        if not self._saved:
            await self._save(self._table.ply)
        self._drawn = drawn
        # An old end stays where it is.
        age = 0.0 if private or self._source.forgotten else self._house.age(self.message_id)
        self._go(states.drawn(self._state, drawn.digest, age, now=self._house.now()))
        if self.rests:
            self._know(drawn, self._files)

    async def _my_turn(self) -> bool:
        """Find the channel and wait for the rate limits. Return True if that took time."""
        if self.channel_id is None and self.reader == PANEL:
            self.channel_id = self._table.stored.channel_id
        elif self.channel_id is None:
            self.channel_id = await self._house.direct_channel(self.reader)
        self._queued, method = True, "POST" if self._posting else "PATCH"
        try:
            return await self._house.pacer.turn(self._urgency, method, self.channel_id)
        finally:
            self._queued = False

    @property
    def _posting(self) -> bool:
        return isinstance(self._state, states.Sending) and self._state.way is states.Way.POST

    def _urgency(self) -> Urgency:
        """Return the urgency of the next request. Before the match, hands are as panels."""
        if self._source.forgotten:
            return Urgency.TIDYING
        panel, begun = self.reader == PANEL, self._table.match is not None
        if not (panel or begun):
            return Urgency.PANEL
        posting = self._posting or self._state.message.fresh
        if self._called and not posting:
            return Urgency.SCREEN
        if posting and not (panel and begun and not self._calls):
            return Urgency.NOTICE
        return Urgency.PANEL if panel else Urgency.HAND

    async def _edit(
        self, drawn: Drawn, form: Form, edit: Callable[[Drawn, Kept], Awaitable[Kept]]
    ) -> None:
        if isinstance(self._state, states.GivenUp):
            return
        kept, self._files = self._files, {}
        screen = in_form(drawn, form)
        has = await self._house.delivery.once(screen, lambda screen: edit(screen, kept))
        self._go(states.sent(self._state, self.message_id or 0, now=self._house.now()), heard=True)
        self._know(drawn, has)

    async def _edit_message(self, drawn: Drawn, kept: Kept) -> Kept:
        channel = self._house.channel(self.channel_id or 0)
        message = channel.get_partial_message(self.message_id or 0)
        # The mentions stay marked. An edit never notifies.
        called = self._called if self.reader == PANEL else ()
        mentions = notifying([one for one in called if f"<@{one}>" in drawn.text])

        async def send(files: Any) -> Kept:
            return attached(await become(message, drawn, files, mentions))

        has = await whole(drawn, kept, send)
        self._called = frozenset()
        return has

    async def _post(self, drawn: Drawn, form: Form) -> None:
        if self.message_id is not None:
            # A process that dies now leaves nothing behind that is newer but stale.
            await self._save(POSTING)
        # Finding the channel may take long, and the reader may be forgotten meanwhile.
        if isinstance(self._state, states.GivenUp):
            return
        channel = self._house.channel(self.channel_id or 0)
        # Those asked for from here on belong to the message after this one.
        calls, self._calls = frozenset(self._calls), set()

        stored, notified = self._table.stored, calls if self.reader == PANEL else ()
        once = f"{stored.id}/{stored.opened_at}/{self.reader}/{self._last}"
        unique: dict[str, Any] = {"nonce": nonce_of(once), "silent": not calls}
        try:
            what = self._source.line(self.reader, calls) if calls else in_form(drawn, form)
            message = await self._house.delivery.once(
                what, lambda what: channel.send(**contents(what, notified), **unique)
            )
        except BaseException:
            self._calls |= calls
            raise
        self._moved(message.channel.id, message.id)
        self._called = calls
        now, line = self._house.now(), bool(calls)
        self._go(states.sent(self._state, message.id, line=line, now=now), heard=True)
        if self._calls:
            # Only a new message notifies, and this one was sent too early.
            self.want(fresh=True)
        self._know(drawn, attached(message))
        # A line doesn't show the table yet: should the process die now, the next one edits it.
        await self._note_message(-1 if calls else drawn.ply)

    def _tidy(self, message_id: int) -> None:
        """Delete the message before. While Discord doesn't answer, that is tried after pauses."""
        channel = self._house.channel(self.channel_id or 0)

        async def delete() -> None:
            await self._house.pacer.turn(Urgency.TIDYING, "DELETE", channel.id)
            await channel.get_partial_message(message_id).delete()

        async def again() -> None:
            await asyncio.sleep(_TIDY[0])
            await retrying(delete, unheard, *_TIDY)

        async def tidy(work: Callable[[], Awaitable[None]]) -> None:
            try:
                await work()
            except NOT_THROUGH as error:
                if unheard(error):
                    # The end of the process waits for no pause.
                    self._house.watch(asyncio.ensure_future(tidy(again)), waited=False)
                else:
                    _log.info("an old post stays: %s", why(error), extra=self._extra)

        if not self._house.closed:
            self._house.watch(asyncio.ensure_future(tidy(delete)))

    # The message

    def _moved(self, channel_id: int, message_id: int) -> None:
        self.channel_id, self._last = channel_id, message_id
        self.key, self._files, self._called, self.scrolled = None, {}, frozenset(), 0

    def _know(self, drawn: Drawn, files: Kept) -> None:
        """Note the files and the ply of the message, if it surely shows that drawing."""
        if _shown(self._state) != drawn.digest:
            return
        self._files = files
        if not (self._source.forgotten or self._state.message.private):
            storage.posts.shown(self._house.database, self._table.id, (self.reader,), drawn.ply)

    async def _note_message(self, ply: int) -> None:
        """Store the message's id. Retry later if the storage fails."""
        try:
            await self._save(ply)
        except StorageError as error:
            _log.error("a post isn't noted: %s", error, extra=self._extra)
            self.want()

    async def _save(self, ply: int) -> None:
        if isinstance(self._state, states.GivenUp) or self._source.forgotten:
            return
        self._saved = False
        locale = self._source.locale(self.reader)
        stored = StoredPost(self.reader, self.channel_id, self.message_id, ply, locale)
        await storage.posts.save_post(self._house.database, self._table.id, stored)
        self._saved = True


def _message(stored: StoredPost | None, *, begun: bool) -> states.Message:
    """Return the message as stored. It may be newer if the process died while posting."""
    if stored is None:
        return states.Message(unsure=begun)
    posting = stored.ply == POSTING
    closed = stored.message_id is None and not posting
    return states.Message(stored.message_id, fresh=posting, unsure=posting, closed=closed)


def _shown(state: states.State) -> int | None:
    """Return the digest that the message surely shows."""
    return state.shown if isinstance(state, states.Idle | states.Sending) else None
