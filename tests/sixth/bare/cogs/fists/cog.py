"""Fists in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Fists(
    GameCog,
    group_name=word("command", "fists"),
    group_description=described("Fists: hide more coins than the others"),
):
    """The commands of fists."""

    look = LOOK

    @opening(described("Open a table for fists"))
    async def play(
        self,
        interaction: Interaction,
        computers: app_commands.Range[int, 0, 3] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for fists."""
        await self.open(interaction, computers, strength)
