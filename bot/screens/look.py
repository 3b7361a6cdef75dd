"""The look of a game: how its cog shows matches and offers moves."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, final

import discord

from games import find_game
from games.core import Event, Frozen, Lasts, Seat
from games.errors import N_
from games.thinking import players

from ..drawing.film import Film
from ..drawing.kit import kit
from ..drawing.picture import Picture, Who
from ..drawing.turning import Turning
from ..play.computers import PLAIN, Cast
from ..wire.emojis import Emojis, none
from ..wire.ui import Address, Control, Part, Row, button, choice, leading
from ..words.i18n import Tongue
from ..words.speech import Voice
from ..workers.brain import Weighed

MOMENT = 4.0
"""Length of a reveal pause in seconds."""
FILMED = 4.8
"""Length of a reveal pause with more to read, in seconds."""
LOADING = 1.0
"""Seconds that a reveal lasts longer than its film, because the film must load first."""
ALTERNATIVES = 5
"""The most moves that a hint names beside the best."""
_ROUNDED = 5
"""Step of a match's length, in minutes."""


def table_words(number: int, t: Tongue) -> str:
    """Return the number of a table, as titles show it."""
    return t("table {number}", number=number)


class Scene(Frozen):
    """Everything that a look may draw from, for one reader at one moment.

    view: the reader's view of the match.
    story: the latest events that the reader may know, each with its ply, newest last.
    names: the players by seat, safe to print, cut for stories and prompts.
    full_names: the same names in full. The list of seats has them.
    mentions: the players by seat as Discord mentions.
    picked: half of a choice.
    held: a reveal pause or a film runs (see `Look.pause`): only the latest events are shown.
    part: the number of the part, from 0, that the film of a held reveal shows (see `Look.film`).
    brief: the film is short, because the reveal is others' (see `Look.parties`).
    whole: True for an ended match, whose reveals and films aren't cut at a pause or a decision.
    mark: the table's mark in its controls (see StoredTable).
    seat: the seat whose view it is (None: a spectator).
    reader: the seat that stories call "you" (None: all have their names).
    people: the players by seat as pictures name them.
    pictured: a picture stands beside the words, which need not repeat it.
    emojis: the emojis that Discord has.
    public_events: all public events of an ended match.
    """

    table_id: int
    stage: int
    t: Tongue
    view: Any
    story: Sequence[tuple[int, Event]]
    names: Sequence[str]
    mentions: Sequence[str]
    full_names: Sequence[str] = ()
    picked: str = ""
    held: bool = False
    part: int = 0
    brief: bool = False
    whole: bool = False
    mark: str = ""
    seat: Seat | None = None
    reader: Seat | None = None
    people: Sequence[Who] = ()
    pictured: bool = False
    emojis: Emojis = field(default_factory=none)
    public_events: Sequence[Event] = ()

    @property
    def events(self) -> list[Event]:
        """The events of the story."""
        return [event for _, event in self.story]

    def latest(self, *sealed: type[Event]) -> list[Event]:
        """Return the public events of the latest move, sealed choices apart."""
        told = [one for one in self.story if one[1].to is None and not isinstance(one[1], sealed)]
        return [event for ply, event in told if ply == told[-1][0]]

    @property
    def voice(self) -> Voice:
        """The words about the players. They call the reader "you"."""
        return Voice(self.t, self.names, self.reader)

    def seat_name(self, seat: int) -> str:
        """Return the whole name of a seat, for a list of seats."""
        return (self.full_names or self.names)[seat]

    def move(
        self,
        label: str,
        text: str,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        chosen: bool = False,
        disabled: bool = False,
        emoji: str = "",
        plain: str = "",
        kind: str = "move",
    ) -> Control:
        """Return a button that makes a move, given in the notation of the rules page.

        A chosen move has a mark and can't be made again. The emoji stands before the label. If
        Discord has it, `plain`, its meaning in characters, is removed from the label.
        """
        at = self._id(kind, text)
        if chosen:
            label, style = f"{label} ✓", discord.ButtonStyle.success
            disabled = disabled or kind == "move"
        sign, words = self.worn(label, emoji, plain)
        return button(at, words, style=style, disabled=disabled, emoji=sign, plain=label)

    def worn(self, label: str, emoji: str, plain: str = "") -> tuple[str | None, str]:
        """Return the emoji and the rest of the label, or None and the whole label."""
        sign = self.emojis.get(emoji)
        if sign is None:
            return None, label
        return sign, " ".join(label.replace(plain, "", 1).split()) if plain else label

    def pick(self, label: str, text: str, **values: Any) -> Control:
        """Return a button that makes half a choice: only the hand is redrawn, with `picked`."""
        return self.move(label, text, kind="pick", **values)

    def picks(
        self,
        placeholder: str,
        options: Sequence[tuple[str, str, str | None]],
        name: str = "",
        signs: Mapping[str, str] = MappingProxyType({}),
    ) -> list[Row]:
        """Return selects of half choices, each a label, a text and a description.

        `signs` are emojis by text. `name` distinguishes two selects of one screen.
        """
        known = {text: self.emojis[sign] for text, sign in signs.items() if sign in self.emojis}
        return choice(self._at("pick", name), placeholder, options, known)

    def _at(self, kind: str, text: str) -> Address:
        return Address(kind, self.table_id, self.stage, text, self.mark)

    def _id(self, kind: str, text: str) -> str:
        # A hand has many buttons: making their addresses would take longer than they themselves.
        return leading(kind, self.table_id, self.mark, self.stage) + text


def divided(*groups: Sequence[Part]) -> list[Part]:
    """Return groups of parts with separators between them. Empty ones are left out."""
    parts = list[Part]()
    for group in filter(None, groups):
        parts += [discord.ui.Separator(), *group] if parts else group
    return parts


def since(told: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    """Return the events since the latest of some kinds, or none without one."""
    found = [at for at, event in enumerate(told) if isinstance(event, kinds)]
    return list(told[found[-1] :]) if found else []


class Fortune(Frozen):
    """An event's effect on a seat. The heaviest hit is remarked on.

    - `well`: it went well for the seat.
    - `hit`: it cost the seat something, and the seat plays on.
    - `out`: the seat is out, swims or has lost. If a person is, no computer is glad.
    """

    seat: Seat
    kind: Literal["well", "hit", "out"]
    weight: int = 1


class Marked(Frozen):
    """A decision of a review: the move made, a better one, and what the first cost more.

    The cost has the unit of the game's computers, like `Weighed.worth`.
    """

    played: Any
    better: Any
    cost: float


class Facts(Frozen):
    """The facts on the box of a game.

    minutes: the usual length of a match with the usual options. age: the least age of a player.
    easy: the rules are easy.
    """

    minutes: int | None = None
    age: int | None = None
    easy: bool = False


class Look(ABC):
    """The screens of a game. Everything is drawn from a Scene and nothing else.

    A small game gives its name, and draws its table, its hand and its rules. The rest has a plain
    default here.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    subtitle: ClassVar[str] = ""
    """The rest of the game's title, shown where there is room."""
    facts: ClassVar[Facts] = Facts()
    emoji: ClassVar[str] = "🎲"
    colour: ClassVar[int] = 0x5865F2
    signs: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Emojis, in braces, by the characters of the texts that they replace."""
    computers: ClassVar[Cast] = PLAIN
    """The computers that play it, by strength."""
    round_begins: ClassVar[type[Event] | None] = None
    """The public event that begins a round. Without one computers say nothing."""
    seals: ClassVar[tuple[type[Event], ...]] = ()
    """The public events of sealed choices, which others don't count as moves."""
    opponents: ClassVar[int] = 1
    """Computers that join by default when one person plays alone."""
    waits: ClassVar[bool] = False
    """True if nothing is decided while a reveal is held."""
    least_cost: ClassVar[float] = 0.02
    """The smallest loss that a review names, in the unit of the game's computers."""
    foresees: ClassVar[bool] = False
    """True if *hard* knows the score to expect (see `luck`)."""
    reveals: ClassVar[Mapping[type[Event], float]] = MappingProxyType({})
    """The events with a reveal pause, and its seconds: `MOMENT`, or `FILMED` with more to read."""
    turns: ClassVar[tuple[type[Event], ...]] = (Event,)
    """The public events that end a step of a replay, such as a trick. Secret choices do not."""
    losses: ClassVar[tuple[type[Any], ...]] = ()
    """The public events that cost their `seat` something, marked in a replay."""
    hides: ClassVar[tuple[type[Any], ...]] = (object,)
    """The moves that aren't public in full when they are made."""

    @property
    @final
    def weighs(self) -> bool:
        """True if *hard* weighs moves. Then there are hints and reviews."""
        return "hard" in self.computers and players.weighs(self.key)

    @final
    def title(self, t: Tongue) -> str:
        """Return the game's name as a headline."""
        return f"## {self.emoji} {t(self.name)}"

    @final
    def full_title(self, t: Tongue) -> str:
        """Return the headline with the whole title."""
        line = self.title(t)
        return f"{line}\n**{t(self.subtitle)}**" if self.subtitle else line

    @final
    def lasts(self, options: Any, t: Tongue) -> str:
        """Return the length of a match in words, or nothing.

        Options that make a match shorter or longer change it in proportion.
        """
        if self.facts.minutes is None:
            return ""
        game, minutes = find_game(self.key), float(self.facts.minutes)
        if isinstance(game, Lasts):
            seats = game.seats[0]
            usual = game.usual_moves(seats, game.Options())
            minutes *= game.usual_moves(seats, options) / usual
        rounded = max(_ROUNDED, _ROUNDED * round(minutes / _ROUNDED))
        return t.many("about {n} minute", "about {n} minutes", rounded)

    @final
    def facts_line(self, options: Any, t: Tongue) -> str:
        """Return the facts on the game's box in a line, or nothing."""
        easy = t("easy to learn") if self.facts.easy else ""
        age = t("from age {age}", age=self.facts.age) if self.facts.age is not None else ""
        return " · ".join(filter(None, [self.lasts(options, t), easy, age]))

    @final
    def at_table(self, number: int, t: Tongue) -> str:
        """Return the game's name with the number of a table."""
        return f"{self.emoji} {t(self.name)} · {table_words(number, t)}"

    @abstractmethod
    def table(self, scene: Scene) -> list[Part]:
        """Draw the public table from a spectator's view."""

    @abstractmethod
    def hand(self, scene: Scene) -> list[Part]:
        """Draw a player's own view, with controls if a decision is due."""

    def picture(self, scene: Scene) -> Picture | None:
        """Return the picture of a scene, or None if words are enough.

        It shows no controls and no half choices, so that it stays while only these change.
        """
        return None

    def film(self, scene: Scene) -> Film | None:
        """Return the film of a held scene, or None if its picture is enough.

        It is made of public events alone, so it is the same for all readers of a language, but for
        `Scene.brief`. A reveal in two films has two parts, which follow each other. Every other one
        is the same in both.
        """
        return None

    def recap(self, now: Sequence[Event], voice: Voice, /) -> Sequence[str]:
        """Return the outcome of a reveal in lines, the last one the most important, or nothing.

        `now` are the public events of one move. The lines stand beside the next pictures until
        their reader moves.
        """
        return []

    def parties(self, scene: Scene) -> Collection[Seat]:
        """Return the seats of a reveal of some, such as the two of a duel, or none if it is of all.

        After the first chapter the others get a brief film of it.
        """
        return ()

    def question(self, scene: Scene) -> list[Part]:
        """Return the question that a film answers, without anything that the film brings.

        It may offer a decision if neither its controls nor their absence reveal the outcome.
        """
        return []

    def between(self, view: Any, /) -> float:
        """Return the least seconds between the two parts of a reveal."""
        return 0

    def last(self, scene: Scene) -> list[Part]:
        """Draw the rest of an ended match: the last reveal and position, without scores.

        A match that stopped before its rules end has no outcome, but no decision is due either. If
        its last round was never played, the scene is held: nothing of that round is shown.
        """
        return self.table(scene)

    def story_line(self, scene: Scene) -> str:
        """Return the match in one line at its end: the decisive event, or the margin.

        A match that stopped before its rules end may have none.
        """
        ended = getattr(scene.view, "outcome", None) is not None
        chapter = self.chapter(scene.view) if ended else 0
        return scene.t("Decided in round {round}.", round=chapter) if chapter else ""

    def decisive(self, scene: Scene) -> Turning | None:
        """Return the turning point of an ended match for its reader, or None without one.

        It is made of public events alone: `Scene.public_events` has them all.
        """
        return None

    @abstractmethod
    def rules(self, options: Any, t: Tongue) -> list[str]:
        """Return the pages of the rules with these options."""

    def example(self, options: Any, page: int, /) -> Picture | None:
        """Return the picture of a page (from 0) of the rules with these options."""
        return None

    def options(self, options: Any, t: Tongue) -> list[str]:
        """Return the options of a match in words, a line each."""
        return []

    def due(self, view: Any, t: Tongue) -> str:
        """Return the due decision in a few words for a notice, from a spectator's view."""
        return t("it's your turn")

    def chapter(self, view: Any, /) -> int:
        """Return a number that grows when the panel needs a new message, such as the round."""
        return 0

    def pause(self, view: Any, events: Sequence[Event]) -> float:
        """Return the length of the reveal pause after these events in seconds, mostly 0.

        It is for readers of still pictures and words, where no film gives the pause its length.
        During the pause screens are drawn with `Scene.held`, without the frame of the end and
        without notices. A hand has the controls of the next decision already.
        """
        return max((self.reveals.get(type(event), 0) for event in events), default=0)

    @final
    def unplayed(self, view: Any, story: Sequence[tuple[int, Event]]) -> bool:
        """Return True if a round after the first has begun without a public move."""
        if self.round_begins is None or self.chapter(view) <= 1:
            return False
        told = [(ply, e) for ply, e in story if e.to is None and not isinstance(e, self.seals)]
        return any(isinstance(e, self.round_begins) for ply, e in told if ply == told[-1][0])

    def fortunes(self, before: Sequence[Event], now: Sequence[Event]) -> Sequence[Fortune]:
        """Return the good and bad fortune of seats in the public events of `now`.

        `before` are the earlier public events of the round. Only events of a reveal pause count.
        """
        return ()

    def turning(self, view: Any, events: Sequence[Event]) -> bool:
        """Return True if the public events of a ply end a step of a replay.

        `view` is the spectator's view after them.
        """
        return any(isinstance(event, self.turns) for event in events)

    def costs(self, events: Sequence[Event]) -> frozenset[Seat]:
        """Return the seats that public events cost something."""
        return frozenset(event.seat for event in events if isinstance(event, self.losses))

    def chapter_words(self, chapter: int, t: Tongue) -> str:
        """Return the name of a chapter of a replay, by the number of `chapter`."""
        return t("Round {round}", round=chapter)

    def step_words(self, step: int, steps: int, t: Tongue) -> str:
        """Return the place of a step within its chapter of a replay."""
        return t("step {step} of {steps}", step=step, steps=steps)

    @final
    def score(self, score: int, t: Tongue) -> str:
        """Return a final score with its unit."""
        return kit(self.key).score_text(score, t)

    def totals(self, view: Any, /) -> tuple[int, ...]:
        """Return each seat's running total, which stands below a match called off."""
        return ()

    def label(self, view: Any, move: str, t: Tongue) -> str:
        """Return a move in words of at most 100 characters, as autocompletion shows it."""
        return move

    def why(self, view: Any, weighed: Sequence[Weighed], t: Tongue) -> str:
        """Return the reason for the best move in a hint, or nothing."""
        return ""

    def worth(self, one: Weighed, t: Tongue) -> str:
        """Return the value of another move in a hint: its chance to win, if nothing else."""
        return t("about {chance} %", chance=percent(one.worth))

    def cost(self, cost: float, t: Tongue) -> str:
        """Return a loss in the unit of the game, as `{n} % of the win`."""
        return t("{n} % of the win", n=round(100 * cost))

    def moment(self, scene: Scene, marked: Marked) -> Picture | None:
        """Return the picture of a decision in a review with both moves marked.

        With None the picture of the hand stands there, and words name the moves.
        The scene is the reader's own at the decision: a better move comes from what they knew.
        """
        return None

    def luck(self, expected: float, score: int, t: Tongue) -> str:
        """Return the score that a strong computer expects from the same deals, beside the real one.

        Only for a game that `foresees`.
        """
        return ""

    @final
    def hint(self, view: Any, weighed: Sequence[Weighed], t: Tongue) -> str:
        """Return a hint of a few lines: the best move with a reason, then others.

        `weighed` has the best move first. A move that may be as good says so, too.
        """
        game, why = find_game(self.key), self.why(view, weighed, t)
        best, *rest = [self.label(view, game.move_text(one.move), t) for one in weighed]
        lines = [t("I'd choose: **{move}**", move=best), *([why] if why else [])]
        # Moves of the same worth share a line.
        others: dict[str, list[str]] = {}
        for label, one in zip(rest[:ALTERNATIVES], weighed[1:], strict=False):
            alike = t("about as good") if one.alike else ""
            worth = " · ".join(filter(None, [self.worth(one, t), alike]))
            others.setdefault(worth, []).append(label)
        # Some moves have commas of their own.
        lines += [f"-# {' · '.join(labels)} → {worth}" for worth, labels in others.items()]
        return "\n".join(lines)

    @final
    def announced(self, move: str) -> bool:
        """Return True if a move, given in the notation, is public in full when it is made.

        A replay shows such a move to all readers, in the words of `label` for the reader's view.
        It shows any other move only to its player. The others see its events.
        """
        return not isinstance(find_game(self.key).parse_move(move), self.hides)


def percent(chance: float) -> int:
    """Return a chance as a percentage from 1 to 99."""
    return min(99, max(1, round(100 * chance)))


class NoLook(Look):
    """The look of a removed game, so that its tables can be ended."""

    name = N_("A game that isn't here any more")
    emoji = "🕳️"

    def table(self, scene: Scene) -> list[Part]:
        """Return nothing: the game is gone."""
        return []

    def hand(self, scene: Scene) -> list[Part]:
        """Return nothing: the game is gone."""
        return []

    def rules(self, options: Any, t: Tongue) -> list[str]:
        """Return no pages: the rules are gone."""
        return []
