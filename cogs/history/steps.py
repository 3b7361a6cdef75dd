"""The steps of an ended match: tricks, bids, swaps or duels, in chapters such as rounds.

A secret choice is no step of its own. So steps are the same for all eyes.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, groupby

from bot.screens.finished import Finished
from bot.screens.look import Look
from bot.words.i18n import Tongue
from games.core import Event, Frozen, Seat


class Step(Frozen):
    """A step: what happened after an earlier step, up to a ply that all readers saw.

    first: the first ply that belongs to it.
    ply: the last one, whose position it shows.
    chapter: the chapter's number, as the look counts it.
    costs: the seats that it cost something.
    """

    first: int
    ply: int
    chapter: int
    costs: frozenset[Seat] = frozenset()


class Timeline(Frozen):
    """All steps of a match, at least one, in their order."""

    steps: tuple[Step, ...]

    def index(self, ply: int) -> int:
        """Return the number of the step (from 0) that a ply belongs to."""
        plies = [step.ply for step in self.steps]
        return min(bisect_left(plies, ply), len(plies) - 1)

    @property
    def chapters(self) -> tuple[int, ...]:
        """The number of steps in each chapter."""
        return tuple(len([*group]) for _, group in groupby(step.chapter for step in self.steps))

    @property
    def firsts(self) -> tuple[int, ...]:
        """The number of the first step of each chapter."""
        return tuple(accumulate((0, *self.chapters)))[:-1]

    def place(self, index: int) -> tuple[int, int]:
        """Return the chapter of a step and its place there, both from 0."""
        chapter = max(n for n, first in enumerate(self.firsts) if first <= index)
        return chapter, index - self.firsts[chapter]

    def words(self, look: Look, index: int, t: Tongue) -> str:
        """Return the place of a step in words."""
        chapter, at = self.place(index)
        here = look.step_words(at + 1, self.chapters[chapter], t)
        number = self.steps[index].chapter
        if not number:
            return here
        return t("{chapter}, {step}", chapter=look.chapter_words(number, t), step=here)


def public(past: Finished, ply: int) -> tuple[Event, ...]:
    """Return the events of a ply that all readers saw."""
    return tuple(event for event in past.steps[ply].events if event.to is None)


def timeline(past: Finished, look: Look) -> Timeline:
    """Divide a match into its steps. The last position always ends one."""
    return Timeline(tuple(_steps(past, look)))


def _steps(past: Finished, look: Look) -> Iterator[Step]:
    first, costs = 0, frozenset[Seat]()
    last, chapter = len(past.steps) - 1, 0
    before = past.view(0, None)
    for ply in range(last + 1):
        view, events = past.view(ply, None), public(past, ply)
        # A move that ends a chapter may begin the next one at once.
        chapter = chapter if ply > first else look.chapter(before)
        costs |= look.costs(events)
        if ply == last or look.turning(view, events):
            yield Step(first, ply, chapter, costs)
            first, costs = ply + 1, frozenset()
        before = view
