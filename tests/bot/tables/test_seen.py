"""Pictures of a table's screens, described once while a reader sees the same."""

from dataclasses import replace
from typing import Any

import pytest

from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.tables.seen import Views
from bot.words.i18n import tongue
from bot.workers.pictures import Pictures
from tests.examples import ALL_AT_ONCE

from ...drawing import stored_of
from ...games.hands import FEW
from ...games.playing import random_match

T = tongue("en-US")


@pytest.fixture
def views() -> Views:
    house: Any = type("House", (), {"pictures": Pictures()})
    return Views(house)


@pytest.fixture
def sight() -> Sight:
    played = random_match(ALL_AT_ONCE, 2, FEW[ALL_AT_ONCE], 1)
    stored = replace(stored_of(played.record), phase="live")
    seen = Sight.at(stored, looks()[ALL_AT_ONCE], played.steps[:1])
    return replace(seen, pictures=True)


def test_pictures_are_described_once_while_time_passes(views: Views, sight: Sight) -> None:
    [first] = views.of(1, sight, T)
    [again] = views.of(1, replace(sight, now=sight.now + 1), T)
    assert again is first
    [other] = views.of(2, sight, T)
    assert other is not first


def test_pictures_follow_the_sight(views: Views, sight: Sight) -> None:
    assert views.of(1, sight, T)
    assert views.of(1, replace(sight, pictures=False), T) == []
    german = tongue("de")
    lobby = replace(sight, view=None, stored=replace(sight.stored, phase="lobby"))
    assert views.of(1, lobby, T) != views.of(1, sight, T)
    assert views.of(1, sight, german)
