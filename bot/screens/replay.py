"""Replays: one step of an ended match by one player's eyes, drawn or in words.

Pure: a finished match, a ply and the eyes in, pictures and a Drawn out.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from games.core import Seat
from games.errors import N_

from ..drawing.bar import Bar, Barred, BarredFilm
from ..drawing.film import Film
from ..drawing.picture import Picture
from ..play.endings import called_off
from ..play.names import bare_name, names_of
from ..wire.fitting import Story
from ..wire.ui import Attached, Drawn, Part, address, button, button_rows, choice, screen
from ..words.errors import TableError
from ..words.i18n import Tongue
from ..words.speech import Voice
from .event_pictures import people
from .finished import Finished
from .look import Look, Scene
from .ranking import ranking
from .review import Moment, marked, offered, sentence
from .sight import at_rest, story
from .steps import Course, Step, course, public
from .still import still

SPECTATOR = "s"
"""The eyes in a custom_id: this for a spectator, or a seat's number."""
OPEN, MINE = "open", "mine"
"""Words in a custom_id of buttons that open a replay as a message of its own.

With MINE it shows a moment of the person's review, both moves marked.
"""

_OPTIONS = 25
_LINES = 3


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay at one step.

    index: the number of the step, from 0.
    eyes: the seat that sees it, or None for a spectator.
    reader: the seat whose costly steps the bar marks.
    own: the seat of the person who looks at it.
    moment: the moment of their review that it is opened at.
    """

    past: Finished
    look: Look
    course: Course
    index: int
    eyes: Seat | None = None
    reader: Seat | None = None
    own: Seat | None = None
    moment: Moment | None = None

    @property
    def reads(self) -> Seat | None:
        """The seat that texts call "you": that of the eyes, else the reader's own."""
        return self.own if self.eyes is None else self.eyes

    @property
    def step(self) -> Step:
        """The present step."""
        return self.course.steps[self.index]

    @property
    def bar(self) -> Bar:
        """The place of the present step."""
        steps = self.course.steps
        costly = tuple(n for n, step in enumerate(steps) if self.reader in step.costs)
        chapter, at = self.course.place(self.index)
        chapters, number = self.course.chapters, self.step.chapter
        label = str(at + 1) if len(chapters) == 1 else f"{number}·{at + 1}"
        return Bar(label, chapters, chapter, at, costly)

    def at(self, index: int) -> "Replay":
        """Return the same replay at another step."""
        return replace(self, index=index)

    def words(self, t: Tongue) -> str:
        """Return the place of the step in words."""
        return self.course.words(self.look, self.index, t)


def eyes_of(past: Finished, text: str) -> Seat | None:
    """Return the seat that a control names, None for a spectator. Raises TableError."""
    if text == SPECTATOR:
        return None
    seats = {str(seat): Seat(seat) for seat in range(past.record.seats)}
    if text not in seats:
        raise TableError(N_("Nobody sat on such a seat in that match."))
    return seats[text]


def replay(
    past: Finished, look: Look, ply: int, eyes: Seat | None = None, own: Seat | None = None
) -> Replay:
    """Return a replay at the step of a ply. Raises TableError if there is no such ply.

    The bar marks the costly steps of `eyes`, or else of the person's `own` seat.
    """
    if not 0 <= ply < len(past.steps):
        raise TableError(N_("That match has no such step."))
    steps = course(past, look)
    return Replay(past, look, steps, steps.index(ply), eyes, own if eyes is None else eyes, own)


def told(past: Finished, look: Look, t: Tongue, ply: int, eyes: Seat | None) -> str | None:
    """Return the move made at a ply in words, or None if it was hidden from these eyes."""
    seat, text = past.record.moves[ply - 1]
    if seat != eyes and not look.announced(text):
        return None
    # Drawn from these eyes' view, so that a player's secret can't slip into the words.
    return look.label(past.view(ply - 1, eyes), text, t)


# Pictures


def pictures(r: Replay, t: Tongue, *, moving: bool = False) -> list[Picture]:
    """Return the pictures of a step: the table above the bar, and the hand of the eyes.

    `moving`: the table is a film where the step has one. A game without pictures has none.
    """
    shown = _shown(_scene(r, t, r.step.ply, None), r.look)
    if shown is None:
        return []
    film = _film(r, t) if moving else None
    chosen = None if r.moment is None else moment_picture(r, r.moment, t)
    table = Barred(shown, r.bar) if film is None else BarredFilm(film, r.bar)
    return [table, *(_own_hand(r, t) if chosen is None else [chosen])]


def moment_picture(r: Replay, moment: Moment, t: Tongue) -> Picture | None:
    """Return the picture of a moment of the person's own, or None for a game without pictures.

    Where the game has no drawing with both moves marked, it is that of the hand.
    """
    scene = replace(_scene(r, t, moment.due, r.own), held=False)
    return r.look.moment(scene, marked(r.past, moment)) or r.look.picture(scene)


def moment_words(r: Replay, moment: Moment, t: Tongue) -> list[Part]:
    """Return the position of a moment in words, as the person had it, with dead controls."""
    scene = replace(_scene(r, t, moment.due, r.own), held=False)
    usual = replace(scene, story=story(r.past.steps[: moment.due + 1], r.own))
    return [ui.Separator(), *still(r.look.hand(usual)), ui.Separator()]


def _film(r: Replay, t: Tongue) -> Film | None:
    """Return the last film of a step, or None without one."""
    for ply in range(r.step.ply, r.step.first - 1, -1):
        film = r.look.film(_scene(r, t, ply, None)) if _held(r, ply) else None
        if film is not None:
            return film
    return None


def _shown(scene: Scene, look: Look) -> Picture | None:
    """Return the public picture of a scene: the last frame of its film if there is one."""
    film = look.film(scene)
    return look.picture(scene) if film is None else film.still


def _own_hand(r: Replay, t: Tongue) -> list[Picture]:
    """Return the last hand of the eyes before the step ended, or none if all saw the same."""
    if r.eyes is None:
        return []
    for ply in range(r.step.ply - 1, max(r.step.first - 2, -1), -1):
        scenes = [replace(_scene(r, t, ply, eyes), held=False) for eyes in (r.eyes, None)]
        own, public = (r.look.picture(scene) for scene in scenes)
        if own is not None and own != public:
            return [own]
    return []


def _held(r: Replay, ply: int) -> bool:
    """Return True if the match was held at a ply for a reveal."""
    return bool(r.look.pause(r.past.view(ply, None), public(r.past, ply)))


def _stopped(r: Replay, ply: int) -> bool:
    """Return True if the match ended at a ply before its rules say so."""
    past = r.past
    last = ply == len(past.steps) - 1 and past.broken is None
    return last and past.game.outcome(past.steps[ply].state) is None


def _scene(r: Replay, t: Tongue, ply: int, eyes: Seat | None) -> Scene:
    """Return the scene of a reader after a ply, with all that the reader knows so far.

    A film that begins with the round needs more than the latest events.
    """
    past = r.past
    scene = past.sight(r.look, ply, eyes).scene(t)
    names = [f"**{name}**" for name in names_of(past.table.players, t)]
    whole = replace(
        scene,
        reader=r.reads,
        # No mentions: the match is over.
        mentions=Voice(t, names, r.reads).awaited,
        people=people(past.table.players, t),
        story=story(past.steps[: ply + 1], eyes, sys.maxsize),
        held=_held(r, ply),
        whole=True,
    )
    return at_rest(whole, r.look) if _stopped(r, ply) else whole


# Screens


def draw(r: Replay, t: Tongue, files: Sequence[Attached] = ()) -> Drawn:
    """Draw a step with its finished pictures, or in words without any."""
    head = [_title(r, t), _head(r, t)]
    body = [*files, *_beside(r, t)] if files else [_move(r, t), *_in_words(r, t)]
    end = [_end(r, t)] if r.step.ply == len(r.past.steps) - 1 else []
    return screen(r.look.colour, *head, *body, *end, *_ways(r, t))


def shared_step(r: Replay, t: Tongue, files: Sequence[Attached], below: Sequence[Part]) -> Drawn:
    """Draw a step as a person shares it: what all saw, and what stands below."""
    body = [*files, *_beside(r, t)] if files else [_move(r, t), *_in_words(r, t)]
    title = f"## {r.look.emoji} {t(r.look.name)} · " + t("match {number}", number=r.past.table.id)
    return screen(r.look.colour, title, f"**{r.words(t)}**", *body, *below)


def alternative(r: Replay, picture: Picture, t: Tongue) -> str:
    """Return the alternative text of a step's picture."""
    words = picture.told(t)
    if not isinstance(picture, Barred | BarredFilm):
        return words
    return t("{step}: {picture}", step=r.words(t), picture=words)


def _title(r: Replay, t: Tongue) -> str:
    title = t("replay of match {number}", number=r.past.table.id)
    return f"## {r.look.emoji} {t(r.look.name)} · {title}"


def _head(r: Replay, t: Tongue) -> str:
    seen = t("As a spectator saw it")
    if r.eyes is not None:
        seen = t("As {who} saw it: “you” is {who}", who=names_of(r.past.table.players, t)[r.eyes])
    if r.eyes is not None and r.eyes == r.own:
        seen = t("As you saw it")
    head = f"**{r.words(t)}**\n-# 👁️ {seen}"
    if r.moment is None or r.own is None:
        return head
    return f"{head}\n🔍 {sentence(r.past, r.look, r.own, r.moment, t)}"


def _beside(r: Replay, t: Tongue) -> list[Part]:
    """Return the words beside the pictures: the step's events, and the sealed move of the eyes."""
    scene = _scene(r, t, r.step.ply, None)
    now = [one for one in scene.story if one[0] >= r.step.first]
    parts = r.look.table(replace(scene, story=now, pictured=True))
    lines = [line for part in parts if isinstance(part, Story) for line in part.splitlines()]
    # Lines with a bullet are details of others, which the picture shows.
    lines = [line for line in lines if line and not line.startswith("-# •")]
    lines = lines[-_LINES:] or [_move(r, t)]
    return ["\n".join(filter(None, [*_sealed(r, t), *lines]))]


def _sealed(r: Replay, t: Tongue) -> list[str]:
    """Return the last sealed move of the eyes in this step, below that of the moment.

    Ties may have revealed others before it.
    """
    moves = r.past.record.moves
    step = range(max(r.step.first, 1), r.step.ply + 1)
    mine = [ply for ply in step if moves[ply - 1][0] == r.eyes]
    sealed = [ply for ply in mine if not r.look.announced(moves[ply - 1][1])]
    shown = {*sealed[-1:], *([] if r.moment is None else [r.moment.ply])}
    return [_line(r, t, ply) for ply in sealed if ply in shown]


def _move(r: Replay, t: Tongue) -> str:
    """Return the move that ended the step, or nothing if all saw more than that."""
    return t("The match begins.") if r.step.ply == 0 else _line(r, t, r.step.ply)


def _line(r: Replay, t: Tongue, ply: int) -> str:
    seat, _ = r.past.record.moves[ply - 1]
    voice = Voice(t, names_of(r.past.table.players, t), r.reads)
    move = told(r.past, r.look, t, ply, r.eyes)
    if move is not None:
        return voice.about(seat, "**You**: {move}", "**{who}**: {move}", move=move)
    if _held(r, ply):
        # A secret choice that ended a trick says less than the trick.
        return ""
    return voice.about(seat, "**You** have decided.", "**{who}** has decided.")


def _in_words(r: Replay, t: Tongue) -> list[Part]:
    """Return the screen of the match in words, as the eyes had it, with dead controls."""
    over = r.past.game.outcome(r.past.steps[r.step.ply].state) is not None
    # At the end hands are gone and all readers see the table, as in the match.
    eyes = None if over else r.eyes
    scene = _scene(r, t, r.step.ply, eyes)
    usual = replace(scene, story=story(r.past.steps[: r.step.ply + 1], eyes))
    if _stopped(r, r.step.ply):
        parts = r.look.last(usual)
    else:
        parts = r.look.table(usual) if eyes is None else r.look.hand(usual)
    return [ui.Separator(), *still(parts), ui.Separator()]


def _end(r: Replay, t: Tongue) -> str:
    past = r.past
    if past.broken is not None:
        return t("The record can't be replayed further: {why}", why=t.refusal(past.broken))
    if past.table.phase == "cancelled":
        return called_off(past.table, t, r.reads)
    return ranking(past.table, r.look, t, ratings=past.ratings)


# Controls


def _ways(r: Replay, t: Tongue) -> list[Part]:
    steps, table = r.course.steps, r.past.table
    by = SPECTATOR if r.eyes is None else str(r.eyes)

    def turn(word: str, emoji: str, label: str, to: int) -> Any:
        there = 0 <= to < len(steps)
        # The word keeps the custom_ids apart where two ways lead to one step.
        at = address(table, "replay", steps[to if there else r.index].ply, f"{by}/{word}")
        return button(at, label, emoji=emoji, disabled=not there)

    turns = [turn("back", "⬅️", t("Back"), r.index - 1), turn("next", "➡️", t("Next"), r.index + 1)]
    others = [button(address(table, "record"), t("Record"))]
    if table.phase == "over":
        here = button(address(table, "share", r.step.ply, f"{by}/"), t("Share this moment"))
        others = [here, button(address(table, "share"), t("Share the result")), *others]
    if r.own is not None and offered(table, r.look):
        others = [button(address(table, "mine"), t("My match")), *others]
    return [*button_rows(turns), *_chapters(r, t, by), *_whose(r, t), *button_rows(others)]


def _chapters(r: Replay, t: Tongue, by: str) -> list[Part]:
    """Return selects of all chapters and the end, as many as 25 options each require."""
    found, steps = r.course, r.course.steps
    if len(found.chapters) == 1:
        return []
    options: list[tuple[str, str, str | None]] = [
        (r.look.chapter_words(steps[first].chapter, t), f"{by}/{steps[first].ply}", None)
        for first in found.firsts
    ]
    # A last chapter of one step is the end itself.
    if found.firsts[-1] + 1 < len(steps):
        options.append((t("The end"), f"{by}/{steps[-1].ply}", None))
    parts: list[Part] = []
    for first in range(0, len(options), _OPTIONS):
        part = options[first : first + _OPTIONS]
        here = t("Jump to …") if len(options) <= _OPTIONS else f"{part[0][0]} – {part[-1][0]}"
        parts += choice(address(r.past.table, "replay", r.step.ply, f"jump{first}"), here, part)
    return parts


def _whose(r: Replay, t: Tongue) -> list[Part]:
    """Return the select of the eyes."""
    players = r.past.table.players
    seats = [(bare_name(player, t), str(seat), None) for seat, player in enumerate(players)]
    at = address(r.past.table, "replay", r.step.ply, "eyes")
    return [*choice(at, t("By whose eyes?"), [(t("a spectator"), SPECTATOR, None), *seats])]
