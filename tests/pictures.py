"""Texts of pictures with their places, and checks of pictures, for all games and for one."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import NamedTuple

import pytest

from bot.drawing import boxes
from bot.drawing.canvas import Box, Stroke, inscribed
from bot.drawing.colours import Colour
from bot.drawing.ending import Ending
from bot.drawing.pen import Sprite
from bot.drawing.picture import TOLD, Picture, Who
from bot.drawing.png import png
from bot.drawing.words import Weight, width
from bot.screens.examples import sight_of
from bot.screens.transcript import looks
from bot.words.i18n import languages, tongue
from games.core import Seat
from games.position import Position

NAMES = ("Ana", "Anastasia", "千恵", "건우", "Jörg", "Maximilian the Second of Twelve")
LONG = Who(0, "Maximiliane-Theodora von Zabern")
TEN = [Who(seat, NAMES[seat % len(NAMES)]) for seat in range(10)]
"""Ten players, some of them with names that fonts or panels have no room for."""


def named(thing: object) -> Iterator[Who]:
    """Yield every player named in a description."""
    if isinstance(thing, Who):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from named(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from named(getattr(thing, field.name))


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

    def noted(x: float, y: float, text: str, size: int, fill: Colour, weight: Weight) -> Stroke:
        found.append(Written(text, x, x + width(text, size, weight), size, y))
        return inscribed(x, y, text, size, fill, weight)

    # A text that was drawn before would be kept.
    boxes.forget()
    with monkeypatch.context() as patch:
        patch.setattr(boxes, "inscribed", noted)
        picture.draw()
    boxes.forget()
    return found


def pieces(picture: Picture) -> list[Box]:
    """Return the places of all pieces of a picture in drawing order, their glows left out."""
    return [
        (x + one.out, y + one.out, right - one.out, low - one.out)
        for one, _, (x, y, right, low), _ in picture.draw().strokes
        if isinstance(one, Sprite)
    ]


class Said(NamedTuple):
    """Parts of the alternative text of a position's picture, separated by `|`."""

    position: Position
    parts: str
    seat: int | None = None
    held: bool = False


def check_says(one: Said) -> None:
    """Check that the text contains the parts."""
    reader = None if one.seat is None else Seat(one.seat)
    sight = sight_of(one.position, looks()[one.position.game], reader)
    picture = replace(sight, held=one.held).picture(tongue("en-US"))
    assert picture is not None
    told = picture.alt(tongue("en-US"))
    assert [part for part in one.parts.split("|") if part not in told] == []


def check_full(picture: Picture) -> None:
    """Check that a picture with long names and wide numbers fits its file and its text."""
    assert len(png(picture)) <= 60_000
    for locale in ("en-US", *languages()):
        told = picture.alt(tongue(locale))
        assert len(told) <= TOLD
        assert not told.endswith("…")


def check_around(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a picture around a match has large digits and nothing outside its edges."""
    # A turning point has its chapter in a disc, which is narrow for two digits.
    digits = 34 if isinstance(picture, Ending) else 40
    people = {who.shown for who in named(picture)}
    for one in written(picture, monkeypatch):
        is_number = one.text.strip("~−-/ ").isdecimal() and one.text not in people
        assert one.size >= (digits if is_number else 28), one
        assert 18 <= one.left <= one.right <= 862, one
