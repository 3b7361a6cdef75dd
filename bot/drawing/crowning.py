"""The film of a match's end: rank by rank, the last first. Then the crown drops."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby

from . import people
from .canvas import Canvas
from .film import STEPS, Film, Shot
from .podium import Place, Podium

_LARGE = 190
"""Width of the crown that the first frame asks about."""
_FALLS = 180, 60
"""Pixels that the crown still has to fall at the frames before it lies."""
_ASKED, _BELOW, _RISES, _RANK, _REST, _FIRST = 700, 300, 70, 300, 550, 250
"""Milliseconds of the frames: empty, without blocks, a rise, a rank, before and at the first."""


@dataclass(frozen=True, slots=True)
class Crowning(Film):
    """The film of a podium: blocks rise from the last rank to the first."""

    still: Podium

    def shots(self) -> Iterator[Shot]:
        """Yield the empty ground, then rank by rank, and the winner."""
        yield _ASKED, self._asked
        canvas: Callable[[], Canvas] = self.still.ground
        if self._more:
            canvas = cache(self._below)
            yield _BELOW, canvas
        ranks, places = self._ranks(), list[Place]()
        for left, places in zip(range(len(ranks))[::-1], ranks, strict=True):
            for part in STEPS:
                yield _RISES, partial(self._with, canvas, places, part)
            canvas = cache(partial(self._with, canvas, places, 1))
            yield (_FIRST, _REST, _RANK)[min(left, 2)], canvas
        for fall in _FALLS:
            yield _RISES, partial(self._with, canvas, places, 1, fall)

    def _asked(self) -> Canvas:
        canvas = self.still.ground()
        canvas.mid(people.crown(_LARGE), *self.still.middle)
        return canvas

    def _below(self) -> Canvas:
        canvas = self.still.ground()
        self.still.below(canvas)
        return canvas

    @property
    def _more(self) -> bool:
        """True if some players stand on no block."""
        return len(self.still.places) > len(self.still.on_blocks)

    def _ranks(self) -> list[list[Place]]:
        """Return the players on blocks by rank, the last first."""
        rising = sorted(self.still.on_blocks, key=lambda place: -place.rank)
        return [list(places) for _, places in groupby(rising, lambda one: one.rank)]

    def _with(
        self,
        before: Callable[[], Canvas],
        places: list[Place],
        risen: float,
        fall: float | None = None,
    ) -> Canvas:
        """Return the canvas with these players' blocks, too."""
        canvas = before().copy()
        for place in places:
            self.still.block(canvas, place, risen, fall)
        return canvas
