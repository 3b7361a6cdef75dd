"""Reference bot: a discord.py bot with one button that only edits its message.

It stores a durable row in the named SQLite file before each edit.
"""

import asyncio
import os
import sys
import time

import aiosqlite
import discord
from discord import app_commands

from bot.run.command_line import connect_to


class Counter(discord.ui.View):
    """A button that counts its clicks."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(timeout=None)
        self.count = 0
        self.database = database

    @discord.ui.button(label="0", custom_id="count")
    async def click(
        self, interaction: discord.Interaction, button: discord.ui.Button["Counter"]
    ) -> None:
        """Count the click and show the count."""
        self.count += 1
        row = interaction.message and interaction.message.id, self.count, time.time()
        await self.database.execute("INSERT INTO clicks VALUES (?, ?, ?)", row)
        await self.database.commit()
        button.label = str(self.count)
        await interaction.response.edit_message(view=self)


_SCHEMA = """
PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
CREATE TABLE clicks (message INTEGER, count INTEGER, at REAL);
"""


async def main() -> None:
    """Connect to the stand-in that the environment names."""
    connect_to(os.environ["SHINRISEN_DISCORD_API"])
    database = await aiosqlite.connect(sys.argv[1])
    await database.executescript(_SCHEMA)
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = app_commands.CommandTree(client)

    @tree.command(name="bare", description="A message with a button")
    async def bare(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Click:", view=Counter(database))

    @client.event
    async def setup_hook() -> None:
        await tree.sync()

    async with client:
        await client.start(os.environ["DISCORD_TOKEN"])


asyncio.run(main())
