"""Fists: its commands, and its look."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.run.client import Shinrisen


async def setup(bot: "Shinrisen") -> None:
    """Add the game's commands to the bot."""
    from .cog import Fists

    await bot.add_cog(Fists(bot))
