"""The reference: a discord.py bot whose one button only edits its message."""

import os

import discord
from discord import app_commands

from bot.__main__ import connect_to


class Counter(discord.ui.View):
    """A button that counts its clicks."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.count = count

    @discord.ui.button(label="0", custom_id="count")
    async def click(
        self, interaction: discord.Interaction, button: discord.ui.Button["Counter"]
    ) -> None:
        """Count, and show the count."""
        self.count += 1
        button.label = str(self.count)
        await interaction.response.edit_message(view=self)


def main() -> None:
    """Connect to the stand-in that the environment names."""
    connect_to(os.environ["SHINRISEN_DISCORD_API"])
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)

    @tree.command(name="bare", description="A message with a button")
    async def bare(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Click:", view=Counter())

    @client.event
    async def setup_hook() -> None:
        await tree.sync()

    client.run(os.environ["DISCORD_TOKEN"], log_handler=None)


main()
