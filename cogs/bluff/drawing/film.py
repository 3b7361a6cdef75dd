"""The film of a challenge: cups lifted seat by seat while the count runs up, and what is lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.drawing.canvas import Canvas
from bot.drawing.colours import GOLD, INK, WHITE, mixed
from bot.drawing.film import Film, Shot, tilted
from bot.drawing.pen import faded
from games.bluff.state import Dice, matching

from .pictures import Count
from .pieces import THEME, cup, die

_DISC = mixed(WHITE, THEME.ground, 0.12)
_TILT = -16.0
_ONE_BY_ONE = 4
"""The last seat's dice are counted one by one, in at most this number of steps."""


@dataclass(frozen=True, slots=True)
class Lifted(Film):
    """The film of a challenge. `open`: the dice of each row that lay open before, first ones."""

    still: Count
    open: tuple[int, ...]

    def shots(self) -> Iterator[Shot]:
        """Yield the frames: cups, then seat by seat their dice, the verdict and the loss."""
        still, found, last = self.still, 0, len(self.still.seats) - 1
        yield 750, self._asked
        for row in range(last + 1):
            yield from self._lift(row, found)
            if row < last:
                found += self._fits(row)
                yield 340, partial(self._counted, row + 1, found)
        yield from self._last(found)
        yield 450, self._judged
        if len(still.lost) == 1:
            for crossed, milliseconds in enumerate((260, 160)[: still.lost[0][1]], 1):
                yield milliseconds, partial(self._judged, crossed)

    def _asked(self) -> Canvas:
        """Draw the question: how many there are under the cups."""
        canvas, quiet = self.still.ground(), THEME.quiet
        canvas.box(293, 430, 104, 104, 52, None, quiet, 4, dashed=True)
        canvas.text(345, 482, "?", 68, quiet, "m")
        self._closed(canvas, 0)
        return canvas

    def _judged(self, crossed: int = 0) -> Canvas:
        """Draw the verdict, and the first lost dice crossed."""
        canvas = self._counted(len(self.still.seats), self.still.found)
        self.still.compared(canvas, self.still.found, GOLD, INK)
        for number in range(crossed):
            self.still.losers(canvas, number)
        return canvas

    def _fits(self, row: int) -> int:
        return matching(self.still.seats[row][1], self.still.bid.face)

    def _closed(self, canvas: Canvas, first: int) -> None:
        """Draw the rows from that one on: open dice, and cups with the number of the others."""
        for row, (_, dice) in enumerate(self.still.seats[first:], first):
            self._plain(canvas, row, dice[: self.open[row]])
            if under := len(dice) - self.open[row]:
                x, y = self.still.place(row, self.open[row])
                canvas.put(cup(under, self._cup), x - 4, y + self.still.size - self._cup)

    @property
    def _cup(self) -> int:
        return max(60, self.still.size + 6)

    def _plain(self, canvas: Canvas, row: int, dice: Dice) -> None:
        for at, face in enumerate(dice):
            canvas.put(die(face, self.still.size), *self.still.place(row, at))

    def _counted(self, rows: int, found: int, left_out: int = 0) -> Canvas:
        """Draw the table with the first rows judged, that number left out, the others closed."""
        canvas = self.still.ground()
        for row, (_, dice) in enumerate(self.still.seats[:rows]):
            self.still.judged(canvas, row, dice, glow=False)
            self.still.counted(canvas, row, self._fits(row))
        self._closed(canvas, rows + left_out)
        self.still.compared(canvas, found, _DISC, WHITE)
        return canvas

    def _lift(self, row: int, found: int) -> Iterator[Shot]:
        """Show a cup that tilts away, and dice that roll to their places."""
        if self.open[row] < len(self.still.seats[row][1]):
            yield 80, partial(self._tilting, row, found, rolling=True)
            yield 90, partial(self._tilting, row, found, rolling=False)

    def _tilting(self, row: int, found: int, *, rolling: bool) -> Canvas:
        canvas, size = self._counted(row, found, 1), self.still.size
        dice, opened = self.still.seats[row][1], self.open[row]
        self._plain(canvas, row, dice[:opened])
        x, y = self.still.place(row, opened)
        piece = tilted(cup(len(dice) - opened, self._cup), _TILT)
        middle = x + self._cup / 2 - 4, y + size - self._cup / 2
        if rolling:
            for at, face in enumerate(dice[opened:]):
                canvas.put(die(face, size), x + 22 * at, y)
            canvas.mid(piece, middle[0] + 8, middle[1] - 14)
        else:
            self._plain(canvas, row, dice)
            canvas.mid(faded(piece, 0.45), middle[0] + 10, middle[1] - 24)
        return canvas

    def _last(self, found: int) -> Iterator[Shot]:
        """Count the last seat's dice one by one."""
        dice = self.still.seats[-1][1]
        fits = [at for at, face in enumerate(dice) if matching((face,), self.still.bid.face)]
        steps = min(_ONE_BY_ONE, len(fits))
        yield 330, partial(self._counting, found)
        for step in range(1, steps + 1):
            upto = len(fits) * step // steps
            judged = fits[upto - 1] + 1 if step < steps else len(dice)
            yield 250, partial(self._counting, found, upto, judged)

    def _counting(self, found: int, upto: int = 0, judged: int = 0) -> Canvas:
        """Draw the last seat's first dice judged, and its count so far."""
        row, still = len(self.still.seats) - 1, self.still
        dice, canvas = still.seats[row][1], self._counted(row, found + upto, 1)
        if judged:
            still.judged(canvas, row, dice[:judged], glow=False)
        for at in range(judged, len(dice)):
            canvas.put(die(dice[at], still.size), *still.place(row, at))
        if judged:
            still.counted(canvas, row, upto)
        return canvas
