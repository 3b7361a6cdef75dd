"""Two moves of a review's moment side by side: the one made in coral, a better one in gold.

A game draws each move around the middle of its frame.
"""

from functools import lru_cache

from ..words.speech import Speech
from . import icons, words
from .canvas import Canvas, arrow
from .colours import CORAL, GOLD, INK, WHITE
from .pen import Pen, Point, Sprite

HIGH = 182
"""The height of the frames. A move has 380 × 100."""

_MIDDLES, _WIDE, _PILL = (210, 670), 384, 58


@lru_cache(maxsize=2)
def _crown(size: int) -> Sprite:
    pen = Pen(size, size, 2)
    icons.crown(pen, size / 2, size / 2, size, INK)
    return pen.done()


def frames(canvas: Canvas, top: int, cost: int) -> tuple[Point, Point]:
    """Draw both frames, and under the first move its loss in percent of the win.

    Return the middles of the move made and of the better one.
    """
    ground, (first, second) = canvas.felt.active, _MIDDLES
    for x, edge in ((first, CORAL), (second, GOLD)):
        canvas.box(x - _WIDE // 2, top, _WIDE, HIGH, 26, ground, edge, 6, glow=edge == GOLD)
    canvas.mid(arrow(56, 44, 13, WHITE), 440, top + HIGH / 2)
    told = f"−{cost} %"
    wide = words.width(told, 42) + 86
    left = first - wide // 2
    canvas.box(left, top + HIGH - _PILL - 10, wide, _PILL, _PILL // 2, CORAL)
    y = top + HIGH - 10 - _PILL / 2
    canvas.mid(_crown(42), left + 40, y - 1)
    canvas.text(left + 68, y + 1, told, 42, INK)
    return (first, top + (HIGH - _PILL) / 2), (second, top + HIGH / 2)


def told(played: str, better: str, cost: int, t: Speech) -> list[str]:
    """Return both moves in words, with the loss."""
    return [
        t("You played, in coral: {turn}.", turn=played),
        t("It cost about {n} % of the win.", n=cost),
        t("Better, in gold: {turn}.", turn=better),
    ]
