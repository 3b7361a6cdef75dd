"""The film of a match's end: rank by rank, the last first. Then the crown drops."""

from collections.abc import Iterator
from functools import partial

from . import people
from .boxes import Box, piece
from .canvas import HEIGHT, WIDTH
from .film import STEPS, Film, Shot
from .podium import MIDDLE, Podium


class Crowning(Film):
    """The film of a podium: blocks rise from the last rank to the first."""

    still: Podium

    def shots(self) -> Iterator[Shot]:
        """Yield the empty ground, then rank by rank, and the winner."""
        on, rest = self.still.split()
        ranks = sorted({place.rank for place in on}, reverse=True)
        yield 700, lambda: Box(WIDTH, HEIGHT).put(piece(people.crown(190)), *MIDDLE)
        if rest:
            yield 300, partial(self.still.box, ranks[0] + 1)
        for left, rank in zip(range(len(ranks))[::-1], ranks, strict=True):
            for part in STEPS:
                yield 70, partial(self.still.box, rank, part)
            # The longest rest is before the first rank.
            yield (250, 550, 300)[min(left, 2)], partial(self.still.box, rank, 1, None)
        for fall in (150, 50):
            yield 70, partial(self.still.box, ranks[-1], 1, fall)
