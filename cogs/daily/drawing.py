"""The card of a daily deal: the score, and the own marks in order."""

from dataclasses import dataclass
from functools import lru_cache

from bot.drawing import emblems, words
from bot.drawing.canvas import Canvas, Panel
from bot.drawing.colours import CORAL, GOLD, INK, WHITE, Colour, Felt
from bot.drawing.kit import kit
from bot.drawing.pen import Pen, Sprite
from bot.drawing.picture import text
from bot.words.speech import Speech, listed

_SIGN = "戦"
_ROWS = 2
_MARKS = (330, 178, 512, 336)
"""The area of the marks: left, top, width and height."""
_GAP = 12
_SIZES = (120, 100, 84, 66)


@dataclass(frozen=True, slots=True)
class DailyCard:
    """A finished try at a daily deal. It shows costs and no pieces, so it spoils nothing.

    marks: the costs of the decisions in order.
    """

    game: str
    number: int
    score: int
    marks: tuple[int, ...]

    @property
    def felt(self) -> Felt:
        """The game's felt."""
        return kit(self.game).felt

    def draw(self) -> Canvas:
        """Draw the number above, and below it the score with its marks."""
        felt = self.felt
        panels = [Panel(18, 18, 844, 118, 26, felt.panel), Panel(18, 150, 844, 392, 26, felt.panel)]
        canvas = Canvas(felt, panels)
        canvas.box(30, 28, 98, 98, 26, GOLD)
        sign = _SIGN if words.printable(_SIGN, "black") else "S"
        canvas.text(79, 77, sign, 78, INK, "m")
        canvas.text(154, 77, str(self.number), 82)
        for n, piece in enumerate(emblems.trio(self.game)):
            canvas.mid(piece, 605 + 98 * n, 77)
        self._score(canvas)
        self._marked(canvas)
        return canvas

    def _score(self, canvas: Canvas) -> None:
        parts, room = kit(self.game).score_parts(self.score), _MARKS[0] - 54
        size = next((s for s in _SIZES if emblems.measure(parts, s) <= room), _SIZES[-1])
        emblems.score(canvas, 18 + room / 2 + 10, 346, parts, size)

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
                canvas.text(x + w / 2, y + h / 2, str(cost), 60, INK, "m")
            else:
                canvas.mid(_tick(min(52, w - 8), WHITE), x + w / 2, y + h / 2)

    def told(self, t: Speech) -> str:
        """Return the result, and the decisions that cost something."""
        score = kit(self.game).score_text(self.score, t)
        said = [t("Daily deal {number}: {score}.", number=self.number, score=score)]
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


@lru_cache(maxsize=16)
def _tick(size: int, fill: Colour) -> Sprite:
    pen = Pen(size, size, 2)
    points = [(size * 0.08, size * 0.55), (size * 0.38, size * 0.84), (size * 0.94, size * 0.2)]
    pen.line(points, fill, size * 0.15)
    return pen.done()
