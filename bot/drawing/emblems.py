"""Emblems, fans and scores of games, drawn from their kits."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageFilter

from . import pen
from .boxes import Box, label, piece, row
from .colours import WHITE, Colour
from .kit import FAN_SCALE, Part, kit
from .pen import Sprite

FAN = (480, 149)
"""Width and height of a fan."""
# The same where the pieces have their own size.
_SHEET = (844, 262)
_FADED = 0.3
# Offsets from the middle and degrees of the five pieces.
_ARC = ((-272, 40, 20), (-138, 10, 10), (0, 0, 0), (138, 10, -10), (272, 40, -20))
_EMBLEM = 150
_SHADOW_DOWN, _SHADOW_BLUR, _SHADOW = 10, 9, 0.4


@lru_cache(maxsize=32)
def emblem(game: str, size: int) -> Sprite:
    """Return a game's sign."""
    return kit(game).emblem(size)


def faded(game: str, size: int) -> Box:
    """Return the sign as a faint ornament."""
    return piece(pen.faded(emblem(game, size), _FADED))


@lru_cache(maxsize=8)
def fan(game: str) -> Sprite:
    """Return five pieces of a game as a fan, or its emblem if it has no pieces."""
    w, h = _SHEET
    sheet = Image.new("RGBA", (w * FAN_SCALE, h * FAN_SCALE))
    pieces = kit(game).fan() or [emblem(game, _EMBLEM * FAN_SCALE)]
    arc = _ARC if len(pieces) > 1 else ((0, 14, 0),)
    for one, (dx, dy, angle) in zip(pieces, arc, strict=True):
        laid = _turned(one, angle)
        x = round((w / 2 + dx) * FAN_SCALE - laid.width / 2)
        y = round((h / 2 - 14 + dy) * FAN_SCALE - laid.height / 2)
        sheet.alpha_composite(laid, (x, y))
    small = sheet.resize(FAN, Image.Resampling.LANCZOS)
    return Sprite(small.convert("RGB"), small.getchannel("A"), 0)


def _turned(piece: Sprite, angle: int) -> Image.Image:
    """Return a piece turned to the left by some degrees, with its shadow below it."""
    face = piece.rgb.convert("RGBA")
    face.putalpha(piece.mask)
    face = face.rotate(angle, Image.Resampling.BICUBIC, expand=True)
    room = _SHADOW_DOWN + 2 * _SHADOW_BLUR
    size = (face.width + 2 * room, face.height + 2 * room)
    under = Image.new("L", size)
    under.paste(face.getchannel("A"), (room, room + _SHADOW_DOWN))
    under = under.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
    whole = Image.new("RGBA", size)
    whole.putalpha(under.point(lambda a: round(a * _SHADOW)))
    whole.alpha_composite(face, (room, room))
    return whole


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
