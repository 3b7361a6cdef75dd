"""COLORSE in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Colorse(
    GameCog,
    group_name=word("command", "colorse"),
    group_description=described("COLORSE: outguess a neighbour, keep the colours apart"),
):
    """The commands of COLORSE."""

    look = LOOK

    @opening(described("Open a table for COLORSE in this channel"))
    @app_commands.rename(rounds=word("option colorse", "rounds"))
    @app_commands.describe(rounds=described("Rounds that win the match (2)"))
    async def play(
        self,
        interaction: Interaction,
        rounds: app_commands.Range[int, 1, 3] = 2,
        computers: app_commands.Range[int, 0, 3] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for COLORSE in this channel."""
        await self.open(interaction, computers, strength, rounds=rounds)
