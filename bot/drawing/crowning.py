"""The film of a match's end: rank by rank, the last first. Then the crown drops."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from . import people
from .canvas import Canvas
from .film import STEPS, Stilled
from .podium import Place, Podium

_LARGE = 190
"""Width of the crown that the first frame asks about."""
_FALLS = 180, 60
"""Pixels that the crown still has to fall at the frames before it lies."""
_ASKED, _BELOW, _RISES, _RANK, _REST, _FIRST = 700, 300, 70, 300, 550, 250
"""Milliseconds of the frames: empty, without blocks, a rise, a rank, before and at the first."""


@dataclass(frozen=True, slots=True)
class Crowning(Stilled):
    """The film of a podium: blocks rise from the last rank to the first."""

    still: Podium

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        yield _ASKED
        if self._more:
            yield _BELOW
        ranks = len(self._ranks())
        for number in range(ranks):
            yield from (_RISES for _ in STEPS)
            yield _FIRST if number == ranks - 1 else _REST if number == ranks - 2 else _RANK
        yield from (_RISES for _ in _FALLS)

    def canvases(self) -> Iterator[Canvas]:
        """Yield the empty ground, then rank by rank, and the winner."""
        canvas = self.still.ground()
        asked = canvas.copy()
        asked.mid(people.crown(_LARGE), *self.still.middle)
        yield asked
        if self._more:
            canvas = canvas.copy()
            self.still.below(canvas)
            yield canvas
        places: list[Place] = []
        for places in self._ranks():
            before = canvas
            for part in (*STEPS, 1):
                canvas = self._with(before, places, part)
                yield canvas
        for fall in _FALLS:
            yield self._with(canvas, places, 1, fall)

    @property
    def _more(self) -> bool:
        """True if some players stand on no block."""
        return len(self.still.places) > len(self.still.on_blocks)

    def _ranks(self) -> list[list[Place]]:
        """Return the players on blocks by rank, the last first."""
        rising = sorted(self.still.on_blocks, key=lambda place: -place.rank)
        return [list(places) for _, places in groupby(rising, lambda one: one.rank)]

    def _with(
        self, canvas: Canvas, places: list[Place], risen: float, fall: float | None = None
    ) -> Canvas:
        """Return the canvas with these players' blocks, too."""
        canvas = canvas.copy()
        for place in places:
            self.still.block(canvas, place, risen, fall)
        return canvas
