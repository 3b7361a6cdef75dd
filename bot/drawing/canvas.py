"""A picture in progress: a theme with panels, cached pieces and words."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from . import words
from .colours import Colour, Theme
from .pen import Pen, Sprite, facing

WIDTH, HEIGHT = 880, 560
CORNER = 30
RIM = 4

_LARGE = 20_000
"""Pixels of a box that is laid in parts, because a mask makes pasting ten times as slow."""
_SHINES = 24
"""Pixels beside a corner where the glow of a side is not yet even."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
Rgb = tuple[int, int, int]


class Part(NamedTuple):
    """An image or a colour within a box, as opaque as its mask says."""

    source: Image.Image | Rgb
    box: Box
    mask: Image.Image | None = None


class Stroke(NamedTuple):
    """One step of a drawing: the parts of a piece in a box.

    key: the same for equal strokes. It has the identity of the piece, which is kept.
    """

    piece: object
    parts: tuple[Part, ...]
    box: Box
    key: tuple[object, ...]

    def fills(self, box: Box) -> Rgb | None:
        """Return the colour of its first part if that covers a whole box, or None."""
        (source, (x, y, end, foot), mask), (dx, dy, *_) = self.parts[0], self.box
        left, top, right, bottom = box
        if mask is not None or not isinstance(source, tuple):
            return None
        inside = x + dx <= left and y + dy <= top and end + dx >= right and foot + dy >= bottom
        return source if inside else None

    def places(self) -> Iterator[Box]:
        """Yield the places of its parts on the canvas."""
        x, y, *_ = self.box
        for _, (left, top, right, bottom), _ in self.parts:
            yield left + x, top + y, right + x, bottom + y

    def onto(self, image: Image.Image, left: int = 0, top: int = 0) -> None:
        """Draw it on an image, whose upper left corner is at that place of the canvas."""
        dx, dy, (w, h) = self.box[0] - left, self.box[1] - top, image.size
        for source, (x, y, right, bottom), mask in self.parts:
            if x + dx < w and y + dy < h and right + dx > 0 and bottom + dy > 0:
                image.paste(source, (x + dx, y + dy, right + dx, bottom + dy), mask)


class Surface(NamedTuple):
    """A rectangle with round corners, with an edge or without, glowing in its colour."""

    radius: int
    fill: Colour | None
    edge: Colour | None = None
    width: float = 0
    dashed: bool = False
    glow: bool = False


@lru_cache(maxsize=256)
def box(w: int, h: int, surface: Surface) -> Sprite:
    """A rectangle of that size."""
    radius, fill, edge, width, dashed, glow = surface
    pen = Pen(w, h, 24 if glow else 2)
    if fill is not None:
        pen.box(0, 0, w, h, radius, fill)
    if edge is not None and dashed:
        pen.dashes(0, 0, w, h, radius, edge, width)
    elif edge is not None:
        pen.frame(0, 0, w, h, radius, edge, width)
    if not glow or edge is None:
        return pen.done()
    whole = Pen(w, h, 24)
    whole.box(0, 0, w, h, radius, edge)
    return pen.done(glow=edge, around=whole)


@lru_cache(maxsize=256)
def framed(w: int, h: int, surface: Surface) -> tuple[tuple[Part, ...], int]:
    """Return the parts of a large box, and how far it reaches out.

    Its corners are those of a small box, and its sides are drawn out, unless they have dashes.
    """
    radius, fill, edge, width, dashed, glow = surface
    line = 0 if edge is None else math.ceil(width) + 1
    deep = max(min(radius, w // 2, h // 2), line) + (_SHINES if glow else 0)
    size = (w, h) if dashed else (min(w, 2 * deep + 1), min(h, 2 * deep + 1))
    small = box(*size, surface)
    out, thin = small.out, small.out + line
    end, foot, more = w + 2 * out, h + 2 * out, (w - size[0], h - size[1])
    x, y = min(out + deep, end // 2), min(out + deep, foot // 2)
    right, low = end - x, foot - y
    sides = [(x, 0, right, thin), (x, foot - thin, right, foot)]
    sides += [(0, y, thin, low), (end - thin, y, end, low)]
    corners = [(left, top, left + x, top + y) for left in (0, right) for top in (0, low)]
    inside = [(x, thin, right, foot - thin), (thin, y, end - thin, low)]
    parts = [Part(fill[:3], place) for place in inside] if fill is not None else []
    for place in corners + sides if line else corners:
        size = place[2] - place[0], place[3] - place[1]
        if all(size):
            # Places beyond the middle are nearer to it in the small box.
            ends = [at - more[n % 2] * (at > (x, y)[n % 2]) for n, at in enumerate(place)]
            source = ends[0], ends[1], ends[2], ends[3]
            rgb, mask = (
                image.resize(size, Image.Resampling.NEAREST, source)
                for image in (small.rgb, small.mask)
            )
            parts.append(Part(rgb, place, mask))
    return tuple(parts), out


@lru_cache(maxsize=64)
def disc(size: int, fill: Colour) -> Sprite:
    """A plain disc."""
    pen = Pen(size, size, 1)
    pen.circle(size / 2, size / 2, size / 2, fill)
    return pen.done()


@lru_cache(maxsize=64)
def arrow(length: int, head: int, line: int, fill: Colour, way: str = "right") -> Sprite:
    """An arrow with a round tail, as long as it is said, its head as wide as it is."""
    size = (length, head) if way in ("left", "right") else (head, length)
    pen, deep = Pen(*size, 2), length - head * 0.82
    pen.line(facing([(line / 2, head / 2), (deep, head / 2)], way, length), fill, line)
    pen.shape(facing([(length, head / 2), (deep, 0), (deep, head)], way, length), fill)
    return pen.done()


@lru_cache(maxsize=64)
def pointer(w: int, h: int, fill: Colour, way: str = "right") -> Sprite:
    """A small triangle."""
    pen = Pen(w, h, 1)
    length, base = (w, h) if way in ("left", "right") else (h, w)
    pen.shape(facing([(0, 0), (length, base / 2), (0, base)], way, length), fill)
    return pen.done()


def put(sprite: Sprite, x: float, y: float) -> Stroke:
    """Return a piece by its top left corner, what reaches out of it not counted."""
    (w, h), left, top = sprite.mask.size, round(x) - sprite.out, round(y) - sprite.out
    parts, around = (Part(sprite.rgb, (0, 0, w, h), sprite.mask),), (left, top, left + w, top + h)
    return Stroke(sprite, parts, around, (id(sprite), around))


def stencil(shape: Image.Image, x: int, y: int, fill: Colour) -> Stroke:
    """Return a shape in one colour, by its top left corner. `shape`: how opaque each pixel is."""
    w, h = shape.size
    parts, around = (Part(fill[:3], (0, 0, w, h), shape),), (x, y, x + w, y + h)
    return Stroke(shape, parts, around, (id(shape), around, fill))


def inscribed(
    x: float, y: float, text: str, size: int, fill: Colour, weight: words.Weight
) -> Stroke:
    """Return a text from its left end, centred on y by the height of its digits."""
    return stencil(*words.placed(x, y, text, size, weight), fill)


def plated(w: int, h: int, surface: Surface, x: float, y: float) -> Stroke:
    """Return a rectangle with round corners."""
    if w * h < _LARGE:
        return put(box(w, h, surface), x, y)
    (parts, out), left, top = framed(w, h, surface), round(x), round(y)
    around = left - out, top - out, left + w + out, top + h + out
    return Stroke(parts, parts, around, (id(parts), around))


class Canvas:
    """The picture as far as it is composed, 880 wide and mostly 560 high.

    `strokes`: the steps so far, its panel first. They are drawn when the image is asked for.
    """

    def __init__(self, theme: Theme, height: int = HEIGHT) -> None:
        self.theme = theme
        self.size = WIDTH, height
        ground = Surface(CORNER - RIM, theme.ground)
        self.strokes = [plated(WIDTH - 2 * RIM, height - 2 * RIM, ground, RIM, RIM)]

    @property
    def image(self) -> Image.Image:
        """A new drawing of all strokes. What is pasted into it isn't kept."""
        return self.part((0, 0, *self.size))

    def part(self, box: Box) -> Image.Image:
        """Return a part of the drawing."""
        left, top, right, bottom = box
        ground: Rgb = self.theme.rim[:3]
        over: list[Stroke] = []
        for stroke in self.strokes:
            x, y, end, foot = stroke.box
            if x < right and end > left and y < bottom and foot > top:
                if (fill := stroke.fills(box)) is not None:
                    # Lower strokes are hidden.
                    ground, over = fill, []
                else:
                    over.append(stroke)
        image = Image.new("RGB", (right - left, bottom - top), ground)
        for stroke in over:
            stroke.onto(image, left, top)
        return image
