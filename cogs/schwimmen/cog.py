"""Schwimmen in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Schwimmen(
    GameCog,
    group_name=word("command", "schwimmen"),
    group_description=described("Schwimmen (31): don't hold the worst hand"),
):
    """The commands of Schwimmen."""

    look = LOOK

    @opening(described("Open a table for Schwimmen in this channel"))
    @app_commands.rename(lives=word("command", "lives"), swap_all=word("command", "swap_all"))
    @app_commands.describe(
        lives=described("How many lives everyone has (3)"),
        swap_all=described("A turn may also swap all three cards for those in the middle"),
    )
    async def play(
        self,
        interaction: Interaction,
        lives: app_commands.Range[int, 1, 5] = 3,
        swap_all: bool = False,
        computers: app_commands.Range[int, 0, 7] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for Schwimmen in this channel."""
        await self.open(interaction, computers, strength, lives=lives, swap_all=swap_all)
