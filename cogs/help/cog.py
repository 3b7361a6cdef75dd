"""`/help`: what can be played here and now, privately, and one welcome in each joined server."""

from collections.abc import Iterator
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks import rules_pages
from bot.clicks.answers import Answer, Interaction, answered
from bot.clicks.control import control
from bot.clicks.membership_check import NOT_HERE, anywhere
from bot.clicks.opening import is_staff
from bot.clicks.pages import RULES, ways_to
from bot.clicks.places import check_writing, managed, may_open
from bot.clicks.solo import play_solo
from bot.run.client import BotCog
from bot.screens.look import Look
from bot.screens.naming import chosen, completions
from bot.storage import servers
from bot.storage.servers import EVERYONE
from bot.wire.faults import NOT_THROUGH
from bot.wire.ui import Address, Drawn, addresses
from bot.words.errors import StorageError, TableError
from bot.words.i18n import described, spoken, tongue, word
from games.errors import N_, GameError

from .screens import Usable, every_command, offered, refused
from .welcome import OFFERED, hello

_ALSO = "also"
"""The mark, among its `extras`, of a command that is named beside the games."""


class Help(BotCog):
    """One screen that explains the bot."""

    @anywhere
    @app_commands.command(
        name=word("command", "help"), description=described("What can be played here, and how")
    )
    @app_commands.rename(game=word("command", "game"))
    @app_commands.describe(game=described("The rules of this game, and its lesson"))
    @answered()
    async def help(
        self, answer: Answer, game: app_commands.Range[str, 1, 40] | None = None
    ) -> None:
        """The games, and the ways to play them, on one private screen, or the rules of one."""
        if game is None:
            await answer.show(await self._games(answer))
        else:
            look = self.bot.looks[chosen(self.bot.looks, game, answer.t)]
            await answer.show(await rules_pages.rules(answer, look, 0))

    @help.autocomplete("game")
    async def _named(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return completions(self.bot.looks, typed, tongue(interaction.locale))

    @control("commands", sign="⌨️", anywhere=True)
    async def list_commands(self, answer: Answer, address: Address) -> None:
        """*All commands*: a line for each, privately."""
        await answer.show(every_command(self._usable(answer.interaction), self._looks(), answer.t))

    @control("solo", anywhere=True)
    async def solo(self, answer: Answer, address: Address) -> None:
        """*Play against computers*: start a match of that game here at once."""
        if address.text not in self.bot.looks:
            raise GameError(N_("That button is out of date. Use the newest message."))
        try:
            await play_solo(answer, self.bot.looks[address.text])
        except TableError:
            # The refusal is said in any case.
            with suppress(*NOT_THROUGH, StorageError):
                await self._correct(answer)
            raise

    @control("explain", anywhere=True)
    async def explain(self, answer: Answer, address: Address) -> None:
        """Show the rules of a game, or follow a button that a feature adds to them."""
        look, at = self.bot.looks.get(address.text), Address.parse(address.text)
        ways = [way for key in self.bot.looks for way in ways_to(RULES, answer.t, key)]
        if look is not None:
            await answer.show(await rules_pages.rules(answer, look, 0))
        elif at and str(at) in {way.component["custom_id"] for way in ways}:
            await self.bot.controls[at.kind].handler(answer, at)
        else:
            raise GameError(N_("That button is out of date. Use the newest message."))

    async def _correct(self, answer: Answer) -> None:
        """Draw a welcome again that offers what its server allows only some people now."""
        guild, message = answer.interaction.guild, answer.interaction.message
        if answer.private or guild is None or message is None:
            return
        settings = await self.bot.servers.of(guild.id)
        if settings.openers != EVERYONE:
            ask = any(at.kind == "firstpace" for at in addresses(message.components))
            await answer.redraw(hello(guild, settings, self._looks(), ask=ask))

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
        pace = next((p for p in OFFERED if str(p or "none") == address.text), 0)
        if pace == 0:
            raise GameError(N_("That can't be chosen."))
        settings = await self.bot.servers.change(
            guild.id, answer.user_id, self.bot.now(), pace=pace
        )
        await answer.redraw(hello(guild, settings, self._looks(), ask=False))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post one welcome in a channel that allows it."""
        # Not on_guild_available: that comes after every outage.
        # A StorageError means that the bot is closing. The next start does what remains.
        with suppress(StorageError):
            if await servers.arrive(self.bot.database, guild.id):
                settings = await self.bot.servers.of(guild.id)
                drawn = hello(guild, settings, self._looks(), ask=True)
                once = f"welcome-{guild.id}-{guild.me.joined_at}"
                await self.bot.house.post_once(once, guild.id, drawn, silent=False)

    async def _games(self, answer: Answer) -> Drawn:
        """Return the games with their buttons, or the reason why no table can be opened here."""
        looks = self._looks()
        try:
            await self._allowed(answer.interaction)
        except TableError as refusal:
            return refused(looks, refusal, answer.t, outside=answer.home is None)
        usable = self._usable(answer.interaction)
        return offered(looks, [one.name for one in usable if one.extras.get(_ALSO)], answer.t)

    async def _allowed(self, interaction: Interaction) -> None:
        if interaction.guild_id is None:
            raise TableError(N_("Tables can be opened only in a server's channels."))
        if self.bot.get_guild(interaction.guild_id) is None:
            raise TableError(NOT_HERE)
        check_writing(interaction)
        settings = await self.bot.servers.of(interaction.guild_id)
        may_open(interaction, settings, staff=is_staff(interaction))

    def _usable(self, interaction: Interaction) -> Iterator[Usable | app_commands.ContextMenu]:
        """Yield the other commands that belong to no game and that the person may use."""
        shown = {*self.bot.looks, self.help.name}
        for command in sorted(self.bot.tree.get_commands(), key=lambda c: c.name):
            needed = command.default_permissions or discord.Permissions.none()
            if command.name not in shown and needed <= interaction.permissions:
                yield command

    def _looks(self) -> list[Look]:
        return sorted(self.bot.looks.values(), key=lambda look: look.key)
