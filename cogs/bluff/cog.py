"""Bluff in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Bluff(GameCog):
    """The command of Bluff."""

    look = LOOK
    options = (
        Option(
            "dice",
            word("command", "dice"),
            described("How many dice everyone begins with (5)"),
            bounds=(1, 6),
        ),
        Option(
            "end",
            word("option", "end"),
            described("When the match ends"),
            choices=(
                (described("last one with dice wins"), "last"),
                (described("ends at the first without dice"), "first_out"),
            ),
        ),
    )

    @opening(word("command", "bluff"), described("Open a table for Bluff in this channel"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 5] | None = None
    ) -> None:
        """Open a table for Bluff in this channel."""
        await self.open(interaction, computers)
