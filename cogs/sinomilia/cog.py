"""Sinomilia in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Sinomilia(
    GameCog,
    group_name=word("command", "sinomilia"),
    group_description=described("Sinomilia: foretell the chips, and mislead your rival"),
):
    """The commands of Sinomilia."""

    look = LOOK

    @opening(described("Open a table for Sinomilia in this channel"))
    @app_commands.rename(tie=word("command", "tie"), pause=word("option", "pause"))
    @app_commands.describe(
        tie=described("What equal chips at the end mean"),
        pause=described("Seconds between the two cards turned up (10)"),
    )
    @app_commands.choices(
        tie=[
            app_commands.Choice(name=described("the last round's starter wins"), value="starter"),
            app_commands.Choice(name=described("a draw"), value="draw"),
        ]
    )
    async def play(
        self,
        interaction: Interaction,
        tie: str = "starter",
        pause: app_commands.Range[int, 0, 30] = 10,
        computers: app_commands.Range[int, 0, 1] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for Sinomilia in this channel."""
        await self.open(interaction, computers, strength, tie=tie, pause=pause)
