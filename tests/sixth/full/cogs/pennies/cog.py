"""Matching pennies in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Pennies(GameCog):
    """The command of matching pennies."""

    look = LOOK
    options = (
        Option("points", word("command", "points"), described("Points to win (2)"), bounds=(1, 9)),
    )

    @opening(word("command", "pennies"), described("Open a table for matching pennies"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 1] | None = None
    ) -> None:
        """Open a table for matching pennies in this channel."""
        await self.open(interaction, computers)
