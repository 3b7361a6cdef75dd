"""What a game's cog gives so that its matches can be seen and played: its look."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, runtime_checkable

import discord
from discord import ui

from games.core import Event

from .i18n import Tongue
from .ui import Address, Control, button, choice

Part = str | ui.Item[Any]
"""A piece of a screen: text (Discord's markdown) or a component."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All a look may draw from, for one reader at one moment.

    `view` is what this reader may know; `story` the latest events they may know, each with its
    ply, newest last; `names` the players by seat, safe to print; `mentions` the same as Discord
    mentions; `picked` a choice half made; `held`: the latest events are being told with a pause
    (see `Look.pause`), and what comes after it must not be shown yet.
    """

    table: int
    stage: int
    t: Tongue
    view: Any
    story: Sequence[tuple[int, Event]]
    names: Sequence[str]
    mentions: Sequence[str]
    picked: str = ""
    held: bool = False

    def move(
        self,
        label: str,
        text: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> Control:
        """A button that makes a move, given in the notation of the rules page."""
        at = Address("move", self.table, self.stage, text)
        return button(at, label, style=style, disabled=disabled)

    def moves(
        self, placeholder: str, options: Sequence[tuple[str, str, str | None]], name: str = ""
    ) -> list[ui.ActionRow[Any]]:
        """Selects among moves: (label, text, description). `name` tells two selects apart."""
        return choice(Address("move", self.table, self.stage, name), placeholder, options)

    def pick(
        self,
        label: str,
        text: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
    ) -> Control:
        """A button that makes half a choice: only the hand is drawn anew, with `picked` set."""
        at = Address("pick", self.table, self.stage, text)
        return button(at, label, style=style, disabled=disabled)

    def picks(
        self, placeholder: str, options: Sequence[tuple[str, str, str | None]], name: str = ""
    ) -> list[ui.ActionRow[Any]]:
        """Selects among halves of a choice: (label, text, description)."""
        return choice(Address("pick", self.table, self.stage, name), placeholder, options)


class Look(Protocol):
    """How a game is shown. Everything is drawn from a Scene and nothing else."""

    key: ClassVar[str]
    name: ClassVar[str]
    emoji: ClassVar[str]
    colour: ClassVar[int]

    def options(self, options: Any, t: Tongue) -> list[str]:
        """The options of a match in words, a line each."""

    def rules(self, t: Tongue) -> list[str]:
        """The rules, page by page."""

    def chapter(self, view: Any) -> int:
        """Grows when the panel is to be posted anew, such as with a new round."""

    def pause(self, view: Any, events: Sequence[Event]) -> float:
        """Seconds to hold back the end of what has just happened; mostly 0.

        Until they are over, screens are drawn with `Scene.held`, without the frame of the end.
        """

    def table(self, scene: Scene) -> list[Part]:
        """What everybody may see, drawn from a spectator's view."""

    def hand(self, scene: Scene) -> list[Part]:
        """A player's own view, and its controls when a decision is theirs."""

    def score(self, score: int, t: Tongue) -> str:
        """A final score with its unit."""

    def label(self, view: Any, move: str, t: Tongue) -> str:
        """A move in words, for autocompletion; at most 100 characters."""


@runtime_checkable
class Announces(Protocol):
    """A look may also say which moves everybody hears in full as they are made.

    A replay tells these to all eyes. Any other move, and every move of a game whose look doesn't
    say, it tells only to those who made it; the rest see of it what the events tell them.
    """

    def announced(self, move: str) -> bool:
        """Whether everybody hears this move, given in the notation of the rules page.

        Its `Look.label` is then asked for with the view of whoever is told, a spectator too.
        """
