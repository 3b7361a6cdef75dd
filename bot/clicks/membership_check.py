"""The check of the place: the bot serves servers it is a member of, and direct messages."""

import discord
from discord import app_commands

from games.errors import N_

from ..words.errors import TableError
from .answers import Answer, Bot, Interaction, answering


class Tree(app_commands.CommandTree[Bot]):
    """The commands. Refuses them where the bot isn't a member, or if they have changed."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True if this process serves the command. Answer if the place is refused."""
        if not await interaction.client.handover.mine(interaction.id):
            return False
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


def at_home(interaction: Interaction) -> bool:
    """Return True if the bot is a member of the server, or this is a direct message to it.

    An application can be installed without its bot, in a server or by a person.
    """
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
