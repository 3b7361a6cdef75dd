"""Where the bot serves: in servers of which it is a member, and in direct messages with it."""

import discord
from discord import app_commands

from games.errors import N_

from ..cluster.arrived import ARRIVED
from ..words.errors import TableError
from .answers import Answer, Bot, Interaction, answering


class Tree(app_commands.CommandTree[Bot]):
    """The commands, refused in words where the bot isn't at home or they have changed."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether to go on with a command; if not, that is said."""
        if at_home(interaction):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await refuse(interaction)
        return False

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Say what is wrong; a client may be older than the commands."""
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


def at_home(interaction: Interaction) -> bool:
    """Whether the bot is a member where somebody acts, or it is a direct message to it.

    An application can be installed without its bot, in a server or by a person for themselves.
    """
    arrived = ARRIVED.get()
    if arrived is not None and arrived.forwarded:
        # A command was checked where it came; a click is compared with its table's place.
        return True
    if interaction.guild_id is None:
        return not interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is not None


async def refuse(interaction: Interaction) -> None:
    """Say that the bot is not at home there."""

    async def work(answer: Answer) -> None:
        raise TableError(
            N_("I only play where I'm a member: whoever manages this server can invite me.")
        )

    await answering(interaction, work)
