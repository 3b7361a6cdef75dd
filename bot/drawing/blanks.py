"""Pieces made from kept blanks, with a number written or a sign laid on them.

A pen draws sixteen times the pixels of a piece. A blank is drawn by pen once for all its pieces.
"""

from functools import lru_cache

from . import words
from .colours import Colour
from .pen import Sprite, shares


def lettered(
    blank: Sprite,
    x: float,
    y: float,
    text: str,
    size: float,
    fill: Colour,
    anchor: words.Anchor = "m",
) -> Sprite:
    """Return a copy of a piece with a text on it. The place must be opaque."""
    rgb = blank.rgb.copy()
    words.write(rgb, x + blank.out, y + blank.out, text, size, fill, anchor, "black")
    return Sprite(rgb, blank.mask, blank.out)


def inlaid(blank: Sprite, piece: Sprite, x: float, y: float) -> Sprite:
    """Return a copy of a piece with another one around a point. The place must be opaque."""
    rgb, (w, h) = blank.rgb.copy(), piece.mask.size
    rgb.paste(piece.rgb, (round(x + blank.out - w / 2), round(y + blank.out - h / 2)), piece.mask)
    return Sprite(rgb, blank.mask, blank.out)


@lru_cache(maxsize=256)
def faded(sprite: Sprite, share: float) -> Sprite:
    """Return a piece with a share (0–1) of its opacity."""
    return Sprite(sprite.rgb, sprite.mask.point(shares(share)), sprite.out)
