"""Matching pennies in Discord."""

from typing import Any, ClassVar

from discord import app_commands
from games.pennies import SIDES, PenniesOptions, Shown, View  # type: ignore  # only there once moved in

from bot.clicks.answers import Interaction
from bot.run.client import Shinrisen
from bot.screens.look import Look, Scene
from bot.wire.ui import Part, button_rows
from bot.words.i18n import Tongue, described, word
from cogs._shared.game_cog import GameCog
from games.errors import N_


class PenniesLook(Look):
    """How matching pennies is shown."""

    key: ClassVar[str] = "pennies"
    name: ClassVar[str] = N_("Matching pennies")
    emoji: ClassVar[str] = "🪙"
    colour: ClassVar[int] = 0xB87333

    def options(self, options: PenniesOptions, t: Tongue) -> list[str]:
        """The options of a match in words."""
        return [t("First to {points} points.", points=options.points)]

    def rules(self, options: PenniesOptions, t: Tongue) -> list[str]:
        """One page."""
        return [t("Both choose a side. Equal: the first player's point. Different: the second's.")]

    def table(self, scene: Scene) -> list[Part]:
        """Points, and the coins shown last."""
        shown = [event for _, event in scene.story if isinstance(event, Shown)]
        parts: list[Part] = ["**" + " : ".join(str(p) for p in scene.view.points) + "**"]
        if shown:
            first, second = map(scene.t, shown[-1].sides)
            parts.append(scene.t("{first} and {second}", first=first, second=second))
        return parts

    def hand(self, scene: Scene) -> list[Part]:
        """The two sides."""
        t, mine = scene.t, scene.view.mine
        line = t("Chosen: {side}", side=t(mine)) if mine else t("Choose a side.")
        if not scene.view.to_act:
            return [line]
        buttons = [scene.move(t(side), side, disabled=side == mine) for side in SIDES]
        return [line, *button_rows(buttons)]

    def label(self, view: View, move: str, t: Tongue) -> str:
        """The side."""
        return t(move)


@app_commands.guild_only()
class Pennies(
    GameCog,
    group_name=word("command", "pennies"),
    group_description=described("Matching pennies"),
):
    """The commands of matching pennies."""

    look: Any = PenniesLook()

    @app_commands.command(
        name=word("command", "play"), description=described("Open a table for matching pennies")
    )
    @app_commands.rename(points=word("command", "points"))
    @app_commands.describe(points=described("So many points win (2)"))
    async def play(
        self, interaction: Interaction, points: app_commands.Range[int, 1, 9] = 2
    ) -> None:
        """Open a table for matching pennies."""
        await self.open(interaction, points=points)


async def setup(bot: Shinrisen) -> None:
    """Add the cog."""
    await bot.add_cog(Pennies(bot))
