"""Checks of pictures, for all games and for one."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from bot.drawing.picture import TOLD, Picture, Who
from bot.drawing.png import png
from bot.drawing.samples import samples
from bot.words.i18n import languages, tongue

from .written import written

NAMES = ("Ana", "Anastasia", "千恵", "건우", "Jörg", "Maximilian the Second of Twelve")
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


def check_says(name: str, parts: str) -> None:
    """Check that an example's alternative text contains parts, separated by `|`."""
    told = samples()[name].told(tongue("en-US"))
    assert [part for part in parts.split("|") if part not in told] == []


def check_full(picture: Picture) -> None:
    """Check that a picture with long names and wide numbers fits its file and its text."""
    assert len(png(picture)) <= 60_000
    for locale in ("en-US", *languages()):
        told = picture.told(tongue(locale))
        assert len(told) <= TOLD
        assert not told.endswith("…")


def check_around(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a picture around a match has large digits and nothing outside its edges."""
    drawn = written(picture, monkeypatch)
    people_named = {who.shown for who in named(picture)}
    assert [one for one in drawn if one.size < 28] == []
    assert [
        one
        for one in drawn
        if one.text.strip("~−-/ ").isdecimal() and one.text not in people_named and one.size < 40
    ] == []
    assert [one for one in drawn if one.left < 18 or one.right > 862] == []
