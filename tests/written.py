"""Texts of a picture with their positions and sizes."""

from typing import NamedTuple

import pytest

from bot.drawing.canvas import Canvas
from bot.drawing.colours import Colour
from bot.drawing.picture import Picture
from bot.drawing.words import Weight, width


class Written(NamedTuple):
    """A text, its left and right edge in pixels, its font size, and the middle of its height."""

    text: str
    left: float
    right: float
    size: int
    middle: float

    def covers(self, other: "Written") -> bool:
        """Return True if two texts lie on each other, by the height of their digits."""
        beside = self.right <= other.left or other.right <= self.left
        return not beside and abs(self.middle - other.middle) < 0.35 * (self.size + other.size)


def written(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> list[Written]:
    """Return all texts of a picture in drawing order."""
    found: list[Written] = []
    write = Canvas.text

    def noted(
        self: Canvas, x: float, y: float, text: str, size: int, fill: Colour, weight: Weight
    ) -> None:
        write(self, x, y, text, size, fill, weight)
        found.append(Written(text, x, x + width(text, size, weight), size, y))

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", noted)
        picture.draw()
    return found
