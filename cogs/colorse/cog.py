"""COLORSE in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Colorse(GameCog):
    """The command of COLORSE."""

    look = LOOK
    options = (
        Option(
            "rounds",
            word("option colorse", "rounds"),
            described("Rounds that win the match (2)"),
            bounds=(1, 3),
        ),
    )

    @opening(word("command", "colorse"), described("Open a table for COLORSE in this channel"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 3] | None = None
    ) -> None:
        """Open a table for COLORSE in this channel."""
        await self.open(interaction, computers)
