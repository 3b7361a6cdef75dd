"""A brush for faces: a pen whose pictures are 128 wide, however large they are drawn."""

import math
from collections.abc import Sequence

from .colours import Colour
from .pen import Pen, Point

WIDE = 128
"""Width and height of a face in a brush's units."""


class Brush:
    """Draws in units of a 128th of the picture."""

    def __init__(self, pen: Pen, size: float) -> None:
        self._pen, self._unit = pen, size / WIDE

    def circle(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """Draw a disc around a point."""
        k = self._unit
        self._pen.circle(x * k, y * k, radius * k, fill)

    def oval(self, x: float, y: float, w: float, h: float, fill: Colour) -> None:
        """Draw an ellipse around a point."""
        k = self._unit
        self._pen.oval(x * k, y * k, w * k, h * k, fill)

    def box(self, x: float, y: float, w: float, h: float, radius: float, fill: Colour) -> None:
        """Draw a rectangle with round corners."""
        k = self._unit
        self._pen.box(x * k, y * k, w * k, h * k, radius * k, fill)

    def shape(self, points: Sequence[Point], fill: Colour) -> None:
        """Draw a polygon."""
        self._pen.shape([(x * self._unit, y * self._unit) for x, y in points], fill)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a line with round ends."""
        k = self._unit
        self._pen.line([(x * k, y * k) for x, y in points], fill, max(1, width * k))

    def wedge(self, x: float, y: float, radius: float, begin: float, end: float, c: Colour) -> None:
        """Draw a slice of a disc between two angles, in degrees clockwise from the right."""
        k = self._unit
        self._pen.wedge(x * k, y * k, radius * k, begin, end, c)

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
