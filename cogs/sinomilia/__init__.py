"""Sinomilia: its commands, and how it is shown.

The cog is imported on demand, so that drawing the game's pictures loads no Discord.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.run.client import Shinrisen


async def setup(bot: "Shinrisen") -> None:
    """Add the game's commands to the bot."""
    from .cog import Sinomilia

    await bot.add_cog(Sinomilia(bot))
