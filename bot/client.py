"""The bot as Discord sees it: intents, cogs, recovery at start, orderly close."""

import asyncio
import importlib
import logging
import pkgutil
from types import ModuleType
from typing import Any

import discord
from aiolimiter import AsyncLimiter
from discord import app_commands
from discord.ext import commands

from games.errors import N_, GameError

from . import storage
from .answers import Answer, Bot, Interaction, answering, clicked
from .clicks import HANDLERS
from .clock import Clock
from .house import House
from .i18n import CommandTranslator
from .membership import Membership
from .servers import Servers
from .settings import Settings
from .storage import Database
from .tables import Tables

_log = logging.getLogger(__name__)


class Shinrisen(Bot):
    """The bot."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        # No voice here: discord.py need not warn that its libraries are missing.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            **options,
        )
        self.settings = settings
        self.looks = {}
        self.controls = dict(HANDLERS)
        self._chores: list[asyncio.Task[None]] = []
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Open what is kept, load every cog, and tell Discord the commands."""
        self.database = await Database.open(self.settings.database)
        self.servers = Servers(self.database)
        self.membership = Membership(self.database)
        clock = Clock(self.database, self.now, self._ring)
        self.house = House(
            client=self,
            database=self.database,
            servers=self.servers,
            looks=self.looks,
            now=self.now,
            deadline_changed=clock.changed,
            opening=AsyncLimiter(self.settings.directs_per_minute, 60),
        )
        self.tables = Tables(self.house)
        for extension in _cogs():
            await self.load_extension(extension)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()
        # Neither needs the gateway: messages are brought up to date while it connects.
        await storage.tables.give_time_again(self.database, self.now())
        for chore in (self.tables.recover(), clock.run()):
            self._chores.append(asyncio.ensure_future(chore))

    async def on_ready(self) -> None:
        """Say so."""
        _log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Serve clicks; commands find their way by themselves."""
        if interaction.type is discord.InteractionType.component:
            await clicked(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Count what pushes panels up; the bot reads no messages."""
        if message.guild is not None:
            self.tables.message_in(message.channel.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Post a panel again that somebody deleted."""
        self.tables.messages_gone(event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Post the panels again that were cleared away."""
        self.tables.messages_gone(event.channel_id, event.message_ids)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the tables that stood there."""
        await self.tables.channel_gone(channel.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try again where the bot wasn't allowed to post."""
        self.tables.permissions_changed(after.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """End the tables that stood there."""
        await self.tables.channel_gone(event.thread_id)

    async def _ring(self, table_id: int) -> None:
        await self.tables.ring(table_id)

    async def _command_failed(
        self, interaction: Interaction, error: app_commands.AppCommandError
    ) -> None:
        async def work(answer: Answer) -> None:
            if isinstance(error, app_commands.CheckFailure | app_commands.CommandNotFound):
                raise GameError(N_("That command can't be used here."))
            raise error

        await answering(interaction, work)

    async def close(self) -> None:
        """Stop in order: no new work, posts at rest, then the connection and the database."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        if hasattr(self, "house"):
            await self.house.close()
        await super().close()
        if hasattr(self, "database"):
            await self.database.close()


def _cogs() -> list[str]:
    """The modules of `cogs` by name, found by looking, so that a new game registers itself."""
    package: ModuleType = importlib.import_module("cogs")
    names = sorted(m.name for m in pkgutil.iter_modules(package.__path__))
    return [f"cogs.{name}" for name in names if not name.startswith("_")]
