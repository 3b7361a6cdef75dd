"""The card of a daily deal: the own marks in order, and the results of all who played."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..words.speech import Speech, listed
from . import emblems, words
from .canvas import Canvas, Panel, pointer
from .colours import CORAL, GOLD, INK, WHITE, Colour, Felt, mixed
from .kit import kit
from .pen import Pen, Sprite
from .picture import text

HEAPS = 10
"""Largest number of heaps."""
_SIGN = "戦"
_ROWS = 2
_MARKS = (312, 166, 530, 154)
"""The area of the marks: left, top, width and height."""
_GAP = 10
_FOOT, _TALLEST, _LEAST = 520, 126, 12
_LEFT, _STEP, _WIDE = 42, 50, 42
_SIZES = (120, 100, 84, 66)


@dataclass(frozen=True, slots=True)
class Heap:
    """A number of players with scores from `best` to `worst`."""

    best: int
    worst: int
    players: int


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A finished try at a daily deal. It shows costs and no pieces, so it spoils nothing.

    marks: the costs of the decisions in order. heaps: all players by score, the worst first.
    place: the own place among them, shared by equal scores. better: the share of the others with a
    worse score in percent (None: too few played).
    """

    game: str
    number: int
    score: int
    marks: tuple[int, ...]
    heaps: tuple[Heap, ...]
    place: int
    better: int | None = None

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw the number above, the score with its marks, the heaps with the own one in gold."""
        felt = self.felt
        panels = [
            Panel(18, 18, 844, 118, 26, felt.panel),
            Panel(18, 150, 844, 190, 26, felt.panel),
            Panel(18, 354, 844, 188, 26, felt.well),
        ]
        canvas = Canvas(felt, panels)
        canvas.box(30, 28, 98, 98, 26, GOLD)
        sign = _SIGN if words.printable(_SIGN, "black") else "S"
        canvas.text(79, 77, sign, 78, INK, "m")
        canvas.text(154, 77, str(self.number), 82)
        for n, piece in enumerate(emblems.trio(self.game)):
            canvas.mid(piece, 605 + 98 * n, 77)
        self._score(canvas)
        self._marked(canvas)
        self._heaps(canvas)
        return canvas

    def _score(self, canvas: Canvas) -> None:
        parts, room = kit(self.game).score_parts(self.score), _MARKS[0] - 54
        size = next((s for s in _SIZES if emblems.measure(parts, s) <= room), _SIZES[-1])
        emblems.score(canvas, 18 + room / 2 + 10, 245, parts, size)

    def _marked(self, canvas: Canvas) -> None:
        """Draw a tick for each free decision, and the cost of each other one."""
        left, top, wide, high = _MARKS
        columns = -(-len(self.marks) // _ROWS) or 1
        w = (wide - _GAP * (columns - 1)) // columns
        h = (high - _GAP * (_ROWS - 1)) // _ROWS
        for n, cost in enumerate(self.marks):
            row, column = divmod(n, columns)
            x, y = left + column * (w + _GAP), top + row * (h + _GAP)
            canvas.box(x, y, w, h, 16, CORAL if cost else self.felt.active)
            if cost:
                canvas.text(x + w / 2, y + h / 2, str(cost), 48, INK, "m")
            else:
                canvas.mid(_tick(min(40, w - 8), WHITE), x + w / 2, y + h / 2)

    def _heaps(self, canvas: Canvas) -> None:
        most, own = max((heap.players for heap in self.heaps), default=0), self.own
        for n, heap in enumerate(self.heaps):
            x = _LEFT + n * _STEP
            high = _LEAST + round((_TALLEST - _LEAST) * heap.players / max(1, most))
            share = 0.5 if n < own else 0.22
            fill = GOLD if n == own else mixed(WHITE, self.felt.well, share)
            canvas.box(x, _FOOT - high, _WIDE, high, 8, fill)
            if n == own:
                canvas.mid(pointer(30, 20, GOLD, "down"), x + _WIDE / 2, _FOOT - high - 18)
        if self.better is not None:
            canvas.text(704, 448, f"{self.better} %", 100, GOLD, "m")
        else:
            canvas.text(704, 448, f"{self.place}/{self.players}", 92, GOLD, "m")

    @property
    def own(self) -> int:
        """The number of the own heap."""
        found = (n for n, heap in enumerate(self.heaps) if heap.best <= self.score <= heap.worst)
        return next(found, 0)

    @property
    def players(self) -> int:
        """The number of all who played."""
        return sum(heap.players for heap in self.heaps)

    def compared(self, t: Speech) -> str:
        """Return the comparison with the others in words."""
        if self.better is not None:
            return t("Better than {percent} % of those who played.", percent=self.better)
        return t("Place {place} of {players} so far.", place=self.place, players=self.players)

    def told(self, t: Speech) -> str:
        """Return the result, the comparison, and the decisions that cost something."""
        score = kit(self.game).score_text(self.score, t)
        said = [t("Daily deal {number}: {score}.", number=self.number, score=score)]
        said.append(self.compared(t))
        dear = [
            t("{n}: {score}", n=n, score=kit(self.game).score_text(cost, t))
            for n, cost in enumerate(self.marks, 1)
            if cost
        ]
        if dear:
            told = t("Moves with a cost: {list}. The others cost nothing.", list=listed(dear, t))
            said.append(told)
        else:
            said.append(t("No move cost anything."))
        return text(said, t)


def heaps(scores: Mapping[int, int]) -> tuple[Heap, ...]:
    """Return the players by score as at most `HEAPS` heaps of one width, the worst first."""
    if not scores:
        return ()
    low, high = min(scores), max(scores)
    wide = -(-(high - low + 1) // HEAPS)
    found = []
    for best in range(low, high + 1, wide):
        worst = best + wide - 1
        players = sum(n for score, n in scores.items() if best <= score <= worst)
        found.append(Heap(best, worst, players))
    return tuple(reversed(found))


@lru_cache(maxsize=16)
def _tick(size: int, fill: Colour) -> Sprite:
    pen = Pen(size, size, 2)
    points = [(size * 0.08, size * 0.55), (size * 0.38, size * 0.84), (size * 0.94, size * 0.2)]
    pen.line(points, fill, size * 0.15)
    return pen.done()
