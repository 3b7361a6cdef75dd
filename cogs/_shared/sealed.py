"""The plain look of a game of sealed choices: the points, the last reveal, and the choices."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from bot.screens.look import MOMENT, Look, Scene
from bot.wire.fitting import Prompt
from bot.wire.ui import Part, button_rows
from games.core import Event
from games.sealed import Chose, Shown, View


class SealedLook(Look):
    """A look that lacks its key, its name and its rules. `label` names a choice."""

    seals: ClassVar[tuple[type[Event], ...]] = (Chose,)
    turns: ClassVar[tuple[type[Event], ...]] = (Shown,)
    reveals: ClassVar[Mapping[type[Event], float]] = MappingProxyType({Shown: MOMENT})

    def table(self, scene: Scene) -> list[Part]:
        """Return a line a player: the points, and what the latest reveal brought."""
        shown = [event for _, event in scene.story if isinstance(event, Shown)]
        lines = []
        for seat, points in enumerate(scene.view.points):
            line = f"**{scene.seat_name(seat)}** {self.score(points, scene.t)}"
            if shown:
                choice = self.label(scene.view, shown[-1].choices[seat], scene.t)
                won = shown[-1].won[seat]
                line += f" · {choice} (+{won})" if won else f" · {choice}"
            lines.append(line)
        return ["\n".join(lines)]

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table, the own choice, and all choices as buttons."""
        view, t, table = scene.view, scene.t, self.table(scene)
        if view.outcome is not None:
            return table
        labels = {one: self.label(view, one, t) for one in view.choices}
        ask = t("**Choose.** The others don't see it yet.")
        if view.mine is not None:
            ask = t("Chosen: **{card}**. You can still change it.", card=labels[view.mine])
        buttons = [
            scene.move(label, one, disabled=one == view.mine) for one, label in labels.items()
        ]
        return [*table, Prompt(ask), *button_rows(buttons)]

    def totals(self, view: View) -> tuple[int, ...]:
        """Return the points."""
        return view.points
