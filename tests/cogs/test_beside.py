"""Text beside a picture: exactly the facts missing in the picture.

A picture with its alternative text and the message's text must say as much as the words-only
screen.
"""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.drawing.file import File
from bot.screens import frames
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from bot.words.parts import part
from games import GAMES
from games.core import Seat

from ..drawing import Drawing
from ..games.playing import random_match

T = tongue("en-US")
PICTURED = [key for key in GAMES if part(key, "picture") is not None]


@cache
def match(key: str, seats: int) -> tuple[Drawing, int]:
    played = random_match(key, seats, GAMES[key].Options(), 7)
    return Drawing(looks(), played.record, played.steps), len(played.steps) - 1


def moments(key: str) -> list[tuple[Sight, Sight]]:
    """Return screens without and with a picture, for a spectator and the first and last seat."""
    found = []
    seats = GAMES[key].seats[-1]
    drawing, last = match(key, seats)
    plies = random.Random(1).sample(range(last + 1), min(60, last + 1))
    for ply in sorted({0, last, *plies}):
        for reader in (None, Seat(0), Seat(seats - 1)):
            for held in (False, True):
                words = drawing.at(ply, held=held).sight(reader)
                picture = words.picture(T)
                assert picture is not None
                found.append((words, replace(words, file=File(picture, "x.png", b""))))
    return found


def drawn(sight: Sight) -> Any:
    return frames.panel(sight, T) if sight.seat is None else frames.hand(sight, T)


def live(parts: Any) -> list[str]:
    """Return the custom_ids of all controls."""
    found = []
    for one in parts:
        found += [one["custom_id"]] if "custom_id" in one else []
        found += live(one.get("components", []))
    return found


@pytest.mark.parametrize("key", PICTURED)
def test_a_picture_takes_no_control_away_and_no_words_are_added(key: str) -> None:
    shorter = 0
    for words, pictured in moments(key):
        plain, shown = drawn(words), drawn(pictured)
        assert live(shown.components) == live(plain.components)
        assert len(shown.text) <= len(plain.text) + 80
        assert [file.name for file in shown.files] == ["x.png"]
        assert shown.files[0].text == pictured.file.picture.told(T)  # type: ignore[union-attr]
        shorter += len(shown.text) < len(plain.text)
    assert shorter > len(moments(key)) / 3


def says(key: str, own: Callable[[Any], list[str]]) -> None:
    """Check that a hand with its picture says what belongs to its player."""
    seen = 0
    for _, pictured in moments(key):
        if pictured.seat is None or pictured.held or pictured.view.outcome is not None:
            continue
        shown = drawn(pictured)
        told = f"{shown.text} {shown.files[0].text}"
        for one in own(pictured.view):
            assert re.search(rf"(?<!\d){one}(?!\d)", told), (one, told)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("key", PICTURED)
def test_pictured_screen_names_every_player_the_words_name(key: str) -> None:
    for words, pictured in moments(key):
        if words.held and words.seat is None:
            # During a reveal the panel shows only the reveal.
            continue
        plain, shown = drawn(words).text, drawn(pictured)
        told = shown.text + shown.files[0].text
        for player in pictured.stored.players:
            names = (player.name, f"<@{player.user_id}>")
            if any(name in plain for name in names):
                assert any(name in told for name in names), (plain, told)
