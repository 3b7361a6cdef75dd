"""Matching pennies in Discord."""

from collections.abc import Sequence
from typing import Any, ClassVar

from discord import app_commands
from games.pennies import SIDES, PenniesOptions, Shown, View  # type: ignore  # only there once moved in

from bot.client import Shinrisen
from bot.i18n import Tongue
from bot.look import Part, Scene
from bot.ui import Interaction, rows
from cogs._game import GameCog
from games.core import Event


class PenniesLook:
    """How matching pennies is shown."""

    key: ClassVar[str] = "pennies"
    name: ClassVar[str] = "Matching pennies"
    emoji: ClassVar[str] = "🪙"
    colour: ClassVar[int] = 0xB87333

    def options(self, options: PenniesOptions, t: Tongue) -> list[str]:
        """The options of a match in words."""
        return [f"First to {options.points} points."]

    def rules(self, t: Tongue) -> list[str]:
        """One page."""
        return ["Both choose a side. Equal: the first player's point. Different: the second's."]

    def chapter(self, view: View) -> int:
        """One panel for the whole match."""
        return 0

    def pause(self, view: View, events: Sequence[Event]) -> float:
        """Nothing is held back."""
        return 0

    def table(self, scene: Scene) -> list[Part]:
        """Points, and the coins shown last."""
        shown = [event for _, event in scene.story if isinstance(event, Shown)]
        points = " : ".join(str(p) for p in scene.view.points)
        return [f"**{points}**", *([" and ".join(shown[-1].sides)] if shown else [])]

    def hand(self, scene: Scene) -> list[Part]:
        """The two sides."""
        mine = scene.view.mine
        word = f"Chosen: {mine}" if mine else "Choose a side."
        return [word, *rows([scene.move(side, side, disabled=side == mine) for side in SIDES])]

    def score(self, score: int, t: Tongue) -> str:
        """Points."""
        return f"{score} points"

    def label(self, view: View, move: str, t: Tongue) -> str:
        """The side."""
        return move


@app_commands.guild_only()
class Pennies(GameCog, group_name="pennies", group_description="Matching pennies"):
    """The commands of matching pennies."""

    look: Any = PenniesLook()

    @app_commands.command(name="play", description="Open a table for matching pennies")
    async def play(
        self, interaction: Interaction, points: app_commands.Range[int, 1, 9] = 2
    ) -> None:
        """Open a table for matching pennies."""
        await self.open(interaction, points=points)


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Pennies(bot))
