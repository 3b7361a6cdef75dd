"""The film of a match's end: rank by rank, the last first. Then the crown drops."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from . import people
from .canvas import Canvas
from .film import LAST, STEPS, Frame, Stilled
from .podium import Place, Podium

_LARGE = 190
"""Width of the crown that the first frame asks about."""
_FALLS = 180, 60
"""Pixels that the crown still has to fall at the frames before it lies."""


@dataclass(frozen=True, slots=True)
class Crowning(Stilled):
    """The film of a podium: blocks rise from the last rank to the first."""

    still: Podium

    def frames(self) -> Iterator[Frame]:
        """Yield the frames: the empty ground, rank by rank, a rest, and the winner."""
        canvas = self.still.ground()
        asked = canvas.copy()
        asked.mid(people.crown(_LARGE), *self.still.middle)
        yield Frame(asked, 700)
        if len(self.still.places) > len(self.still.on_blocks):
            canvas = canvas.copy()
            self.still.below(canvas)
            yield Frame(canvas, 300)
        ranks = [list(places) for _, places in groupby(self._rising(), lambda one: one.rank)]
        for number, places in enumerate(ranks):
            first = number == len(ranks) - 1
            for part in STEPS:
                yield Frame(self._with(canvas, places, part), 70)
            canvas = self._with(canvas, places, 1)
            if not first:
                yield Frame(canvas, 550 if number == len(ranks) - 2 else 300)
                continue
            yield Frame(canvas, 250)
            for fall in _FALLS:
                yield Frame(self._with(canvas, places, 1, fall), 70)
        yield Frame(self.still.draw(), LAST)

    def _rising(self) -> list[Place]:
        """Return the players on blocks, the last rank first."""
        return sorted(self.still.on_blocks, key=lambda place: -place.rank)

    def _with(
        self, canvas: Canvas, places: list[Place], risen: float, fall: float | None = None
    ) -> Canvas:
        """Return the canvas with these players' blocks, too."""
        canvas = canvas.copy()
        for place in places:
            self.still.block(canvas, place, risen, fall)
        return canvas
