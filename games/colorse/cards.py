"""The cards, boxes and signs of COLORSE.

A card is its text: `R`, `RB`, `S`, `S:R` once coloured, `##` for a back. A box is its six cells
in the order they are filled: bottom left, middle, right, then the top row.
"""

from itertools import combinations
from typing import Literal, NamedTuple

Card = str
Box = tuple[Card | None, ...]
Sign = Literal["do", "zof", "rau"]

COLOURS = "RGBY"
SIGNS: tuple[Sign, ...] = ("do", "zof", "rau")
SPECIAL = "S"
BACK = "##"
PACK: tuple[Card, ...] = (
    *(colour for colour in COLOURS for _ in range(8)),
    *("".join(pair) for pair in combinations(COLOURS, 2) for _ in range(2)),
    *(SPECIAL,) * 4,
)
_CELLS = 6
_COLUMNS = 3
DOWN = 2  # the market's face-down place
EMPTY: Box = (None,) * _CELLS


def colours(card: Card) -> frozenset[str]:
    """The colours a card shows: none for a back or a SPECIAL not yet coloured."""
    return frozenset(card) & frozenset(COLOURS)


def coloured(card: Card, colour: str | None) -> Card:
    """A card as it is placed: a SPECIAL with its colour."""
    return card if colour is None else f"{card}:{colour}"


class Fall(NamedTuple):
    """A placed card: its cell, the cells that vanish (its own first, or none), and the box."""

    cell: int
    vanished: tuple[int, ...]
    box: Box


def fall(box: Box, card: Card) -> Fall:
    """Place a card in the first empty cell (rules: "Placing")."""
    cell = box.index(None)
    placed = (*box[:cell], card, *box[cell + 1 :])
    around = [cell - _COLUMNS, cell + _COLUMNS]
    around += [n for n in (cell - 1, cell + 1) if n // _COLUMNS == cell // _COLUMNS]
    touching = [
        n for n in sorted(around) if 0 <= n < _CELLS and colours(placed[n] or "") & colours(card)
    ]
    if not touching:
        return Fall(cell, (), placed)
    gone = (cell, *touching)
    return Fall(cell, gone, tuple(None if n in gone else c for n, c in enumerate(placed)))


def count(box: Box) -> int:
    """The cards in a box, backs too."""
    return _CELLS - box.count(None)
