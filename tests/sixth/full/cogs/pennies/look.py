"""Matching pennies on screen: its table, hands, rules and end."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from bot.play.computers import Cast, cast_of
from bot.screens.look import FILMED, Facts, Fortune, Look, Scene
from bot.wire.ui import Part, button_rows
from bot.words.i18n import Tongue
from bot.words.speech import Voice
from games.core import Event, Seat
from games.errors import N_
from games.pennies import SIDES, Chose, PenniesOptions, Shown, View

from .._shared.examples import pictured
from . import hint, picture, rules_pages


class PenniesLook(Look):
    """The look of matching pennies."""

    key: ClassVar[str] = "pennies"
    name: ClassVar[str] = N_("Matching pennies")
    subtitle: ClassVar[str] = N_("Heads or tails for two")
    facts: ClassVar[Facts] = Facts(minutes=5, age=6, easy=True)
    emoji: ClassVar[str] = "🪙"
    colour: ClassVar[int] = 0xB87333
    computers: ClassVar[Cast] = cast_of("pennies")
    opponents: ClassVar[int] = 1
    waits: ClassVar[bool] = True
    least_cost: ClassVar[float] = 0.05
    foresees: ClassVar[bool] = True
    round_begins: ClassVar[type[Event]] = Shown
    seals: ClassVar[tuple[type[Event], ...]] = (Chose,)
    reveals: ClassVar[Mapping[type[Event], float]] = MappingProxyType({Shown: FILMED})
    turns: ClassVar[tuple[type[Event], ...]] = (Shown,)
    hides: ClassVar[tuple[type[Any], ...]] = (str,)
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({"🪙": "{coin_heads}"})
    film = staticmethod(picture.film)
    decisive = staticmethod(picture.decisive)
    moment = staticmethod(picture.moment)
    picture = staticmethod(picture.picture)
    example = pictured(rules_pages.EXAMPLES)
    rules = staticmethod(rules_pages.pages)
    why = staticmethod(hint.why)
    worth = staticmethod(hint.worth)

    def options(self, options: PenniesOptions, t: Tongue) -> list[str]:
        """Return the options of a match in words."""
        return [t("First to {points} points.", points=options.points)]

    def fortunes(self, before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
        """Return the fortunes of both seats after the coins are shown."""
        shown = [event for event in now if isinstance(event, Shown)]
        wins = [Fortune(event.winner, "well") for event in shown]
        return wins + [Fortune(Seat(1 - event.winner), "hit") for event in shown]

    def recap(self, now: Sequence[Event], voice: Voice, /) -> list[str]:
        """Return the sides of both coins."""
        shown = [map(voice.t, event.sides) for event in now if isinstance(event, Shown)]
        return [voice.t("{first} and {second}", first=one, second=other) for one, other in shown]

    def story_line(self, scene: Scene) -> str:
        """Return the number of rounds."""
        ended = scene.view.outcome is not None
        return scene.t("Decided in round {round}.", round=scene.view.round - 1) if ended else ""

    def due(self, view: View, t: Tongue) -> str:
        """Return the due decision for a notice."""
        return t("choose a side")

    def table(self, scene: Scene) -> list[Part]:
        """Return the points, and the coins shown last, unless a picture shows them."""
        shown = [event for _, event in scene.story if isinstance(event, Shown)]
        if scene.pictured:
            return []
        named = " · ".join(map(scene.voice.name, range(len(scene.names))))
        parts: list[Part] = [named, "**" + " : ".join(str(p) for p in scene.view.points) + "**"]
        if shown:
            first, second = map(scene.t, shown[-1].sides)
            parts.append(scene.t("{first} and {second}", first=first, second=second))
        return parts

    last = table

    def question(self, scene: Scene) -> list[Part]:
        """Return the question that the film of both coins answers."""
        return [scene.t("Do both coins show the same side?")]

    def parties(self, scene: Scene) -> Sequence[Seat]:
        """Return no seats, because each reveal is of both."""
        return ()

    def between(self, view: View) -> float:
        """Return no pause between the coins, which turn up together."""
        return 0

    def hand(self, scene: Scene) -> list[Part]:
        """Return the table, and both sides as buttons."""
        t, mine, table = scene.t, scene.view.mine, self.table(scene)
        line = t("Chosen: {side}", side=t(mine)) if mine else t("Choose a side.")
        if scene.view.outcome is not None:
            return table
        if not scene.view.to_act:
            return [*table, line]
        buttons = [
            scene.move(t(side), side, disabled=side == mine, emoji=f"coin_{side}") for side in SIDES
        ]
        return [*table, line, *button_rows(buttons)]

    def label(self, view: View, move: str, t: Tongue) -> str:
        """Return the side in words."""
        return t(move)

    def chapter(self, view: View) -> int:
        """Return the round: each has a panel of its own."""
        return view.round

    def chapter_words(self, chapter: int, t: Tongue) -> str:
        """Return the name of a chapter of a replay."""
        return t("Throw {n}", n=chapter)

    def step_words(self, step: int, steps: int, t: Tongue) -> str:
        """Return the only step of a chapter of a replay."""
        return t("both coins")

    def costs(self, events: Sequence[Event]) -> frozenset[Seat]:
        """Return the seats without the point."""
        return frozenset(Seat(1 - event.winner) for event in events if isinstance(event, Shown))

    def totals(self, view: View) -> tuple[int, ...]:
        """Return the points."""
        return view.points

    def cost(self, cost: float, t: Tongue) -> str:
        """Return a loss as a share of the point."""
        return t("{n} % of the point", n=round(100 * cost))

    def luck(self, expected: float, score: int, t: Tongue) -> str:
        """Return the expected points beside the real ones."""
        return t(
            "A strong computer expects {expected}. You have {score}.",
            expected=self.score(round(expected), t),
            score=self.score(score, t),
        )


LOOK = PenniesLook()
