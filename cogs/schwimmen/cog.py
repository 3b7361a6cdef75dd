"""Schwimmen in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Schwimmen(GameCog):
    """The command of Schwimmen."""

    look = LOOK
    options = (
        Option(
            "lives",
            word("command", "lives"),
            described("How many lives everyone has (3)"),
            bounds=(1, 5),
        ),
        Option(
            "swap_all",
            word("command", "swap_all"),
            described("A turn may also swap all three cards for those in the middle"),
        ),
    )

    @opening(word("command", "schwimmen"), described("Open a table for Schwimmen in this channel"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 7] | None = None
    ) -> None:
        """Open a table for Schwimmen in this channel."""
        await self.open(interaction, computers)
