"""Fists on screen: its table, hands and rules."""

from typing import Any, ClassVar

from bot.screens.look import Look, Scene
from bot.wire.ui import Part, button_rows
from bot.words.i18n import Tongue
from games.errors import N_
from games.fists import MOST


class FistsLook(Look):
    """The look of fists."""

    key: ClassVar[str] = "fists"
    name: ClassVar[str] = N_("Fists")

    def table(self, scene: Scene) -> list[Part]:
        """Return the points of all players."""
        points, name = scene.view.points, scene.voice.name
        return ["\n".join(f"{name(seat)} **{won}**" for seat, won in enumerate(points))]

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table, and the numbers as buttons."""
        table, view = self.table(scene), scene.view
        if view.outcome is not None:
            return table
        buttons = [
            scene.move(str(number), str(number), disabled=number == view.mine)
            for number in range(MOST + 1)
        ]
        return [*table, *button_rows(buttons)]

    def rules(self, options: Any, t: Tongue) -> list[str]:
        """Return the rules on one page."""
        return [t("All hide coins. The highest number that nobody else has gets a point.")]


LOOK = FistsLook()
