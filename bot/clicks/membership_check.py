"""The check of the place: the bot serves servers it is a member of, and direct messages."""

from typing import Any

import discord
from discord import app_commands

from games.errors import N_

from ..cluster.arrived import ARRIVED
from ..words.errors import TableError
from .answers import Answer, Bot, Interaction, answering

_CHAT_INPUT, _ENTRY_POINT = 1, 4


class Tree(app_commands.CommandTree[Bot]):
    """The commands. Refuses them where the bot isn't a member, or if they have changed."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True if the command may go on. Otherwise answer with the reason."""
        if at_home(interaction):
            _open_help(interaction)
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await refuse(interaction)
        return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer with the error. A client may be older than the commands."""
        if interaction.type is discord.InteractionType.autocomplete:
            return

        async def work(answer: Answer) -> None:
            if isinstance(
                error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound
            ):
                raise TableError(
                    N_("That command has changed: reload Discord (Ctrl+R) and use it again.")
                )
            if isinstance(error, app_commands.CheckFailure):
                raise TableError(N_("That command can't be used here."))
            raise error

        await answering(interaction, work)


def _open_help(interaction: Interaction) -> None:
    """Replace an Entry Point command by `/help`. discord.py doesn't know its type.

    Discord has that command while the application's activities are switched on.
    """
    data: Any = interaction.data
    if data.get("type") == _ENTRY_POINT:
        data |= {"type": _CHAT_INPUT, "name": "help", "options": []}


def at_home(interaction: Interaction) -> bool:
    """Return True if the bot is a member of the server, or this is a direct message to it.

    An application can be installed without its bot, in a server or by a person.
    """
    arrived = ARRIVED.get()
    if arrived is not None and arrived.forwarded:
        # A command was checked where it came; a click is compared with its table's place.
        return True
    if interaction.guild_id is None:
        return not interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is not None


async def refuse(interaction: Interaction) -> None:
    """Answer that the bot isn't a member here."""

    async def work(answer: Answer) -> None:
        raise TableError(
            N_("I only play where I'm a member: whoever manages this server can invite me.")
        )

    await answering(interaction, work)
