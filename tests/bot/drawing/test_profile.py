"""The picture of a profile: inside its edges with any numbers, and the progress of a rating."""

import pytest

from bot.drawing.picture import Picture
from cogs.profile.drawing import Profile, Progress, thinned
from cogs.profile.samples import SAMPLES
from games import GAMES
from tests.pictures import TEN, check_around, check_full

_RATINGS = tuple(800 + n * 37 % 400 for n in range(101))
_PROGRESSES = tuple(Progress(key, key, 9, 9_999, _RATINGS, sure=False) for key in list(GAMES)[:5])
FULL: list[Picture] = [
    Profile(TEN[5], 99_999, 88_888, _PROGRESSES),
    Profile(TEN[2], 1, 0, (_PROGRESSES[0]._replace(ratings=(1000, -204)),)),
    SAMPLES["profile"],
]
"""Profiles with long names and wide numbers, and the example."""


@pytest.mark.parametrize("at", range(len(FULL)))
def test_full_profile_stays_inside(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_full(FULL[at])
    check_around(FULL[at], monkeypatch)


def test_curve_keeps_the_first_and_last_of_many_ratings() -> None:
    assert thinned([0, 14, 7]) == (0, 14, 7)
    long = thinned(range(1000))
    assert (len(long), long[0], long[-1]) == (24, 0, 999)
    assert list(long) == sorted(long)
