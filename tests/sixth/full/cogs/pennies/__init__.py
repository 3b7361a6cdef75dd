"""Matching pennies: its commands, and its look.

The cog is imported on demand, so that the drawing process loads no Discord.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.run.client import Shinrisen


async def setup(bot: "Shinrisen") -> None:
    """Add the game's commands to the bot."""
    from .cog import Pennies

    await bot.add_cog(Pennies(bot))
