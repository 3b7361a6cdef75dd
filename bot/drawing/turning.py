"""The turning point of a match, and two moves of a review side by side. Each game draws its own.

The end shows a turning point to one player. A review shows the move made in coral, a better one in
gold, each around the middle of its frame.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar

from ..words.speech import Speech
from . import icons
from .boxes import Box, column, label, piece, pill, plate, row
from .canvas import arrow, disc
from .colours import CORAL, GOLD, INK, WHITE, Colour, Theme, mixed
from .icons import icon
from .pen import Sprite
from .picture import Described

M = TypeVar("M")

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
    chapter: tuple[int, int],
    sign: Sprite,
    number: str,
    *boxes: Box,
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


_HIGH, _WIDE = 182, 384
"""The size of a move's frame. The move has 380 × 100."""


class TwoMoves(Described, Generic[M]):
    """A decision of a review: the position, and both moves below it.

    `cost`: the loss by the move made, in percent of the win.
    """

    played: M
    better: M
    cost: int

    @abstractmethod
    def position(self) -> Box:
        """Return the position, 844 pixels wide."""

    @abstractmethod
    def position_alt(self, t: Speech) -> Iterable[str]:
        """Return the position in sentences."""

    @abstractmethod
    def move(self, move: M) -> Box:
        """Return a move."""

    @abstractmethod
    def move_alt(self, move: M, t: Speech) -> str:
        """Return a move in words."""

    def box(self) -> Box:
        """Return the position, and both moves in frames, with the loss under the first one."""
        played, better = self.move(self.played), self.move(self.better)
        sign, number = piece(icon(icons.crown, 42, INK)), label(f"−{self.cost} %", 42, INK)
        lost = pill(58, CORAL, sign, number, gap=7)
        mine = column(played.within(_WIDE, _HIGH - 68), lost).pad(bottom=10)
        first = mine.on(plate(_WIDE, _HIGH, 26, self.theme.active, CORAL, 6))
        second = better.on(plate(_WIDE, _HIGH, 26, self.theme.active, GOLD, 6, glow=True))
        both = row(first, piece(arrow(56, 44, 13, WHITE)), second, gap=10)
        return column(self.position(), both, gap=14)

    def said(self, t: Speech) -> Iterator[str]:
        """Yield both moves with the loss, and the position."""
        yield t("You played, in coral: {turn}.", turn=self.move_alt(self.played, t))
        yield t("It cost about {n} % of the win.", n=self.cost)
        yield t("Better, in gold: {turn}.", turn=self.move_alt(self.better, t))
        yield from self.position_alt(t)
