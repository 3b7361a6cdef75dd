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


class Counter(discord.ui.Button[discord.ui.View]):
    """A button that counts its clicks."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        super().__init__(label="0", custom_id="count")
        self.database = database

    async def callback(self, interaction: discord.Interaction) -> None:
        """Count the click and show the count."""
        self.label = str(int(self.label or 0) + 1)
        row = interaction.message and interaction.message.id, self.label, time.time()
        await self.database.execute("INSERT INTO clicks VALUES (?, ?, ?)", row)
        await self.database.commit()
        await interaction.response.edit_message(view=self.view)


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
        view = discord.ui.View(timeout=None).add_item(Counter(database))
        await interaction.response.send_message("Click:", view=view)

    async with client:
        await client.login(os.environ["DISCORD_TOKEN"])
        await tree.sync()
        await client.connect()


asyncio.run(main())
