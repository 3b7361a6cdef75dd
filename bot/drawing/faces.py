"""Drawn faces of computers: a disc, shoulders, one face. Each is a list of parts.

The silhouette differs first, so that faces are told apart at 32 px. Gold and coral have a meaning
elsewhere, so no face has them.
"""

import math
from collections.abc import Sequence

from games.core import Frozen

from .colours import INK, Colour, colour
from .pen import Pen, Point
from .strokes import draw, strokes

WIDE = 128
"""Width and height of a face in a brush's units."""


class Brush(Pen):
    """Draws in units of a 128th of a picture."""

    def __init__(self, size: int) -> None:
        super().__init__(size, size, scale=4, unit=size / WIDE)

    def arc(
        self, x: float, y: float, radius: float, begin: float, end: float, c: Colour, width: float
    ) -> None:
        """Draw a part of a circle's edge."""
        angles = [math.radians(begin + (end - begin) * n / 12) for n in range(13)]
        self.line([(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles], c, width)

    def both(self, shape: Sequence[Point], fill: Colour) -> None:
        """Draw a polygon and its mirror image."""
        self.shape(shape, fill)
        self.shape([(WIDE - x, y) for x, y in shape], fill)

    def pair(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """Draw two discs, that far left and right of the middle."""
        for side in (-1, 1):
            self.circle(WIDE / 2 + side * x, y, radius, fill)


PARTS = strokes("faces.toml")
"""All parts by name."""


class Part(Frozen):
    """A part of a face by name, with its colour and a second one."""

    name: str
    fill: Colour = INK
    second: Colour = INK


class Face(Frozen):
    """A face on a disc of a colour. Later parts cover earlier ones."""

    ground: Colour
    parts: tuple[Part, ...]


def face(text: str) -> Face:
    """Return a face from its ground and its parts: `#8FB7A6, head #EBBE98, eyes`.

    A part has a name and up to two colours.
    """
    ground, *parts = text.split(", ")
    named = (part.split() for part in parts)
    return Face(colour(ground), tuple(Part(name, *map(colour, fills)) for name, *fills in named))


def painted(face: Face, size: int) -> Pen:
    """Draw a face on its disc, that wide."""
    brush = Brush(size)
    brush.circle(64, 64, 64, face.ground)
    for part in face.parts:
        draw(PARTS[part.name], brush, part.fill, part.second)
    brush.within(0, 0, WIDE, WIDE, WIDE / 2)
    return brush
