"""Replays: one step of an ended match by one player's eyes, with its pictures.

Stations are the moments of the person's own review, with both moves marked. Pure: a finished
match, a ply and the eyes in.
"""

import sys
from dataclasses import replace

from bot.drawing.film import Film
from bot.drawing.picture import Picture
from bot.play.names import seat_names
from bot.screens.event_pictures import people, ranked
from bot.screens.finished import Finished
from bot.screens.look import Look, Scene
from bot.screens.sight import at_rest, story
from bot.words.errors import TableError
from bot.words.i18n import Tongue
from bot.words.speech import Voice
from games.core import Frozen, Seat
from games.errors import N_

from .bar import Bar, Barred, BarredFilm
from .review import Moment, Review, marked
from .steps import Step, Timeline, public, timeline

SPECTATOR = "s"
"""The eyes in a custom_id: this for a spectator, or a seat's number."""
OPEN, PLAY, MINE = "open", "play", "mine"
"""Words in a custom_id: open a message of its own, show the step's film, show a moment.

MINE stands before the ply of a moment. Alone it asks for the review.
"""


class Replay(Frozen):
    """A replay at one step.

    index: the number of the step, from 0.
    eyes: the seat that sees it, or None for a spectator.
    own: the seat of the person who looks at it.
    review: the review of that seat, if it is known.
    moment: the moment of the review that is shown.
    asked: the person has just asked for the review.
    """

    past: Finished
    look: Look
    timeline: Timeline
    index: int
    eyes: Seat | None = None
    own: Seat | None = None
    review: Review | None = None
    moment: Moment | None = None
    asked: bool = False

    @property
    def reads(self) -> Seat | None:
        """The seat that texts call "you", whose costs the bar marks: of the eyes, else the own."""
        return self.own if self.eyes is None else self.eyes

    @property
    def step(self) -> Step:
        """The present step."""
        return self.timeline.steps[self.index]

    @property
    def last(self) -> bool:
        """True at the end of the match."""
        return self.step.ply == len(self.past.steps) - 1

    @property
    def bar(self) -> Bar:
        """The place of the present step."""
        steps = self.timeline.steps
        costly = tuple(n for n, step in enumerate(steps) if self.reads in step.costs)
        chapter, at = self.timeline.place(self.index)
        chapters, number = self.timeline.chapters, self.step.chapter
        label = str(at + 1) if len(chapters) == 1 else f"{number}·{at + 1}"
        return Bar(label, chapters, chapter, at, costly)

    def station(self, moment: Moment) -> "Replay":
        """Return the same replay at a moment of the review, by the person's own eyes."""
        index = self.timeline.index(moment.ply)
        return replace(self, index=index, eyes=self.own, moment=moment)

    def words(self, t: Tongue) -> str:
        """Return the place of the step in words."""
        return self.timeline.words(self.look, self.index, t)


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
    steps = timeline(past, look)
    return Replay(past, look, steps, steps.index(ply), eyes, own)


# Pictures


def pictures(r: Replay, t: Tongue, *, moving: bool = False) -> list[Picture]:
    """Return the pictures of a step: the table above the bar, and the hand of the eyes.

    `moving`: the table is a film where the step has one. A game without pictures has none.
    """
    shown = _shown(scene_at(r, t, r.step.ply, None), r.look)
    if shown is None:
        return []
    moved = film(r, t) if moving else None
    chosen = None if r.moment is None else moment_picture(r, r.moment, t)
    table = Barred(shown, r.bar) if moved is None else BarredFilm(Barred(moved.still, r.bar), moved)
    if chosen is None and (end := podium(r, t)) is not None:
        return [table, end]
    return [table, *(_own_hand(r, t) if chosen is None else [chosen])]


def podium(r: Replay, t: Tongue) -> Picture | None:
    """Return the ranking below the last step of a match that was played out."""
    whole = r.last and r.past.broken is None
    return ranked(r.past.table, t, r.look.computers) if whole else None


def moment_picture(r: Replay, moment: Moment, t: Tongue) -> Picture | None:
    """Return the picture of a moment of the person's own, or None for a game without pictures.

    Where the game has no drawing with both moves marked, it is that of the hand.
    """
    scene = replace(scene_at(r, t, moment.due, r.own), held=False)
    return r.look.moment(scene, marked(r.past, moment)) or r.look.picture(scene)


def film(r: Replay, t: Tongue) -> Film | None:
    """Return the last film of a step, or None without one."""
    for ply in range(r.step.ply, r.step.first - 1, -1):
        found = r.look.film(scene_at(r, t, ply, None)) if held(r, ply) else None
        if found is not None:
            return found
    return None


def _shown(scene: Scene, look: Look) -> Picture | None:
    """Return the public picture of a scene: the last frame of its film if there is one."""
    moved = look.film(scene)
    return look.picture(scene) if moved is None else moved.still


def _own_hand(r: Replay, t: Tongue) -> list[Picture]:
    """Return the last hand of the eyes before the step ended, or none if all saw the same."""
    if r.eyes is None:
        return []
    for ply in range(r.step.ply - 1, max(r.step.first - 2, -1), -1):
        scenes = [replace(scene_at(r, t, ply, eyes), held=False) for eyes in (r.eyes, None)]
        own, public = (r.look.picture(scene) for scene in scenes)
        if own is not None and own != public:
            return [own]
    return []


def held(r: Replay, ply: int) -> bool:
    """Return True if the match was held at a ply for a reveal."""
    return bool(r.look.pause(r.past.view(ply, None), public(r.past, ply)))


def stopped(r: Replay, ply: int) -> bool:
    """Return True if the match ended at a ply before its rules say so."""
    past = r.past
    last = ply == len(past.steps) - 1 and past.broken is None
    return last and past.game.outcome(past.steps[ply].state) is None


def scene_at(r: Replay, t: Tongue, ply: int, eyes: Seat | None) -> Scene:
    """Return the scene of a reader after a ply, with all that the reader knows so far.

    A film that begins with the round needs more than the latest events.
    """
    past = r.past
    scene = past.sight(r.look, ply, eyes).scene(t)
    names = [f"**{name}**" for name in seat_names(past.table.players, t).short]
    whole = replace(
        scene,
        reader=r.reads,
        # No mentions: the match is over.
        mentions=Voice(t, names, r.reads).awaited,
        people=people(past.table.players, t),
        story=story(past.steps[: ply + 1], eyes, sys.maxsize),
        held=held(r, ply),
        whole=True,
    )
    return at_rest(whole, r.look) if stopped(r, ply) else whole
