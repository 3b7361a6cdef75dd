"""The turning point of a match, as the end shows it to one player. Each game draws its own."""

from collections.abc import Callable
from typing import Protocol

from ..words.speech import Speech
from . import words
from .canvas import Canvas, disc
from .colours import CORAL, GOLD, INK, WHITE, Colour, mixed
from .pen import Sprite

WELL = (374, 188)
"""Width and height of the place that a turning point is drawn in."""
_DISC, _FOOT = 46, 150
_FEW = 4


class Turning(Protocol):
    """A description, hashable: equal ones are drawn to the same bytes."""

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw it in a well with its top left corner there."""

    def told(self, t: Speech) -> str:
        """Return all that the drawing says, in a sentence."""

    def brief(self, t: Speech) -> str:
        """Return it in a few words, printed after the player's own score."""


def foot(
    canvas: Canvas,
    x: int,
    y: int,
    chapter: tuple[int, int],
    sign: Callable[[int], Sprite],
    number: str,
    *,
    gain: bool = False,
) -> None:
    """Draw the lower line of a well: the chapter among all, and the change with its sign.

    A loss is coral, a gain gold.
    """
    loud = GOLD if gain else CORAL
    _chapters(canvas, x + 16, y + _FOOT, *chapter, loud)
    wide = words.width(number, 40) + 70
    left = x + WELL[0] - 10 - wide
    canvas.box(left, y + _FOOT - 27, wide, 54, 27, loud)
    canvas.mid(sign(42), left + 33, y + _FOOT)
    canvas.text(left + 58, y + _FOOT, number, 40, INK)


def _chapters(canvas: Canvas, x: int, y: int, number: int, count: int, loud: Colour) -> None:
    """Draw a disc for each of a few chapters, else one, with the number of all beside it."""
    felt = canvas.felt
    quiet, pale = mixed(WHITE, felt.ground, 0.12), mixed(WHITE, felt.ground, 0.75)
    few = count <= _FEW
    for at, one in enumerate(range(1, count + 1) if few else [number]):
        fill, ink = (loud, INK) if one == number else (quiet, pale)
        middle = x + _DISC / 2 + (_DISC + 4) * at
        canvas.mid(disc(_DISC, fill), middle, y)
        canvas.text(middle, y, str(one), 40 if one < 10 else 34, ink, "m")
    if not few:
        canvas.text(x + _DISC + 8, y, f"/ {count}", 40, pale)
