"""Matching pennies in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Pennies(
    GameCog, group_name=word("command", "pennies"), group_description=described("Matching pennies")
):
    """The commands of matching pennies."""

    look = LOOK

    @opening(described("Open a table for matching pennies"))
    @app_commands.rename(points=word("command", "points"))
    @app_commands.describe(points=described("Points to win (2)"))
    async def play(
        self,
        interaction: Interaction,
        points: app_commands.Range[int, 1, 9] = 2,
        computers: app_commands.Range[int, 0, 1] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for matching pennies."""
        await self.open(interaction, computers, strength, points=points)
