"""Emblems, fans and scores of games, drawn from their kits."""

from collections.abc import Sequence
from functools import lru_cache

from . import pen
from .boxes import Box, label, piece, row
from .colours import WHITE, Colour
from .film import grown, tilted
from .kit import FAN_SCALE, Part, kit

# Offsets from the middle and degrees of the five pieces.
_ARC = ((-155, 15, 20), (-78, -2, 10), (0, -8, 0), (78, -2, -10), (155, 15, -20))
_EMBLEM, _SMALL = 150 * FAN_SCALE, 0.57


def faded(game: str, size: int) -> Box:
    """Return the sign as a faint ornament."""
    return piece(pen.faded(kit(game).emblem(size), 0.3))


def fan(game: str) -> Box:
    """Return five pieces of a game as a fan, or its emblem if it has no pieces."""
    pieces = kit(game).fan() or [kit(game).emblem(_EMBLEM)]
    box, arc = Box(480, 149), _ARC if len(pieces) > 1 else ((0, 0, 0),)
    for one, (dx, dy, angle) in zip(pieces, arc, strict=True):
        laid = piece(grown(tilted(one, angle), _SMALL / FAN_SCALE))
        box = box.put(laid, box.w / 2 + dx, box.h / 2 + dy)
    return box


@lru_cache(maxsize=256)
def score(parts: tuple[Part, ...], size: int, fill: Colour = WHITE) -> Box:
    """Return the numbers of a score, each behind its piece."""
    numbers = [
        row(*[piece(sign(round(size * 0.95)))] if sign else (), label(number, size, fill), gap=10)
        for sign, number in parts
    ]
    return row(*numbers, gap=24)


def fitting(parts: tuple[Part, ...], most: float, sizes: Sequence[int]) -> Box:
    """Return a score at the largest size that fits a width, or its first part at the last one."""
    sized = (score(parts, size) for size in sizes)
    return next((one for one in sized if one.w <= most), score(parts[:1], sizes[-1]))
