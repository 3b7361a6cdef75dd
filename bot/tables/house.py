"""Services shared by all tables, passed to each table when it is created."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import discord

from games.errors import N_

from .. import storage
from ..play.readers import OnceADay, Readers
from ..play.servers import Servers
from ..screens.hints import Hints
from ..screens.look import Look, NoLook
from ..storage import Database
from ..wire.delivery import Delivery, nonce_of
from ..wire.discord_time import DiscordTime, made_at
from ..wire.emojis import Shelf
from ..wire.faults import NOT_THROUGH, TOO_FAST, Refusal, Restricted, refusal, unheard, why
from ..wire.pacer import DirectPacer, Pacer, Urgency
from ..wire.ui import Drawn, become, contents
from ..words.errors import TableError
from ..words.metrics import Metrics
from ..words.settings import IDLE_DAYS
from ..workers.pictures import Pictures
from ..workers.thinking import Thinking

Task = asyncio.Task[Any]

# The most interactions known as begun.
_KNOWN = 10_000


@dataclass(frozen=True, eq=False, slots=True)
class InFlight:
    """The interactions in flight by person, and the interaction of each person's data deletion."""

    _under_way: dict[int, dict[int, Task]] = field(default_factory=dict)
    _forgotten: dict[int, int] = field(default_factory=dict)
    _none: asyncio.Event = field(default_factory=asyncio.Event)
    _begun: dict[int, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._none.set()

    def first(self, number: int) -> bool:
        """Return True once for each interaction: Discord delivers some again after a RESUME."""
        if number in self._begun:
            return False
        self._begun[number] = None
        if len(self._begun) > _KNOWN:
            del self._begun[next(iter(self._begun))]
        return True

    def begin(self, user_id: int, number: int, task: Task) -> None:
        """Register a person's interaction until its task is done."""
        acts = self._under_way.setdefault(user_id, {})
        acts[number] = task
        self._none.clear()
        task.add_done_callback(lambda _: self._end(user_id, number))

    def _end(self, user_id: int, number: int) -> None:
        acts = self._under_way.get(user_id, {})
        acts.pop(number, None)
        if not acts:
            self._under_way.pop(user_id, None)
        if not self._under_way:
            self._none.set()

    async def none(self) -> None:
        """Wait until no interaction is in flight."""
        while self._under_way:
            await self._none.wait()

    def check(self, user_id: int, number: int) -> None:
        """Raise TableError for what was clicked before a person had everything deleted."""
        if number < self._forgotten.get(user_id, 0):
            raise TableError(N_("You have had everything deleted since you did that."))

    async def forget(self, user_id: int, number: int) -> None:
        """Begin nothing older of theirs from now on, and wait for what has begun."""
        self._forgotten[user_id] = max(number, self._forgotten.get(user_id, 0))
        older = [act for n, act in self._under_way.get(user_id, {}).items() if n < number]
        if older:
            await asyncio.wait(older)


PATIENCE = 0.25
"""Seconds that something waits for its moment at most: where many click there may be none."""


class Idle:
    """Runs background work between clicks. `patience` limits a job's wait in seconds."""

    def __init__(self, acts: InFlight, patience: float = PATIENCE) -> None:
        self._acts = acts
        self._patience = patience
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until earlier jobs are done and no click is in service, or `patience` ends."""
        mine = False
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._patience):
                    mine = await self._turn.acquire()
                    await self._acts.none()
            yield
        finally:
            if mine:
                self._turn.release()


# Tries of all waiting posts: a big bot asks a failing Discord no more than a small one.
_PER_SECOND = 20
_SHORTEST, _LONGEST = 4.0, 60.0
_OTHERS = 2


class Recovering:
    """The posts whose last request Discord didn't answer, the longest waiting first."""

    def __init__(self) -> None:
        self._posts: dict[object, Callable[[], None]] = {}

    @property
    def longest(self) -> float:
        """The longest pause between two tries of a post, in seconds."""
        return min(_LONGEST, max(_SHORTEST, len(self._posts) / _PER_SECOND))

    def waits(self, post: object, again: Callable[[], None]) -> None:
        """Note that a post waits, and is to try `again`."""
        self._posts.setdefault(post, again)

    def left(self, post: object) -> None:
        """Note that a post waits for no answer any more."""
        self._posts.pop(post, None)

    def through(self, post: object) -> None:
        """Note an answer of Discord to a post. If it has waited, two others try now."""
        if post not in self._posts:
            return
        del self._posts[post]
        for other in [*self._posts][:_OTHERS]:
            self._posts.pop(other)()


_log = logging.getLogger(__name__)


_WARNING = 86400.0
"""Most seconds between the warning and the end of a match without a move."""
# Seconds that Discord has to find a message.
_LOOK = 10.0


@dataclass(eq=False, slots=True)
class House:
    """The services and settings that tables share. `looks` holds each game's look by key.

    `now` returns the time in unix seconds, `discord_time` that of Discord's clock.
    `deadline_changed(due_at)` reports that a table's deadline was set or lifted, and is not earlier
    than that. `opening` paces the opening of direct messages, `pacer` all rate-limited requests.
    `in_flight` holds the interactions in flight, `idle` runs work between them. `delivery` sends
    screens. `closed_told` knows who has read today that their direct messages are closed.
    `recovering` are the posts that Discord doesn't answer. A match without a move during
    `idle_seconds` is called off, and its players are warned before.
    """

    client: discord.Client
    database: Database
    servers: Servers
    readers: Readers
    looks: Mapping[str, Look]
    now: Callable[[], float]
    discord_time: DiscordTime
    deadline_changed: Callable[[float], None]
    opening: DirectPacer
    pacer: Pacer
    thinking: Thinking
    idle_seconds: float = IDLE_DAYS * 86400.0
    in_flight: InFlight = field(default_factory=InFlight)
    hints: Hints = field(default_factory=Hints)
    metrics: Metrics = field(default_factory=Metrics)
    pictures: Pictures = field(default_factory=Pictures)
    emojis: Shelf = field(default_factory=Shelf)
    closed_told: OnceADay = field(default_factory=OnceADay)
    recovering: Recovering = field(default_factory=Recovering)
    idle: Idle = field(init=False)
    delivery: Delivery = field(init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _unhurried: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def warning_seconds(self) -> float:
        """Seconds between the warning and the end of a match without a move."""
        return min(_WARNING, self.idle_seconds / IDLE_DAYS)

    @property
    def quiet_seconds(self) -> float:
        """Seconds without a move until the warning."""
        return self.idle_seconds - self.warning_seconds

    def __post_init__(self) -> None:
        self.idle = Idle(self.in_flight)
        self.delivery = Delivery(self.emojis, self.pictures, self.metrics)

    def look(self, game: str) -> Look:
        """Return the look of a game."""
        return self.looks.get(game) or NoLook()

    def may_attach(self, channel_id: int) -> bool:
        """Return True unless the bot is known to lack the right to send files to a server's
        channel.
        """
        channel = self.client.get_channel(channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if not isinstance(channel, discord.abc.GuildChannel):
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    def channel(self, channel_id: int) -> discord.PartialMessageable:
        """A channel to write to, known only by its id."""
        return self.client.get_partial_messageable(channel_id)

    async def post_in(
        self,
        channel_id: int,
        what: Drawn | str,
        calls: Collection[int] = (),
        *,
        once: str,
        silent: bool = False,
    ) -> discord.Message:
        """Post a message that belongs to no table, once by its subject. Raises NOT_THROUGH.

        A plain line notifies people, because a phone's notice shows its words. Discord posts one
        message of a subject in some minutes: a process that died may have posted it.
        """
        channel, nonce = self.channel(channel_id), nonce_of(once)
        urgency = Urgency.NOTICE if isinstance(what, str) else Urgency.PANEL

        async def send(what: Drawn | str) -> discord.Message:
            # Each form and each try is a request of its own.
            await self.pacer.turn(urgency, "POST", channel_id)
            return await channel.send(**contents(what, calls), nonce=nonce, silent=silent)

        return await self.delivery.send(what, send)

    async def post_once(
        self, subject: str, guild_id: int, drawn: Drawn, *channel_ids: int, silent: bool = True
    ) -> bool:
        """Post in the first of these channels that accepts it, or in another one there.

        Return False if Discord is out of reach, so that the caller tries it later. Without any
        channel that accepts it, it is done.
        """
        guild, allowed = self.client.get_guild(guild_id), (await self.servers.of(guild_id)).channels
        there = [channel.id for channel in writable(guild)] if guild else []
        others = [one for one in there if one in allowed or not allowed]
        for channel_id in dict.fromkeys([*channel_ids, *others]):
            try:
                await self.post_in(channel_id, drawn, once=subject, silent=silent)
                return True
            except NOT_THROUGH as error:
                where = channel_id, guild_id, why(error)
                if unheard(error):
                    _log.warning("channel %s of server %s can't be posted in now: %s", *where)
                    return False
                _log.warning("channel %s of server %s refuses a post: %s", *where)
        return True

    async def change_in(
        self, channel_id: int, message_id: int, drawn: Drawn, urgency: Urgency = Urgency.PANEL
    ) -> None:
        """Change a message that belongs to no table. Raises NOT_THROUGH."""
        message = self.channel(channel_id).get_partial_message(message_id)

        async def send(drawn: Drawn) -> discord.Message:
            await self.pacer.turn(urgency, "PATCH", channel_id)
            return await become(message, drawn)

        await self.delivery.send(drawn, send)

    async def is_gone(self, channel_id: int, message_id: int) -> bool:
        """Return True if a message was surely deleted, perhaps with its channel."""
        try:
            async with asyncio.timeout(_LOOK):
                await self.channel(channel_id).fetch_message(message_id)
        except NOT_THROUGH as error:
            return refusal(error, files=False) in (Refusal.MISSING, Refusal.CHANNEL)
        return False

    def age(self, message_id: int | None) -> float:
        """Return the seconds since Discord posted a message, 0 without one."""
        if message_id is None:
            return 0.0
        return self.discord_time.now() - made_at(message_id)

    async def direct_channel(self, user_id: int) -> int:
        """Return a person's direct message channel, opened once and then cached.

        They are opened slowly because Discord restricts a bot that opens many fast (40003).
        """
        known = await storage.people.direct_channel(self.database, user_id)
        if known is not None:
            return known
        await self.opening.turn()
        try:
            # discord.py's own way returns the channel that it knows, which may be gone.
            channel = await self.client.http.start_private_message(user_id)
        except discord.HTTPException as error:
            if error.code != TOO_FAST:
                raise
            self.opening.rest()
            raise Restricted(str(error)) from error
        self.opening.opened()
        channel_id = int(channel["id"])
        await storage.people.save_direct_channel(self.database, user_id, channel_id)
        return channel_id

    def watch(self, task: "asyncio.Task[None]", *, waited: bool = True) -> None:
        """Keep a task until it is done, and log what it fails with.

        `close` only cancels one that isn't `waited` for.
        """
        (self._tasks if waited else self._unhurried).add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._unhurried.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.error("something in the background failed: %r", error, exc_info=error)

    @property
    def closed(self) -> bool:
        """True once nothing may be sent any more."""
        return self._closed.is_set()

    async def close(self, seconds: float = 5.0) -> None:
        """Wait for sends and writes in flight, then stop."""
        await self.thinking.close()
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        # A task that ends may start another, to tidy up.
        while self._tasks and loop.time() < end:
            await asyncio.wait({*self._tasks}, timeout=end - loop.time())
        self._closed.set()
        self.pictures.close()
        late = [*self._tasks, *self._unhurried]
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


def writable(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels where the bot may write, the system channel first."""
    system = guild.system_channel
    for channel in [*([system] if system else []), *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel
