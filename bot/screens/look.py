"""What a game's cog gives so that its matches can be seen and played: its look."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

import discord

from games import find_game
from games.core import Event, Seat
from games.errors import N_

from ..drawing.picture import Picture, Who
from ..play.computers import PLAIN, Personas
from ..wire.emojis import Emojis, none
from ..wire.ui import Address, Control, Part, Row, button, choice, leading
from ..words.i18n import Tongue

MOMENT = 4.0
"""Seconds of a held moment, where a server's staff haven't set others."""
_LONGEST = 10.0


def lasting(seconds: float, moment: float) -> float:
    """How long a pause of a look is where held moments last so long instead of `MOMENT`.

    All shrink and grow together, but none grows over 10 seconds by it.
    """
    return min(seconds * moment / MOMENT, max(seconds, _LONGEST))


@dataclass(frozen=True, slots=True)
class Scene:
    """All a look may draw from, for one reader at one moment.

    `mark` is the table's (see StoredTable), for its controls to bear. `view` is what this reader
    may know; `story` the latest events they may know, each with its ply, newest last; `names` the
    players by seat, safe to print; `mentions` the same as Discord mentions; `picked` a choice half
    made; `held`: the latest events are being told in a moment of their own (see `Look.pause`),
    before whatever comes after them; `seat`: whose eyes (None: everybody's); `people`: the players
    by seat as pictures name them, for these alone; `pictured`: a picture stands beside the words,
    so that what it shows needs none; `emojis`: those that Discord has.
    """

    table_id: int
    stage: int
    t: Tongue
    view: Any
    story: Sequence[tuple[int, Event]]
    names: Sequence[str]
    mentions: Sequence[str]
    picked: str = ""
    held: bool = False
    mark: str = ""
    seat: Seat | None = None
    people: Sequence[Who] = ()
    pictured: bool = False
    emojis: Emojis = field(default_factory=none)

    def move(
        self,
        label: str,
        text: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str = "",
        plain: str = "",
    ) -> Control:
        """A button that makes a move, given in the notation of the rules page.

        Before its label stands that emoji, where there is one; then `plain`, which says the same,
        needn't stand in it too.
        """
        at = self._id("move", text)
        sign, words = self.worn(label, emoji, plain)
        return button(at, words, style=style, disabled=disabled, emoji=sign)

    def worn(self, label: str, emoji: str, plain: str = "") -> tuple[str | None, str]:
        """That emoji and the label without what it stands for; no emoji and all of it else."""
        sign = self.emojis.get(emoji)
        if sign is None:
            return None, label
        return sign, " ".join(label.replace(plain, "", 1).split()) if plain else label

    def pick(
        self,
        label: str,
        text: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str = "",
        plain: str = "",
    ) -> Control:
        """A button that makes half a choice: only the hand is drawn anew, with `picked` set."""
        at = self._id("pick", text)
        sign, words = self.worn(label, emoji, plain)
        return button(at, words, style=style, disabled=disabled, emoji=sign)

    def picks(
        self,
        placeholder: str,
        options: Sequence[tuple[str, str, str | None]],
        name: str = "",
        signs: Mapping[str, str] = MappingProxyType({}),
    ) -> list[Row]:
        """Selects among halves of a choice: (label, text, description); `signs`: emojis by text.

        `name` tells two selects apart.
        """
        known = {text: self.emojis[sign] for text, sign in signs.items() if sign in self.emojis}
        return choice(self._at("pick", name), placeholder, options, known)

    def _at(self, kind: str, text: str) -> Address:
        return Address(kind, self.table_id, self.stage, text, self.mark)

    def _id(self, kind: str, text: str) -> str:
        # A hand has many buttons: making their addresses would take longer than they themselves.
        return leading(kind, self.table_id, self.mark, self.stage) + text


class Look(ABC):
    """How a game is shown. Everything is drawn from a Scene and nothing else.

    A small game says who it is, and draws its table, its hand and its rules; the rest has a
    plain answer here.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    emoji: ClassVar[str] = "🎲"
    colour: ClassVar[int] = 0x5865F2
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Which emojis, in braces, stand for which characters of its texts where there are any."""
    computers: ClassVar[Personas] = PLAIN
    """Who plays it beside people, by strength."""
    company: ClassVar[int] = 1
    """So many computers make a good match for one person."""

    def title(self, t: Tongue) -> str:
        """The game's name as a headline."""
        return f"## {self.emoji} {t(self.name)}"

    @abstractmethod
    def table(self, scene: Scene) -> list[Part]:
        """What everybody may see, drawn from a spectator's view."""

    @abstractmethod
    def hand(self, scene: Scene) -> list[Part]:
        """A player's own view, and its controls when a decision is theirs."""

    def picture(self, scene: Scene) -> Picture | None:
        """What there is to see, drawn; None where words are enough.

        Of all controls and half choices nothing: it stays while only these change.
        """
        return None

    def last(self, scene: Scene) -> list[Part]:
        """What is kept of a match that is over: the last reveal and position, without scores.

        Not every match is played to its end: there may be no outcome, but nobody is awaited.
        """
        return self.table(scene)

    def story_line(self, scene: Scene) -> str:
        """The match in a line, for its end: what decided it, or how close it was."""
        chapter = self.chapter(scene.view)
        return scene.t("Decided in round {round}.", round=chapter) if chapter else ""

    @abstractmethod
    def rules(self, options: Any, t: Tongue) -> list[str]:
        """The rules as these options make them, page by page."""

    def example(self, options: Any, page: int) -> Picture | None:
        """What that page (from 0) of the rules shows, drawn from a match with these options."""
        return None

    def options(self, options: Any, t: Tongue) -> list[str]:
        """The options of a match in words, a line each."""
        return []

    def chapter(self, view: Any) -> int:
        """Grows when the panel is to be posted anew, such as with a new round."""
        return 0

    def pause(self, view: Any, events: Sequence[Event]) -> float:
        """Seconds in which what has just happened is told before what comes next; mostly 0.

        `MOMENT` where something was turned up that everybody wants to see. Until they are over,
        screens are drawn with `Scene.held`, without the frame of the end, and nobody is notified;
        but a hand has the controls of a decision that can be made already. A server's staff can
        make all moments longer or shorter, see `lasting`.
        """
        return 0

    def score(self, score: int, t: Tongue) -> str:
        """A final score with its unit."""
        return t.many("{n} point", "{n} points", score)

    def label(self, view: Any, move: str, t: Tongue) -> str:
        """A move in words, for autocompletion; at most 100 characters."""
        return move

    def hint(self, view: Any, weighed: Sequence[tuple[Any, float]], t: Tongue) -> str:
        """What a computer would do that weighed these moves for that view, and why: a few lines.

        The best move comes first. What a move is worth is counted as its game's computers do.
        """
        return self.advice(view, weighed, t)

    def advice(
        self,
        view: Any,
        weighed: Sequence[tuple[Any, float]],
        t: Tongue,
        why: str = "",
        second: str = "",
    ) -> str:
        """The best of these moves with a reason, and the next best with how much it is behind."""
        game = find_game(self.key)
        best, *rest = [self.label(view, game.move_text(move), t) for move, _ in weighed[:2]]
        lines = [t("I'd choose: **{move}**", move=best), *([why] if why else [])]
        for label in rest:
            line = t("Next best: {move}", move=label)
            lines.append(f"-# {line} · {second}" if second else f"-# {line}")
        return "\n".join(lines)

    def announced(self, move: str) -> bool:
        """Whether everybody hears this move in full as it is made, given in the notation.

        A replay tells these to all eyes, in the words of `label` for the view of whoever is told,
        a spectator too. Any other move it tells only to those who made it; the rest see of it
        what the events tell them.
        """
        return False


class NoLook(Look):
    """Stands for the look of a game that isn't here any more, so that its tables can be ended."""

    name = N_("A game that isn't here any more")
    emoji = "🕳️"

    def table(self, scene: Scene) -> list[Part]:
        """Nothing can be seen."""
        return []

    def hand(self, scene: Scene) -> list[Part]:
        """Nothing either."""
        return []

    def rules(self, options: Any, t: Tongue) -> list[str]:
        """Nobody knows them."""
        return []
