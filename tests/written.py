"""Texts of a picture with their positions and sizes."""

from typing import Any, NamedTuple

import pytest

from bot.drawing.canvas import Canvas
from bot.drawing.picture import Picture


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
        self: Canvas, x: float, y: float, text: str, size: int, *rest: Any, **more: Any
    ) -> int:
        wide = write(self, x, y, text, size, *rest, **more)
        back = {"l": 0.0, "m": 0.5, "r": 1.0}[more.get("anchor", rest[1] if len(rest) > 1 else "l")]
        found.append(Written(text, x - back * wide, x + (1 - back) * wide, size, y))
        return wide

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "text", noted)
        picture.draw()
    return found
