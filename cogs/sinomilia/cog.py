"""Sinomilia in Discord: its slash command."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.clicks.table_options import Option
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Sinomilia(GameCog):
    """The command of Sinomilia."""

    look = LOOK
    options = (
        Option(
            "tie",
            word("command", "tie"),
            described("What equal chips at the end mean"),
            choices=(
                (described("the last round's starter wins"), "starter"),
                (described("a draw"), "draw"),
            ),
        ),
        Option(
            "pause",
            word("option", "pause"),
            described("Seconds between the two cards turned up (10)"),
            bounds=(0, 30),
        ),
    )

    @opening(word("command", "sinomilia"), described("Open a table for Sinomilia in this channel"))
    async def play(
        self, interaction: Interaction, computers: app_commands.Range[int, 0, 1] | None = None
    ) -> None:
        """Open a table for Sinomilia in this channel."""
        await self.open(interaction, computers)
