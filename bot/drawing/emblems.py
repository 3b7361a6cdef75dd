"""Emblems, fans and scores of games, drawn from their kits."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageFilter

from . import words
from .canvas import Canvas
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


@lru_cache(maxsize=16)
def faded(game: str, size: int) -> Sprite:
    """Return the sign as a faint ornament."""
    whole = emblem(game, size)
    return Sprite(whole.rgb, whole.mask.point(lambda a: round(a * _FADED)), whole.out)


@lru_cache(maxsize=8)
def trio(game: str) -> tuple[Sprite, ...]:
    """Return three pieces of a game, upright and small, or none."""
    return tuple(kit(game).trio())


@lru_cache(maxsize=8)
def fan(game: str) -> Sprite:
    """Return five pieces of a game as a fan, or its emblem if it has no pieces."""
    w, h = _SHEET
    sheet = Image.new("RGBA", (w * FAN_SCALE, h * FAN_SCALE))
    pieces = kit(game).fan() or [emblem(game, _EMBLEM * FAN_SCALE)]
    arc = _ARC if len(pieces) > 1 else ((0, 14, 0),)
    for piece, (dx, dy, angle) in zip(pieces, arc, strict=True):
        laid = _turned(piece, angle)
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


def measure(parts: Sequence[Part], size: int) -> int:
    """Return the width of a score in pixels."""
    icon = round(size * 0.95)
    wide = sum(words.width(text, size) + (icon + 10 if sign else 0) for sign, text in parts)
    return wide + 24 * (len(parts) - 1)


def score(
    canvas: Canvas,
    x: float,
    y: float,
    parts: Sequence[Part],
    size: int,
    fill: Colour = WHITE,
    *,
    middle: bool = True,
) -> float:
    """Draw a score around a point, or to its right. Return where it ends."""
    icon = round(size * 0.95)
    x -= measure(parts, size) / 2 if middle else 0
    for sign, text in parts:
        if sign is not None:
            canvas.mid(sign(icon), x + icon / 2, y)
            x += icon + 10
        x += canvas.text(x, y, text, size, fill) + 24
    return x - 24
