"""A pen for pieces. It draws large and returns a small drawing with soft edges.

Pillow's own shapes have hard edges. So the pen draws at four times the size and reduces once.
Texts have soft edges anyway. They are written on the small drawing, over all shapes.
Callers cache the result.
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from . import words
from .colours import BLACK, CLEAR, Colour, mixed

Point = tuple[float, float]

_SHADOW_DOWN, _SHADOW_BLUR, _SHADOW = 4, 4, 0.36
_GLOW_BLUR, _GLOW = 8, 0.5
# Large plain boxes need no more, and would take sixteen times the memory.
_LARGE = 60_000
# Points of a dashed line in a pixel, and the part of it that a dash covers without its round ends.
_FINE, _DASH = 2, 0.46


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A drawing that is kept: its colours, how opaque it is, and how far it reaches out.

    Compared by identity, so that its variants in films can be kept beside it.
    """

    rgb: Image.Image
    mask: Image.Image
    out: int


_Text = tuple[float, float, str, float, Colour]
"""A text on a drawing around a point, in its pixels, with the room around it."""


class Pen:
    """Draws on a clear ground of that size, from its top left corner.

    `unit`: the pixels of a unit of its shapes.
    """

    def __init__(
        self, width: float, height: float, room: int = 0, scale: int = 0, unit: float = 1
    ) -> None:
        self.room = room
        self.scale = scale or (4 if width * height <= _LARGE else 2)
        self._unit = self.scale * unit
        self._origin: Point = (room * self.scale, room * self.scale)
        size = (math.ceil(width) + 2 * room, math.ceil(height) + 2 * room)
        # RGBa: colours multiplied by their opacity, as the reduction needs them.
        self._image = Image.new("RGBa", (size[0] * self.scale, size[1] * self.scale), CLEAR)
        self._draw = ImageDraw.Draw(self._image)
        self._texts: list[_Text] = []

    def _at(self, point: Point) -> Point:
        return point[0] * self._unit + self._origin[0], point[1] * self._unit + self._origin[1]

    def scaled(self, x: float, y: float, unit: float) -> "Pen":
        """Return a pen for shapes on the same drawing, from a point, and in larger units."""
        scaled = copy(self)
        scaled._origin, scaled._unit = self._at((x, y)), self._unit * unit
        return scaled

    def _box(self, x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        left, top = self._at((x, y))
        return left, top, left + w * self._unit - 1, top + h * self._unit - 1

    def box(self, x: float, y: float, w: float, h: float, radius: float, fill: Colour) -> None:
        """A rectangle with round corners."""
        self._draw.rounded_rectangle(self._box(x, y, w, h), radius * self._unit, fill=fill)

    def card(
        self, x: float, y: float, w: float, h: float, radius: float, fill: Colour, edge: float = 3
    ) -> None:
        """A card's ground, with a darker edge below."""
        self.box(x, y, w, h, radius, mixed(BLACK, fill, 0.28))
        self.box(x, y, w, h - edge, radius, fill)

    def frame(
        self, x: float, y: float, w: float, h: float, radius: float, edge: Colour, width: float
    ) -> None:
        """Only the edge of one, as wide inwards."""
        line = round(width * self._unit)
        box = self._box(x, y, w, h)
        self._draw.rounded_rectangle(box, radius * self._unit, outline=edge, width=line)

    def dashes(
        self, x: float, y: float, w: float, h: float, radius: float, edge: Colour, width: float
    ) -> None:
        """The edge of a rectangle with round corners, in dashes."""
        path = _round_path(x + width / 2, y + width / 2, w - width, h - width, radius)
        count = max(8, round(len(path) / (width * 6.2 * _FINE)))
        for n in range(count):
            begin, end = (round(len(path) * part / count) for part in (n, n + _DASH))
            self.line(path[begin : end + 1], edge, width)

    def circle(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A disc around a point."""
        self._draw.ellipse(self._box(x - radius, y - radius, 2 * radius, 2 * radius), fill=fill)

    def oval(self, x: float, y: float, w: float, h: float, fill: Colour) -> None:
        """An ellipse around a point, so wide and high."""
        self._draw.ellipse(self._box(x - w / 2, y - h / 2, w, h), fill=fill)

    def wedge(self, x: float, y: float, radius: float, begin: float, end: float, c: Colour) -> None:
        """A slice of a disc, from one angle to another in degrees clockwise from the right."""
        box = self._box(x - radius, y - radius, 2 * radius, 2 * radius)
        self._draw.pieslice(box, begin, end, fill=c)

    def shape(self, points: Sequence[Point], fill: Colour) -> None:
        """A polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=fill)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """A line with round ends and corners."""
        wide = round(width * self._unit)
        self._draw.line([self._at(point) for point in points], fill=fill, width=wide, joint="curve")
        for x, y in (points[0], points[-1]):
            self.circle(x, y, width / 2, fill)

    def text(self, x: float, y: float, text: str, size: float, fill: Colour) -> None:
        """A text on an opaque place around a point, in the middle of its digits."""
        self._texts.append((x + self.room, y + self.room, text, size, fill))

    def alone(self, part: "Pen", x: float, y: float) -> None:
        """Another pen's drawing over this one's."""
        at = self._at((x - part.room, y - part.room))
        place = round(at[0]), round(at[1])
        self._image.paste(part._image, place, part._image.getchannel("a"))
        x, y = (side / self.scale for side in place)
        self._texts += [
            (x + left, y + top, text, size, fill) for left, top, text, size, fill in part._texts
        ]

    def within(self, x: float, y: float, w: float, h: float, radius: float) -> None:
        """Keep only what lies in that rectangle with round corners."""
        outside = Image.new("L", self._image.size, 255)
        box = self._box(x, y, w, h)
        ImageDraw.Draw(outside).rounded_rectangle(box, radius * self._unit, fill=0)
        self._image.paste(CLEAR, None, outside)

    def done(
        self, *, shadow: bool = False, glow: Colour | None = None, around: "Pen | None" = None
    ) -> Sprite:
        """Return the drawing at its size, with a shadow or a glow.

        A glow shines outwards only, `around` another pen's drawing if given.
        """
        small = self._reduced()
        alpha = small.getchannel("A")
        if shadow:
            under = Image.new("L", alpha.size)
            under.paste(alpha, (0, _SHADOW_DOWN))
            under = under.filter(ImageFilter.GaussianBlur(_SHADOW_BLUR))
            small = _under(small, under, BLACK, _SHADOW)
        if glow is not None:
            inner = (around or self)._reduced().getchannel("A")
            halo = inner.filter(ImageFilter.GaussianBlur(_GLOW_BLUR)).point(_DOUBLED)
            small = _under(small, ImageChops.subtract(halo, inner), glow, _GLOW)
        rgb, mask = small.convert("RGB"), small.getchannel("A")
        for text in self._texts:
            words.write(rgb, *text)
        # Room that nothing shines into costs as much as the piece.
        left, top, right, bottom = mask.point(_SEEN).getbbox() or (0, 0, 0, 0)
        w, h = mask.size
        clear = max(0, min(self.room, left, top, w - right, h - bottom))
        box = clear, clear, w - clear, h - clear
        return Sprite(rgb.crop(box), mask.crop(box), self.room - clear)

    def _reduced(self) -> Image.Image:
        """Return the drawing at its size. The clear room around it isn't computed."""
        scale, (w, h) = self.scale, self._image.size
        small = Image.new("RGBa", (w // scale, h // scale))
        if (box := self._image.getbbox()) is not None:
            left, top = box[0] // scale, box[1] // scale
            right, bottom = -(-box[2] // scale), -(-box[3] // scale)
            drawn = (left * scale, top * scale, right * scale, bottom * scale)
            small.paste(self._image.reduce(scale, drawn), (left, top))
        return small.convert("RGBA")


_SEEN = [0, 0, 0, *range(3, 256)]
_DOUBLED = [min(255, 2 * a) for a in range(256)]


def _under(image: Image.Image, mask: Image.Image, fill: Colour, share: float) -> Image.Image:
    below = Image.new("RGBA", image.size, fill)
    below.putalpha(mask.point(lambda a: round(a * share)))
    below.alpha_composite(image)
    return below


def _round_path(x: float, y: float, w: float, h: float, radius: float) -> list[Point]:
    """Return the points of a rectangle with round corners, `_FINE` of them a pixel."""
    path: list[Point] = [(x + w / 2, y)]
    for right, low, begin in ((1, 0, -90), (1, 1, 0), (0, 1, 90), (0, 0, 180)):
        middle = x + radius + right * (w - 2 * radius), y + radius + low * (h - 2 * radius)
        for step in range(13):
            angle = math.radians(begin + 7.5 * step)
            path.append(
                (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
            )
    found = list[Point]()
    for one, other in itertools.pairwise([*path, path[0]]):
        parts = max(1, round(math.dist(one, other) * _FINE))
        found += (
            (one[0] + (other[0] - one[0]) * n / parts, one[1] + (other[1] - one[1]) * n / parts)
            for n in range(parts)
        )
    return found


def facing(points: Iterable[Point], way: str, length: float) -> list[Point]:
    """Return the points of a shape that faces right and has that length, turned to a way."""
    along = [(length - x, y) if way in ("left", "up") else (x, y) for x, y in points]
    return [(y, x) for x, y in along] if way in ("up", "down") else along


def lettered(
    blank: Sprite, x: float, y: float, text: str, size: float, fill: Colour, back: float = 0.5
) -> Sprite:
    """Return a copy of a piece with a text around a point. The place must be opaque.

    `back`: the share of the text left of the point.
    """
    rgb = blank.rgb.copy()
    words.write(rgb, x + blank.out, y + blank.out, text, size, fill, back)
    return Sprite(rgb, blank.mask, blank.out)


def inlaid(blank: Sprite, piece: Sprite, x: float, y: float) -> Sprite:
    """Return a copy of a piece with another one around a point. The place must be opaque."""
    rgb, (w, h) = blank.rgb.copy(), piece.mask.size
    rgb.paste(piece.rgb, (round(x + blank.out - w / 2), round(y + blank.out - h / 2)), piece.mask)
    return Sprite(rgb, blank.mask, blank.out)


@lru_cache(maxsize=256)
def faded(sprite: Sprite, share: float) -> Sprite:
    """Return a piece with a share (0–1) of its opacity."""
    return Sprite(sprite.rgb, sprite.mask.point(lambda a: round(a * share)), sprite.out)
