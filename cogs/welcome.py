"""Joining and leaving a server: one welcome, the end of its matches, its deletion."""

import logging
from collections.abc import Sequence
from contextlib import suppress

import discord
from discord.ext import commands

from bot.clicks.answers import Answer
from bot.clicks.control import control
from bot.play.servers import managed
from bot.run.client import BotCog
from bot.run.jobs import DAY, job
from bot.screens.look import Look
from bot.screens.option_list import pace_words
from bot.storage import servers
from bot.storage.servers import EVERYONE, ServerSettings
from bot.tables.house import writable
from bot.wire.faults import NOT_THROUGH, insisting, unheard, why
from bot.wire.ui import Address, Drawn, Part, button, button_rows, screen
from bot.words.errors import StorageError
from bot.words.i18n import Tongue, spoken, tongue
from games.errors import N_, GameError

_log = logging.getLogger(__name__)

_COLOUR = 0x5865F2
_OFFERED = (60, 180, None)
"""The paces that the welcome offers; `/settings` has more."""
_KEPT = 30 * DAY
"""Seconds from leaving a server to the deletion of its data."""


class Welcome(BotCog):
    """Reactions to joined and left servers, also to those noticed only at start.

    A StorageError means that the bot is closing. The next start does what remains.
    """

    @control("firstlanguage")
    async def _set_language(self, answer: Answer, address: Address) -> None:
        """Set the server's language, which a manager chose in the welcome."""
        guild = managed(answer.interaction)
        if address.text not in spoken():
            raise GameError(N_("That can't be chosen."))
        settings = await self.bot.servers.change(
            guild.id, answer.user_id, self.bot.now(), locale=address.text
        )
        await answer.redraw(hello(guild, settings, self._looks(), ask=True))

    @control("firstpace")
    async def _set_pace(self, answer: Answer, address: Address) -> None:
        """Set the server's first pace, which a manager chose in the welcome."""
        guild = managed(answer.interaction)
        pace = next((p for p in _OFFERED if str(p or "none") == address.text), 0)
        if pace == 0:
            raise GameError(N_("That can't be chosen."))
        settings = await self.bot.servers.change(
            guild.id, answer.user_id, self.bot.now(), pace=pace
        )
        await answer.redraw(hello(guild, settings, self._looks(), ask=False))

    def _looks(self) -> list[Look]:
        return sorted(self.bot.looks.values(), key=lambda look: look.key)

    # Not on_guild_available: that comes after every outage.
    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post one welcome in a channel that allows it."""
        with suppress(StorageError):
            if await servers.arrive(self.bot.database, guild.id):
                settings = await self.bot.servers.of(guild.id)
                await _greet(guild, hello(guild, settings, self._looks(), ask=True))

    # Not on_guild_unavailable: in an outage the bot hasn't left.
    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the server's matches. Its data stays for `_KEPT` seconds."""
        with suppress(StorageError):
            await self._left(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the stored servers with Discord's."""
        with suppress(StorageError):
            await self._look_around()

    async def _look_around(self) -> None:
        present = {guild.id for guild in self.bot.guilds}
        await servers.be_present(self.bot.database, present)
        for guild_id in await servers.servers_left(self.bot.database, present):
            # It may have been joined just now.
            if self._mine(guild_id) and self.bot.get_guild(guild_id) is None:
                await self._left(guild_id)

    def _mine(self, guild_id: int) -> bool:
        """Return True if the server belongs to a shard of this process."""
        return self.bot.tables.ours(guild_id)

    async def _left(self, guild_id: int) -> None:
        await servers.depart(self.bot.database, guild_id, self.bot.now())
        await self.bot.tables.leave_server(guild_id)
        _log.info("no longer in server %s", guild_id)

    @job("servers", every=DAY)
    async def forget(self, _: int) -> None:
        """Delete the data of servers left longer than `_KEPT` ago."""
        # A server left long ago may have come back while the bot was offline.
        await self._look_around()
        for guild_id in await servers.forget_servers(self.bot.database, self.bot.now() - _KEPT):
            self.bot.servers.forget(guild_id)
            _log.info("all data of server %s is removed", guild_id)


def hello(
    guild: discord.Guild, settings: ServerSettings, looks: Sequence[Look], *, ask: bool
) -> Drawn:
    """Return the welcome, with a button for each game that everyone may press.

    It asks for the language and the pace if `ask`, or else names the pace that was chosen.
    """
    t = tongue(settings.locale or guild.preferred_locale)
    text = "## 🎭 Shinrisen\n" + t(
        "Games of nerve: sit down at a table in a channel; what must stay hidden comes to "
        "you by direct message."
    )
    alone = [
        button(
            Address("solo", text=look.key),
            t(look.name),
            emoji=look.emoji,
            style=discord.ButtonStyle.primary,
        )
        for look in looks
    ]
    everyone = settings.openers == EVERYONE
    told = N_("👥 **Play with others**: `/{help}` opens a table, and has rules and lessons.")
    if not everyone:
        told = N_(
            "👥 **Play with others**: `/{help}` calls you when a table opens, and has rules and "
            "lessons."
        )
    others = t(told, help=t.word("command", "help"))
    parts: list[Part] = [text]
    if everyone:
        parts += [t("🤖 **Play against computers**, at once:"), *button_rows(alone)]
    parts.append(others)
    if not ask:
        chosen = t(
            "New tables: {pace}. `/{settings}` changes it.",
            pace=pace_words(settings.pace, t),
            settings=t.word("command", "settings"),
        )
        parts.append(chosen)
    else:
        languages = [
            button(Address("firstlanguage", text=locale), name) for locale, name in spoken().items()
        ]
        paces = [
            button(Address("firstpace", text=str(one or "none")), _pace(one, t)) for one in _OFFERED
        ]
        setting = t(
            "⚙️ **For managers**: language and time per move (now {pace}). More: `/{settings}`",
            pace=_pace(servers.USUAL_PACE, t),
            settings=t.word("command", "settings"),
        )
        parts += [discord.ui.Separator(), setting, *button_rows(languages), *button_rows(paces)]
    return screen(_COLOUR, *parts)


def _pace(pace: int | None, t: Tongue) -> str:
    """Return a time per move as a short label."""
    if pace is None:
        return t("No time limit")
    if pace < 180:
        return t.many("{n} second", "{n} seconds", pace)
    return t.many("{n} minute", "{n} minutes", pace // 60)


async def _greet(guild: discord.Guild, drawn: Drawn) -> None:
    """Post the welcome in the first channel that allows it, or nowhere."""
    for channel in writable(guild):
        try:
            await insisting(lambda channel=channel: channel.send(view=drawn.layout))  # type: ignore[misc]
        except NOT_THROUGH as error:
            if isinstance(error, discord.Forbidden) and not unheard(error):
                continue
            _log.warning("a welcome did not get through: %s", why(error))
        return
