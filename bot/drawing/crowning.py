"""The film of a match's end: rank by rank, the last first. Then the crown drops."""

from collections.abc import Iterator
from functools import partial

from . import people
from .boxes import Box, piece
from .canvas import HEIGHT, WIDTH
from .film import STEPS, Film, Shot
from .podium import MIDDLE, Podium

_FALLS = 150, 50
"""Pixels that the crown still has to fall at the frames before it lies."""
_ASKED, _BELOW, _RISES, _RANK, _REST, _FIRST = 700, 300, 70, 300, 550, 250
"""Milliseconds of the frames: empty, without blocks, a rise, a rank, before and at the first."""


class Crowning(Film):
    """The film of a podium: blocks rise from the last rank to the first."""

    still: Podium

    def shots(self) -> Iterator[Shot]:
        """Yield the empty ground, then rank by rank, and the winner."""
        on, rest = self.still.split()
        ranks = sorted({place.rank for place in on}, reverse=True)
        yield _ASKED, self._asked
        if rest:
            yield _BELOW, partial(self.still.box, ranks[0] + 1)
        for left, rank in zip(range(len(ranks))[::-1], ranks, strict=True):
            for part in STEPS:
                yield _RISES, partial(self.still.box, rank, part)
            yield (_FIRST, _REST, _RANK)[min(left, 2)], partial(self.still.box, rank, 1, None)
        for fall in _FALLS:
            yield _RISES, partial(self.still.box, ranks[-1], 1, fall)

    def _asked(self) -> Box:
        return Box(WIDTH, HEIGHT).put(piece(people.crown(190)), *MIDDLE)
