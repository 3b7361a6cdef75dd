"""Bluff in Discord: its slash commands."""

from discord import app_commands

from bot.clicks.answers import Interaction
from bot.words.i18n import described, word

from .._shared.game_cog import GameCog, opening
from .look import LOOK


class Bluff(
    GameCog,
    group_name=word("command", "bluff"),
    group_description=described("Bluff: guess what lies under all the cups"),
):
    """The commands of Bluff."""

    look = LOOK

    @opening(described("Open a table for Bluff in this channel"))
    @app_commands.rename(dice=word("command", "dice"), end=word("option", "end"))
    @app_commands.describe(
        dice=described("How many dice everyone begins with (5)"),
        end=described("When the match ends"),
    )
    @app_commands.choices(
        end=[
            app_commands.Choice(name=described("last one with dice wins"), value="last"),
            app_commands.Choice(
                name=described("ends at the first without dice"), value="first_out"
            ),
        ]
    )
    async def play(
        self,
        interaction: Interaction,
        dice: app_commands.Range[int, 1, 6] = 5,
        end: str = "last",
        computers: app_commands.Range[int, 0, 5] | None = None,
        strength: str | None = None,
    ) -> None:
        """Open a table for Bluff in this channel."""
        await self.open(interaction, computers, strength, dice=dice, end=end)
