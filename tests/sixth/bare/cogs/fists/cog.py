"""Fists in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Fists(GameCog):
    """The command of fists."""

    look = LOOK

    @opening(word("command", "fists"), described("Open a table for fists"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 3] | None = None
    ) -> None:
        """Open a table for fists in this channel."""
        await self.open(interaction, computers)
