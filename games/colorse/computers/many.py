"""COLORSE: boxes of many worlds at once.

A card is a number of bits: 1, 2, 4, 8 its colours, 16 a back, 32 a SPECIAL; an empty cell is 0.
Boxes have their six cells last. Of a card in the market or pack only the kind counts (`KINDS`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import BACK, COLOURS, PACK, SPECIAL, Card

Bits = NDArray[np.uint8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]

KINDS: tuple[Card, ...] = tuple(dict.fromkeys(PACK))
ANY = len(KINDS)
"""The kind of an unknown card."""

_COLOUR, _BACK, _SPECIAL = 15, 16, 32


def bits(card: Card | None) -> int:
    """A card in a box, or one of the pack."""
    if card is None:
        return 0
    if card == BACK:
        return _BACK
    special = _SPECIAL if card.startswith(SPECIAL) else 0
    return special + sum(1 << n for n, colour in enumerate(COLOURS) if colour in card)


BITS: Bits = np.array([bits(kind) for kind in KINDS] + [0], np.uint8)
SPECIALS = KINDS.index(SPECIAL)
PACKED: Floats = np.array([PACK.count(kind) for kind in KINDS], np.float32)
"""The number of cards of each kind."""

_NEAR = np.zeros((6, 6), np.bool_)
for _a, _b in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)):
    _NEAR[_a, _b] = _NEAR[_b, _a] = True
_AT = np.eye(6, dtype=np.uint8)

FITS: Floats = np.array(
    [
        [
            float(colours != _COLOUR if n == SPECIALS else not (colours & int(BITS[n])))
            for n in range(ANY)
        ]
        for colours in range(16)
    ],
    np.float32,
)
"""True if a card of a kind stays beside a set of colours."""


def _paint(now: int, later: int) -> int:
    """A colour that stays, rather one that the cell after it has beside it anyway."""
    free = [1 << n for n in range(4) if not now >> n & 1] or [1]
    return _SPECIAL + next((colour for colour in free if colour & later), free[0])


_PAINTS: Bits = np.array([[_paint(a, b) for b in range(16)] for a in range(16)], np.uint8)


def place(boxes: Bits, cards: Bits) -> Bits:
    """Return the boxes with these cards placed. A full box stays as it is."""
    empty = boxes == 0
    free = empty.any(-1)
    cell = empty.argmax(-1)
    touching = _NEAR[cell] & ((boxes & (cards & _COLOUR)[..., None]) != 0) & free[..., None]
    stays = free & ~touching.any(-1)
    after = np.where(touching, np.uint8(0), boxes)
    placed: Bits = after | (_AT[cell] * (cards * stays)[..., None])
    return placed


def put(boxes: Bits, kinds: Ints) -> Bits:
    """The boxes with a card of these kinds placed, a SPECIAL in a colour that suits."""
    cards = BITS[kinds]
    special = kinds == SPECIALS
    if special.any():
        beside = cells_beside(boxes, 2)
        cards = np.where(special, _PAINTS[beside[0], beside[1]], cards)
    return place(boxes, cards)


def lose(boxes: Bits) -> Bits:
    """The boxes without their last card."""
    there = boxes != 0
    last = 5 - there[..., ::-1].argmax(-1)
    lost: Bits = boxes * (1 - _AT[last])
    return lost


def cells_beside(boxes: Bits, cells: int) -> list[Bits]:
    """Return the colours beside each of the first empty cells, 0 where there are fewer cells."""
    x = [boxes[..., n] for n in range(6)]
    near = np.stack(
        [
            x[1] | x[3],
            x[0] | x[2] | x[4],
            x[1] | x[5],
            x[0] | x[4],
            x[1] | x[3] | x[5],
            x[2] | x[4],
        ],
        -1,
    )
    near &= _COLOUR
    empty = boxes == 0
    order = empty.cumsum(-1, dtype=np.uint8) * empty
    return [(near * (order == n + 1)).max(-1) for n in range(cells)]


OF_SEAT = 17
"""The number of traits of a box."""

_COLOURS_OF = np.array([bin(n & _COLOUR).count("1") for n in range(64)], np.float32)


def chances(unseen: Floats) -> Floats:
    """Return the chance that an unseen card stays beside each set of colours.

    Kinds are the last axis.
    """
    total = np.maximum(unseen.sum(-1, keepdims=True), 1)
    fitting: Floats = (unseen / total) @ FITS.T
    return fitting


def traits(boxes: Bits, ups: Ints, unseen: Floats) -> Floats:
    """Return the traits of boxes.

    `boxes`: axes [deal, world, seat, cell]. `ups`: the market's open kinds, axes [deal, world,
    place], `ANY` if unknown. `unseen`: the number of cards of each kind, axes [deal, kind].
    """
    deals = len(boxes)
    shape = boxes.shape[:3]
    chance = chances(unseen)
    there = boxes != 0
    held = there.sum(-1)
    beside = cells_beside(boxes, 3)

    def fitting(colours: Any) -> Any:
        flat = colours.reshape(deals, -1).astype(np.int64)
        return np.take_along_axis(chance, flat, 1).reshape(shape)

    first, second, third = (fitting(colours) for colours in beside)
    shown = [
        np.where(
            ups[..., None, n] == ANY, first, FITS[beside[0], np.minimum(ups[..., None, n], ANY - 1)]
        )
        for n in range(2)
    ]
    some = 1 - (1 - shown[0]) * (1 - shown[1])
    last = there * np.arange(1, 7)
    out = np.empty((*shape, OF_SEAT), np.float32)
    for n in range(6):
        out[..., n] = held == n
    out[..., 6] = first
    out[..., 7] = second
    out[..., 8] = third
    out[..., 9] = some
    out[..., 10] = shown[0] + shown[1]
    out[..., 11] = (held == 5) * some
    out[..., 12] = (held == 4) * some * second
    out[..., 13] = _COLOURS_OF[boxes].sum(-1) / 6
    out[..., 14] = boxes[..., 0] == _BACK
    out[..., 15] = last.max(-1) - held
    out[..., 16] = _COLOURS_OF[beside[0]] / 4
    return out
