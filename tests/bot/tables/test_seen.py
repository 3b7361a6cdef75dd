"""Pictures of a table's screens, described once while a reader sees the same."""

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.sight import Sight
from bot.screens.transcript import looks
from bot.tables.readers import Reader
from bot.tables.seen import Described
from bot.words.i18n import tongue
from bot.workers.pictures import Pictures
from tests.examples import ALL_AT_ONCE

from ...drawing import stored_of
from ...games.hands import FEW
from ...games.playing import random_match

T = tongue("en-US")


@pytest.fixture
def described() -> Described:
    house: Any = type("House", (), {"pictures": Pictures()})
    return Described(house)


@pytest.fixture
def sight() -> Sight:
    played = random_match(ALL_AT_ONCE, 2, FEW[ALL_AT_ONCE], 1)
    stored = replace(stored_of(played.record), phase="live")
    seen = Sight.at(stored, looks()[ALL_AT_ONCE], played.steps[:1])
    return replace(seen, pictures=True)


def test_pictures_are_described_once_while_time_passes(described: Described, sight: Sight) -> None:
    reader, stranger = Reader(1), Reader(2)
    [first] = described.of(reader, sight, T)
    [again] = described.of(reader, replace(sight, now=sight.now + 1), T)
    assert again is first
    [other] = described.of(stranger, sight, T)
    assert other is not first


def test_pictures_follow_the_sight(described: Described, sight: Sight) -> None:
    reader = Reader(1)
    assert described.of(reader, sight, T)
    assert described.of(reader, replace(sight, pictures=False), T) == []
    lobby = replace(sight, view=None, stored=replace(sight.stored, phase="lobby"))
    assert described.of(reader, lobby, T) != described.of(reader, sight, T)
    [english] = described.of(reader, sight, T)
    [german] = described.of(reader, sight, tongue("de"))
    assert german is not english
