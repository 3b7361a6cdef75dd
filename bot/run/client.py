"""The Discord client: intents, cogs, event handlers, start and orderly shutdown."""

import asyncio
import contextlib
import importlib
import logging
import pkgutil
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from .. import storage
from ..clicks import about_ratings, controls, ended, more, opening, rules_pages, solo
from ..clicks.answers import Bot, Interaction
from ..clicks.control import controls_of
from ..clicks.membership_check import Tree, refuse, served
from ..clicks.serving import clicked
from ..cluster.cluster import Cluster
from ..drawing import words
from ..play.clock import Clock
from ..play.membership import Membership
from ..play.readers import Readers
from ..play.servers import Servers
from ..screens import examples
from ..storage import Database
from ..tables.house import House
from ..tables.tables import Tables
from ..wire import faults
from ..wire.commands import publish
from ..wire.discord_time import DiscordTime, made_at
from ..wire.modal import TYPED
from ..wire.outage import Outage
from ..wire.pacer import DirectPacer, Pacer
from ..words.errors import OurEnd, StorageError
from ..words.i18n import CommandTranslator
from ..words.metrics import Metrics
from ..words.parts import part
from ..words.settings import Settings
from ..workers.brain import ready
from ..workers.pictures import Pictures
from ..workers.shared import bounded
from ..workers.thinking import Thinking
from ..workers.worker import Worker
from . import chores
from .chores import Chores, hourly
from .health import Health, memory
from .jobs import Jobs
from .upgrade import ending, running

_log = logging.getLogger(__name__)

# Time limits in seconds at the end: clicks in flight, posts, all. After four seconds the process is
# killed. Beside others it is quicker, because clicks wait for the next process.
_CLICKS, _POSTS, _ALL = 0.8, 2.0, 3.3
_POSTS_BESIDE = 1.0
# Beginnings of the names of events that concern this process's own connection.
_OWN = ("ready", "connect", "disconnect", "resumed", "shard", "error")


CORE = (about_ratings, controls, ended, more, opening, rules_pages, solo)
"""The modules that declare the controls of every table."""


class Shinrisen(Bot):
    """The bot."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        # No voice here, so discord.py need not warn about missing voice libraries.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        pacer = Pacer(settings.requests_per_second, shared=settings.proxy is None)
        self._metrics = Metrics()
        self._discord_time = DiscordTime(self.now)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            http_trace=faults.trace(self._discord_time.trace(self._metrics.trace(pacer.trace()))),
            tree_cls=Tree,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            **_shards(settings) | _patience(settings) | options,
        )
        self.settings = settings
        self._pacer = pacer
        self.looks = {}
        self.controls = {}
        for module in CORE:
            self.controls |= controls_of(module)
        self._chores, self._hearing = Chores(), Chores()
        around = bounded if settings.small else None
        self._painter = Worker(tries=2, patience=30.0, rest=5.0, first=ready, around=around)
        self._launching: set[int] = set()
        self._shared: Cluster | None = None
        self.lost = False

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, except the one that only repeats each event's name.

        Beside the process that holds its shards, this one hears only of its own connection.
        """
        waits = self._shared is not None and not self._shared.held.held
        if event_name != "socket_event_type" and (not waits or event_name.startswith(_OWN)):
            super().dispatch(event_name, *args, **kwargs)

    async def add_cog(self, cog: commands.Cog, /, **options: Any) -> None:
        """Load a cog, and the controls and jobs that it declares."""
        await super().add_cog(cog, **options)
        self.controls |= controls_of(cog)
        self.jobs.bind(cog, type(cog))

    async def open(self) -> None:
        """Open the database, once, and log where it is. Raises StorageError."""
        if hasattr(self, "database"):
            return
        where = self.settings.where
        new = isinstance(where, Path) and not where.exists()
        self.database = await Database.open(where, connections=self.settings.connections)
        if isinstance(where, Path):
            _log.info("the database is %s%s", where.resolve(), " (new)" if new else "")

    async def setup_hook(self) -> None:
        """Load all cogs, and start the background tasks, once the database is open."""
        await self.open()
        self.database.measured = self._metrics.wrote
        count = self.settings.shard_count or 1
        shards = self.settings.shard_ids or range(count)
        self.cluster = Cluster(self.database, count, shards, self._pacer.share)
        self._shared = None if self.database.arguments is None else self.cluster
        self.servers = Servers(self.database)
        self.membership = Membership(self.database)
        self.outage = Outage(self.now, self.application_info)
        clock = Clock(
            self.database,
            self.now,
            lambda table_id: self.tables.ring(table_id),
            self.outage,
            lambda lost: self.tables.give_time_again(lost),
            lambda: self.jobs.ring(),
        )
        self._clock_changed = clock.changed
        self.jobs = Jobs(self.database, self.now, clock.changed)
        self.jobs.bind(self, chores)
        draw, small = self._painter.do, self.settings.small
        thinking = Thinking([self._painter], shared=True) if small else Thinking()
        self.house = House(
            client=self,
            database=self.database,
            servers=self.servers,
            readers=Readers(self.database, self.cluster.notify),
            looks=self.looks,
            now=self.now,
            discord_time=self._discord_time,
            deadline_changed=clock.changed,
            opening=DirectPacer(self.settings.directs_per_minute),
            pacer=self._pacer,
            thinking=thinking,
            idle_seconds=self.settings.idle_days * 86400.0,
            metrics=self._metrics,
            pictures=Pictures(self.settings.pictures, do=draw, count=self._metrics.pictured),
        )
        self.house.thinking.plain = self._metrics.plain
        self.tables = Tables(self.house)
        for name, add in _cogs():
            await add(self)
            self.jobs.bind(self, part(name, "jobs"))
        await self.tree.set_translator(CommandTranslator())
        if self.settings.pictures and not words.draws_cjk():
            _log.info("%s", words.NO_CJK)
        for sentence in ending(await running(self.database)):
            _log.warning("%s", sentence)
        if self.settings.status_port:
            self._chores.begin("serving the status", self._serve_status)
        emojis = partial(self.house.emojis.watch, self.fetch_application_emojis)
        self._chores.begin("loading the emojis", emojis)
        self._chores.begin("preparing the pictures", self._warm)
        if self._shared is None:
            await self._begin(clock)
        else:
            self._shared.receive(self._connection)
            self._hearing.begin("holding the shards", partial(self._hold, clock))

    async def _begin(self, clock: Clock) -> None:
        """Begin the work in the background, once no other process does it."""
        await self.house.readers.reread()
        # None of these needs the gateway. Messages are refreshed while it connects.
        await self.jobs.begin()
        await storage.tables.give_time_again(self.database, self.now())
        self._chores.begin("refreshing the tables", self.tables.recover)
        self._chores.begin("the clock", clock.run)
        self._chores.begin("registering the commands", partial(publish, self.tree, self.database))
        counts = partial(storage.tables.counts, self.database)
        self._chores.begin("the hourly line", partial(hourly, self._metrics, counts))
        if self._shared is not None and self.is_ready():
            # It has waited, and the features were refused.
            self.dispatch("ready")

    async def _hold(self, clock: Clock) -> None:
        assert self._shared is not None
        handlers = {
            "forget": self._person_forgotten,
            "leave": self._person_left,
            "reader": self._reader_changed,
        }
        await self._shared.run(partial(self._begin, clock), handlers)
        _log.error("another process has taken this one's shards: it ends")
        self.lost = True
        # It ends this task, too.
        self._ending = asyncio.ensure_future(self.close())

    async def _person_left(self, user_id: int, before: int) -> None:
        await self.house.in_flight.forget(user_id, before)
        await self.tables.leave_all(user_id)

    async def _person_forgotten(self, user_id: int, before: int) -> None:
        await self.house.in_flight.forget(user_id, before)
        await self.tables.forget(user_id)
        self.house.pictures.forget()
        self.house.readers.forget(user_id)
        self.house.closed_told.forget(user_id)

    async def _reader_changed(self, user_id: int, _number: int) -> None:
        await self.house.readers.reread()
        await self.tables.show_anew(user_id)

    async def _serve_status(self) -> None:
        counts = partial(storage.tables.counts, self.database)
        health = Health(
            self._metrics,
            counts,
            lambda: self._pacer.queued,
            self._connected,
            lambda: self.house.pictures.resting,
        )
        self._metrics.watch(self._connected, memory)
        given = self.settings
        async with health.serving(given.status_port, given.status_host, given.status_names):
            await asyncio.Event().wait()

    def _connected(self) -> bool:
        return self.is_ready() and not self.outage.under_way

    async def _warm(self) -> None:
        """Prepare the pictures after the start, because it takes much processor time."""
        if self.settings.pictures:
            await self.house.pictures.begin()
            await self.wait_until_ready()
            if self.settings.small:
                return
            try:
                await self.house.pictures.warm(examples.first())
            except Exception as error:
                # The same would fail again. All other pictures are drawn when they are needed.
                _log.error("the pictures can't be prepared: %r", error, exc_info=error)

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard, once at a time. discord.py would retry recursively every 5 s.

        Raises GatewayNotFound if it fails. The caller waits and connects again.
        """
        if shard_id in self._launching:
            raise discord.GatewayNotFound
        if shard_id not in self.shards:
            self._launching.add(shard_id)
            try:
                await super().launch_shard(gateway, shard_id, initial=initial)
            finally:
                self._launching.discard(shard_id)

    async def on_ready(self) -> None:
        """Log the start. From now on people can act. Servers may have been left meanwhile."""
        _log.info("ready as %s in %d servers", self.user, len(self.guilds))
        self._back(None)
        # A StorageError means that the bot is closing. The next start does what remains.
        with contextlib.suppress(StorageError):
            await chores.look_around(self)

    # Not on_guild_unavailable: in an outage the bot hasn't left.
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the matches of a server that the bot has left."""
        with contextlib.suppress(StorageError):
            await chores.leave(self, guild.id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks."""
        self.outage.left(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Start the clocks again."""
        self._back(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Start the clocks again."""
        self._back(shard_id)

    def _back(self, shard_id: int | None) -> None:
        self.outage.back(shard_id)
        self._clock_changed()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Serve clicks and forms. discord.py dispatches the commands."""
        self._discord_time.acted(made_at(interaction.id))
        if interaction.type not in TYPED:
            return
        await (clicked if served(interaction) else refuse)(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count messages that push panels up. The bot reads no content."""
        if message.guild is not None:
            self.tables.message_in(message.channel.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a panel again after its deletion."""
        self.tables.messages_gone(event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post panels again after a bulk deletion."""
        self.tables.messages_gone(event.channel_id, event.message_ids)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables of a deleted channel or thread."""
        await self.tables.channel_gone(channel.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Retry posts that lacked permission."""
        self.tables.permissions_changed(after.guild.id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """Retry posts, because the thread may have been opened or unlocked."""
        self.tables.permissions_changed(event.guild_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Retry posts, because the role may be the bot's."""
        self.tables.permissions_changed(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Retry posts after a change of the bot's roles. Discord reports no other members."""
        self.tables.permissions_changed(after.guild.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """End the tables of a deleted channel or thread."""
        await self.tables.channel_gone(event.thread_id)

    async def close(self) -> None:
        """Stop in order: no new work, posts at rest, then the connection and the database."""
        shared, clock = self._shared, asyncio.get_running_loop().time
        end, posts = clock() + _ALL, _POSTS if shared is None else _POSTS_BESIDE
        if shared is not None:
            shared.leave()
        # No new events, because closing would interrupt their handling. Earlier ones are answered.
        for shard in self.shards.values():
            await shard.disconnect()
        await self._chores.end()
        if hasattr(self, "jobs"):
            await self.jobs.end()
        if hasattr(self, "house"):
            if shared is not None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_CLICKS):
                        await self.house.in_flight.none()
            await self.house.close(min(posts, max(0.0, end - clock())))
        if hasattr(self, "database") and shared is not None:
            # No transaction is left, so the next process needn't wait.
            await self.database.close()
            # Until now it has given signs of life.
            await self._hearing.end()
            await shared.close()
        await asyncio.to_thread(self._painter.close)
        await super().close()
        if hasattr(self, "database"):
            await self.database.close()


class BotCog(commands.Cog):
    """A cog of this bot."""

    def __init__(self, bot: Shinrisen) -> None:
        self.bot = bot


def _shards(settings: Settings) -> dict[str, Any]:
    found = {"shard_ids": settings.shard_ids, "shard_count": settings.shard_count}
    return {name: given for name, given in found.items() if given is not None}


def _patience(settings: Settings) -> dict[str, Any]:
    """Shorten the start against a stand-in, which sends all servers at once: 1 s, not 2 s."""
    return {} if settings.api is None else {"guild_ready_timeout": 1.0}


def _cogs() -> Iterator[tuple[str, Callable[[Shinrisen], Awaitable[None]]]]:
    """Yield the name of each cog, and what adds it.

    They are found by listing, so a new game needs no registration. A module has one cog, or
    discord.py's own `setup`; a folder's is in `cog`. Raises OurEnd if not.
    """
    package: ModuleType = importlib.import_module("cogs")
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        if not found.name.startswith("_"):
            name = f"cogs.{found.name}.cog" if found.ispkg else f"cogs.{found.name}"
            # Imported normally: `load_extension` would execute the module again for every bot.
            module = importlib.import_module(name)
            cogs = [one for one in vars(module).values() if isinstance(one, commands.CogMeta)]
            here = [one for one in cogs if one.__module__ == name]
            if len(here) != 1 and not hasattr(module, "setup"):
                raise OurEnd(f"{name} has {len(here)} cogs: it needs one, or an async setup(bot).")
            yield found.name, getattr(module, "setup", None) or partial(_add, here[0])


async def _add(cog: Callable[[Shinrisen], commands.Cog], bot: Shinrisen) -> None:
    await bot.add_cog(cog(bot))
