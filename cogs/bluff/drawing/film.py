"""The film of a challenge: cups lifted seat by seat while the count runs up, and what is lost."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.drawing.canvas import Canvas
from bot.drawing.colours import GOLD, INK, WHITE, mixed
from bot.drawing.film import Stilled, tilted
from bot.drawing.pen import faded
from games.bluff.state import Dice, matching

from .pictures import Count
from .pieces import FELT, cup, die

_DISC = mixed(WHITE, FELT.ground, 0.12)
_TILT = -16.0
_ONE_BY_ONE = 4
"""The last seat's dice are counted one by one, in at most this number of steps."""


@dataclass(frozen=True, slots=True)
class Lifted(Stilled):
    """The film of a challenge. `open`: the dice of each row that lay open before, first ones."""

    still: Count
    open: tuple[int, ...]

    def canvases(self) -> Iterator[Canvas]:
        """Yield the canvases: cups, then seat by seat their dice, the verdict and the loss."""
        still = self.still
        canvas = still.ground()
        canvas.box(293, 430, 104, 104, 52, None, FELT.quiet, 4, dashed=True)
        canvas.text(345, 482, "?", 68, FELT.quiet, "m")
        self._closed(canvas, 0)
        yield canvas
        found, last = 0, len(still.seats) - 1
        for row in range(last + 1):
            yield from self._lift(row, found)
            if row < last:
                found += self._fits(row)
                yield self._counted(row + 1, found)
        yield from self._last(found)
        canvas = self._counted(last + 1, still.found)
        still.compared(canvas, still.found, GOLD, INK)
        yield canvas.copy()
        if len(still.lost) == 1:
            for crossed in range(min(2, still.lost[0][1])):
                still.losers(canvas, crossed)
                yield canvas.copy()

    def times(self) -> Iterator[int]:
        """Yield the milliseconds of the frames, except the last one's."""
        still = self.still
        yield 750
        for row, (_, dice) in enumerate(still.seats):
            yield from (80, 90) if self.open[row] < len(dice) else ()
            yield from (340,) if row < len(still.seats) - 1 else ()
        yield 330
        yield from [250] * min(_ONE_BY_ONE, self._fits(len(still.seats) - 1))
        yield 450
        if len(still.lost) == 1:
            yield from (260, 160)[: still.lost[0][1]]

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

    def _lift(self, row: int, found: int) -> Iterator[Canvas]:
        """Show a cup that tilts away, and dice that roll to their places."""
        dice, opened = self.still.seats[row][1], self.open[row]
        if opened == len(dice):
            return
        canvas = self._counted(row, found, 1)
        self._plain(canvas, row, dice[:opened])
        x, y = self.still.place(row, opened)
        rolling = canvas.copy()
        for at, face in enumerate(dice[opened:]):
            rolling.put(die(face, self.still.size), x + 22 * at, y)
        piece = tilted(cup(len(dice) - opened, self._cup), _TILT)
        middle = x + self._cup / 2 - 4, y + self.still.size - self._cup / 2
        rolling.mid(piece, middle[0] + 8, middle[1] - 14)
        yield rolling
        self._plain(canvas, row, dice)
        canvas.mid(faded(piece, 0.45), middle[0] + 10, middle[1] - 24)
        yield canvas

    def _last(self, found: int) -> Iterator[Canvas]:
        """Count the last seat's dice one by one."""
        row, still = len(self.still.seats) - 1, self.still
        dice = still.seats[row][1]
        canvas = self._counted(row, found, 1)
        self._plain(canvas, row, dice)
        yield canvas
        fits = [at for at, face in enumerate(dice) if matching((face,), still.bid.face)]
        steps = min(_ONE_BY_ONE, len(fits))
        for step in range(1, steps + 1):
            upto = len(fits) * step // steps
            shown = self._counted(row, found + upto, 1)
            last = fits[upto - 1] + 1 if step < steps else len(dice)
            still.judged(shown, row, dice[:last], glow=False)
            for at in range(last, len(dice)):
                shown.put(die(dice[at], still.size), *still.place(row, at))
            still.counted(shown, row, upto)
            yield shown
