"""A picture in progress: a theme with panels, cached pieces and words."""

import math
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from . import words
from .colours import WHITE, Colour, Theme
from .pen import Pen, Sprite, facing

WIDTH, HEIGHT = 880, 560
CORNER = 30
RIM = 4

NAMES = (40, 36, 32, 30)
"""Sizes of a name, the preferred one first."""


_LARGE = 20_000
"""Pixels of a box that is laid in parts, because a mask makes pasting ten times as slow."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
Rgb = tuple[int, int, int]


class Part(NamedTuple):
    """An image or a colour within a box, as opaque as its mask says."""

    source: Image.Image | Rgb
    box: Box
    mask: Image.Image | None = None


class Stroke(NamedTuple):
    """One step of a drawing: the parts of a piece in a box. Equal strokes have equal keys.

    A key may have the identity of a piece, so the stroke keeps the piece.
    """

    key: tuple[object, ...]
    parts: tuple[Part, ...]
    box: Box
    piece: object = None

    def fills(self, box: Box) -> Rgb | None:
        """Return the colour of its first part if that covers a whole box, or None."""
        if not self.parts:
            return None
        (source, (x, y, end, foot), mask), (dx, dy, *_) = self.parts[0], self.box
        left, top, right, bottom = box
        if mask is not None or not isinstance(source, tuple):
            return None
        inside = x + dx <= left and y + dy <= top and end + dx >= right and foot + dy >= bottom
        return source if inside else None

    def onto(self, image: Image.Image, left: int = 0, top: int = 0) -> None:
        """Draw it on an image, whose upper left corner is at that place of the canvas."""
        dx, dy, (w, h) = self.box[0] - left, self.box[1] - top, image.size
        for source, (x, y, right, bottom), mask in self.parts:
            if x + dx < w and y + dy < h and right + dx > 0 and bottom + dy > 0:
                image.paste(source, (x + dx, y + dy, right + dx, bottom + dy), mask)


@lru_cache(maxsize=256)
def _laid(x: int, y: int, w: int, h: int, radius: int, fill: Colour) -> Stroke:
    """Return the stroke of a plain box."""
    return Stroke((x, y, w, h, radius, fill), _plain(w, h, radius, fill), (x, y, x + w, y + h))


@lru_cache(maxsize=256)
def _plain(w: int, h: int, radius: int, fill: Colour) -> tuple[Part, ...]:
    """Return the parts of a plain box. Only its corners need a pen."""
    r, rgb = min(radius, w // 2, h // 2), fill[:3]
    places = ((0, 0), (0, h - r), (w - r, 0), (w - r, h - r))
    corners = (
        Part(rgb, (x, y, x + r, y + r), corner)
        for (x, y), corner in zip(places, _corners(r), strict=False)
    )
    middle, above, below = (0, r, w, h - r), (r, 0, w - r, r), (r, h - r, w - r, h)
    return *(Part(rgb, part) for part in (middle, above, below)), *corners


@lru_cache(maxsize=32)
def _corners(radius: int) -> tuple[Image.Image, ...]:
    """Return the masks of the corners: upper left, lower left, upper right, lower right."""
    if not radius:
        return ()
    pen = Pen(2 * radius, 2 * radius)
    pen.box(0, 0, 2 * radius, 2 * radius, radius, WHITE)
    disc = pen.done().mask
    sides = (0, radius)
    return tuple(disc.crop((x, y, x + radius, y + radius)) for x in sides for y in sides)


@lru_cache(maxsize=256)
def box(
    w: int,
    h: int,
    radius: int,
    fill: Colour | None,
    edge: Colour | None = None,
    width: float = 0,
    dashed: bool = False,
    glow: bool = False,
) -> Sprite:
    """A rectangle with round corners, with an edge or without, glowing in its colour."""
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
def framed(
    w: int, h: int, radius: int, fill: Colour | None, edge: Colour, width: float, *looks: bool
) -> tuple[tuple[Part, ...], int]:
    """Return the parts of a large box, and how far it reaches out. Its inside isn't kept."""
    whole = box.__wrapped__(w, h, radius, fill, edge, width, *looks)
    out, (end, foot), line = whole.out, whole.mask.size, math.ceil(width) + 1
    left, top = out + max(min(radius, w // 2), line), out + line
    right, low = end - left, foot - top
    beside = (0, top, left, low), (right, top, end, low)
    sides = (0, 0, end, top), (0, low, end, foot), *beside
    parts = [Part(whole.rgb.crop(side), side, whole.mask.crop(side)) for side in sides]
    if fill is not None and left < right:
        parts.insert(0, Part(fill[:3], (left, top, right, low)))
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


@lru_cache(maxsize=512)
def _parts(sprite: Sprite) -> tuple[Part, ...]:
    """Return the only part of a piece."""
    return (Part(sprite.rgb, (0, 0, *sprite.mask.size), sprite.mask),)


class Canvas:
    """The picture as far as it is composed, 880 wide and mostly 560 high.

    `strokes`: the steps so far, its panel first. They are drawn when the image is asked for.
    """

    def __init__(self, theme: Theme, height: int = HEIGHT) -> None:
        self.theme = theme
        self.size = WIDTH, height
        inner = RIM, RIM, WIDTH - 2 * RIM, height - 2 * RIM
        self.strokes = [_laid(*inner, CORNER - RIM, theme.ground)]

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

    def copy(self) -> "Canvas":
        """Return a canvas of its own with the same strokes."""
        copied = Canvas(self.theme, self.size[1])
        copied.strokes = [*self.strokes]
        return copied

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """A piece by its top left corner, what reaches out of it not counted."""
        left, top = round(x) - sprite.out, round(y) - sprite.out
        parts = _parts(sprite)
        _, _, w, h = parts[0].box
        self.strokes.append(
            Stroke((id(sprite), left, top), parts, (left, top, left + w, top + h), sprite)
        )

    def stencil(self, shape: Image.Image, x: int, y: int, fill: Colour) -> None:
        """A shape in one colour, by its top left corner. `shape`: how opaque each pixel is."""
        w, h = shape.size
        part = Part(fill[:3], (0, 0, w, h), shape)
        self.strokes.append(Stroke((id(shape), x, y, fill), (part,), (x, y, x + w, y + h), shape))

    def mid(self, sprite: Sprite, x: float, y: float) -> None:
        """A piece by its middle."""
        w, h = sprite.mask.size
        self.put(sprite, x - w / 2 + sprite.out, y - h / 2 + sprite.out)

    def box(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        radius: int,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
        *,
        dashed: bool = False,
        glow: bool = False,
    ) -> None:
        """A rectangle with round corners."""
        if w * h < _LARGE or (fill is not None and fill[3] < 255):
            self.put(box(w, h, radius, fill, edge, width, dashed, glow), x, y)
            return
        if edge is None:
            if fill is not None:
                self.strokes.append(_laid(x, y, w, h, radius, fill))
            return
        measures = (w, h, radius, fill, edge, width, dashed, glow)
        parts, out = framed(*measures)
        around = x - out, y - out, x + w + out, y + h + out
        self.strokes.append(Stroke((x, y, *measures), parts, around))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        fill: Colour = WHITE,
        anchor: words.Anchor = "l",
        weight: words.Weight = "black",
    ) -> int:
        """Draw a text, centred on y by the height of its digits. Return its width."""
        shape, left, top = words.mask(text, size, weight)
        wide = words.width(text, size, weight)
        back = words.BACK[anchor] * wide
        place = (round(x - back + left), round(y + words.digit_height(size, weight) / 2 + top))
        self.stencil(shape, *place, fill)
        return wide
