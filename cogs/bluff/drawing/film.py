"""The film of a challenge: cups lifted seat by seat while the count runs up, and what is lost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from bot.drawing.canvas import Canvas
from bot.drawing.colours import GOLD, INK, WHITE, mixed
from bot.drawing.film import Shot, Stilled, tilted
from bot.drawing.pen import faded
from games.bluff.state import Dice, matching

from .pictures import Count
from .pieces import FELT, cup, die

_DISC = mixed(WHITE, FELT.ground, 0.12)
_TILT = -16.0
_Box = tuple[int, int, int, int]
_ONE_BY_ONE = 4
"""The last seat's dice are counted one by one, in at most this number of steps."""


@dataclass(frozen=True, slots=True)
class Lifted(Stilled):
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
        judged = cache(self._judged)
        yield 450, judged
        if len(still.lost) == 1:
            for crossed, milliseconds in enumerate((260, 160)[: still.lost[0][1]], 1):
                yield milliseconds, partial(self._crossed, judged, crossed)

    def _asked(self) -> Canvas:
        """Draw the question: how many there are under the cups."""
        canvas, quiet = self.still.ground(), FELT.quiet
        canvas.box(293, 430, 104, 104, 52, None, quiet, 4, dashed=True)
        canvas.text(345, 482, "?", 68, quiet, "m")
        self._closed(canvas, 0)
        return canvas

    def _judged(self) -> Canvas:
        canvas = self._counted(len(self.still.seats), self.still.found)
        self.still.compared(canvas, self.still.found, GOLD, INK)
        return canvas

    def _crossed(self, judged: Callable[[], Canvas], crossed: int) -> Canvas:
        canvas = judged().copy()
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

    def _counted(self, rows: int, found: int) -> Canvas:
        """Draw the table with the first rows judged and the others closed."""
        canvas = self.still.ground()
        for row, (_, dice) in enumerate(self.still.seats[:rows]):
            self.still.judged(canvas, row, dice, glow=False)
            self.still.counted(canvas, row, self._fits(row))
        self._closed(canvas, rows)
        self.still.compared(canvas, found, _DISC, WHITE)
        return canvas

    def _opened(self, row: int, found: int, dice: Dice) -> Canvas:
        """Draw the rows before one counted, and that one with these dice in its cup's place."""
        canvas = self._counted(row, found)
        _clear(canvas, self.still.ground(), self._box(row))
        self._plain(canvas, row, dice)
        return canvas

    def _box(self, row: int) -> _Box:
        top = round(self.still.middle(row) - (self.still.step - 8) / 2)
        return 18, top, 862, top + self.still.step - 8

    def _lift(self, row: int, found: int) -> Iterator[Shot]:
        """Show a cup that tilts away, and dice that roll to their places."""
        dice, opened = self.still.seats[row][1], self.open[row]
        if opened < len(dice):
            begun = cache(partial(self._opened, row, found, dice[:opened]))
            yield 80, partial(self._tilting, begun, row, rolling=True)
            yield 90, partial(self._tilting, begun, row, rolling=False)

    def _tilting(self, begun: Callable[[], Canvas], row: int, *, rolling: bool) -> Canvas:
        canvas, size = begun().copy(), self.still.size
        dice, opened = self.still.seats[row][1], self.open[row]
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
        row, still = len(self.still.seats) - 1, self.still
        dice = still.seats[row][1]
        begun, ground = cache(partial(self._opened, row, found, dice)), cache(still.ground)
        yield 330, begun
        fits = [at for at, face in enumerate(dice) if matching((face,), still.bid.face)]
        steps = min(_ONE_BY_ONE, len(fits))
        for step in range(1, steps + 1):
            upto = len(fits) * step // steps
            last = fits[upto - 1] + 1 if step < steps else len(dice)
            yield 250, partial(self._counting, begun, ground, found, upto, last)

    def _counting(
        self,
        begun: Callable[[], Canvas],
        ground: Callable[[], Canvas],
        found: int,
        upto: int,
        last: int,
    ) -> Canvas:
        """Draw the last seat's first dice judged, up to one, with the count so far."""
        canvas, still, row = begun().copy(), self.still, len(self.still.seats) - 1
        dice = still.seats[row][1]
        _clear(canvas, ground(), self._box(row))
        still.judged(canvas, row, dice[:last], glow=False)
        for at in range(last, len(dice)):
            canvas.put(die(dice[at], still.size), *still.place(row, at))
        still.counted(canvas, row, upto)
        _clear(canvas, ground(), (18, 422, 862, 542))
        still.compared(canvas, found + upto, _DISC, WHITE)
        return canvas


def _clear(canvas: Canvas, ground: Canvas, box: _Box) -> None:
    canvas.image.paste(ground.image.crop(box), box[:2])
