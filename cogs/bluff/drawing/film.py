"""The film of a challenge: cups lifted seat by seat while the count runs up, and what is lost."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.drawing.boxes import Box, piece
from bot.drawing.film import Film, Shot, tilted
from bot.drawing.pen import faded
from games.bluff.state import matching

from . import cup, die
from .pictures import Count, Row

_TILT = -16.0
_ONE_BY_ONE = 4
"""The last seat's dice are counted one by one, in at most this number of steps."""


class Lifted(Film):
    """The film of a challenge. `open`: the dice of each row that lay open before, first ones."""

    still: Count
    open: tuple[int, ...]

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: cups, then seat by seat their dice, the verdict and the loss."""
        still, face, found = self.still, self.still.bid.face, 0
        rows = [Row(opened) for opened in self.open]
        yield 750, partial(still.counted, (*rows,))
        for at, (_, dice) in enumerate(still.seats):
            if self.open[at] < len(dice):
                for milliseconds, rolls in (80, True), (90, False):
                    yield milliseconds, partial(self._tilting, (*rows,), at, found, rolls=rolls)
            if at < len(rows) - 1:
                found += matching(dice, face)
                rows[at] = Row(len(dice), len(dice))
                yield 340, partial(still.counted, (*rows,), found)
        *before, _ = rows
        yield 330, partial(still.counted, (*before, Row(len(dice))), found)
        # The last seat's dice are counted one by one.
        fits = [at for at, one in enumerate(dice) if matching((one,), face)]
        steps = min(_ONE_BY_ONE, len(fits))
        for step in range(1, steps + 1):
            upto = len(fits) * step // steps
            row = Row(len(dice), fits[upto - 1] + 1 if step < steps else len(dice))
            yield 250, partial(still.counted, (*before, row), found + upto)
        judged = (*before, Row(len(dice), len(dice)))
        final = partial(still.counted, judged, still.found, final=True)
        yield 450, final
        if len(still.lost) == 1:
            for crossed, milliseconds in enumerate((260, 160)[: still.lost[0][1]]):
                yield milliseconds, partial(final, crossed=crossed)

    def _tilting(self, rows: Sequence[Row], at: int, found: int, *, rolls: bool) -> Box:
        """Return a cup that tilts away from a row, and dice that roll to their places."""
        still, opened = self.still, self.open[at]
        size, dice = still.size, still.seats[at][1]
        row = Row(opened, cup=False) if rolls else Row(len(dice))
        box = still.counted([*rows[:at], row, *rows[at + 1 :]], found)
        x, y, *_ = box.places()[at, opened]
        lifted = tilted(cup(len(dice) - opened, still.cup), _TILT)
        if rolls:
            for n, face in enumerate(dice[opened:]):
                box = box.put(piece(die(face, size)), x + 22 * n + size / 2, y + size / 2)
        left, up = (4, 14) if rolls else (6, 24)
        middle = x + left + still.cup / 2, y + size - still.cup / 2 - up
        return box.put(piece(lifted if rolls else faded(lifted, 0.45)), *middle)
