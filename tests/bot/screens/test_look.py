"""The pauses of a look."""

import pytest

from bot.screens.look import MOMENT, lasting


@pytest.mark.parametrize(
    ("seconds", "moment", "lasts"),
    [
        (MOMENT, 4, 4),
        (MOMENT, 0, 0),
        (MOMENT, 10, 10),
        (10, 4, 10),
        (10, 2, 5),
        (10, 0, 0),
        (10, 10, 10),
        (30, 10, 30),
        (30, 2, 15),
        (2, 10, 5),
        (0, 10, 0),
    ],
)
def test_pauses_scale_together_and_stay_short(seconds: float, moment: int, lasts: float) -> None:
    assert lasting(seconds, moment) == lasts
