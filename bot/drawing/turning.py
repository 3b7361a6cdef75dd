"""The turning point of a match, and two moves of a review side by side. Each game draws its own.

The end shows a turning point to one player. A review shows the move made in coral, a better one in
gold, each around the middle of its frame.
"""

from typing import Protocol

from ..words.speech import Speech
from . import icons
from .boxes import Box, column, label, piece, pill, plate, row
from .canvas import arrow, disc
from .colours import CORAL, GOLD, INK, WHITE, Colour, Theme, mixed
from .icons import icon
from .pen import Sprite

WELL = (374, 188)
"""Width and height of the place that a turning point is drawn in."""
SIGN = 42
"""Size of the sign of its change."""
_DISC, _FEW = 46, 4


class Turning(Protocol):
    """A description, hashable: equal ones are drawn to the same bytes."""

    def box(self) -> Box:
        """Return the drawing, to stand in a well."""

    def alt(self, t: Speech) -> str:
        """Return all that the drawing says, in a sentence."""

    def brief(self, t: Speech) -> str:
        """Return it in a few words, printed after the player's own score."""


_INSIDE = 348


def well(
    theme: Theme,
    *boxes: Box,
    chapter: tuple[int, int],
    sign: Sprite,
    number: str,
    gain: bool = False,
) -> Box:
    """Return boxes above the chapter among all, and the change with its sign.

    A loss is coral, a gain gold.
    """
    loud = GOLD if gain else CORAL
    change = pill(54, loud, piece(sign), label(number, 40, INK), gap=4)
    below = row(_chapters(theme, *chapter, loud), change, w=_INSIDE + 6)
    above = row(*boxes, w=_INSIDE) if len(boxes) > 1 else boxes[0]
    return column(above.within(_INSIDE, 117), below).within(*WELL)


def _chapters(theme: Theme, number: int, count: int, loud: Colour) -> Box:
    """Return a disc for each of a few chapters, else one, with the number of all beside it."""
    quiet, pale = mixed(WHITE, theme.ground, 0.12), mixed(WHITE, theme.ground, 0.75)
    few, discs = count <= _FEW, list[Box]()
    for one in range(1, count + 1) if few else [number]:
        fill, ink = (loud, INK) if one == number else (quiet, pale)
        discs.append(label(str(one), 40 if one < 10 else 34, ink).on(piece(disc(_DISC, fill))))
    rest = [] if few else [label(f"/ {count}", 40, pale)]
    return row(*discs, *rest, gap=4 if few else 8)


HIGH = 182
"""The height of the frames. A move has 380 × 100."""

_WIDE = 384


def moves(theme: Theme, played: Box, better: Box, cost: int) -> Box:
    """Return both moves in frames, and under the first one its loss in percent of the win."""
    lost = pill(58, CORAL, piece(icon(icons.crown, 42, INK)), label(f"−{cost} %", 42, INK), gap=7)
    mine = column(played.within(_WIDE, HIGH - 68), lost).pad(bottom=10)
    first = mine.on(plate(_WIDE, HIGH, 26, theme.active, CORAL, 6))
    second = better.on(plate(_WIDE, HIGH, 26, theme.active, GOLD, 6, glow=True))
    return row(first, piece(arrow(56, 44, 13, WHITE)), second, gap=10)


def alt(played: str, better: str, cost: int, t: Speech) -> list[str]:
    """Return both moves in words, with the loss."""
    return [
        t("You played, in coral: {turn}.", turn=played),
        t("It cost about {n} % of the win.", n=cost),
        t("Better, in gold: {turn}.", turn=better),
    ]
