"""The picture of a leaderboard: inside its edges with any numbers, readable without colours."""

import pytest

from bot.drawing.picture import Picture, Who
from cogs.leaderboard.drawing import Leaderboard, Line, filled
from cogs.leaderboard.samples import SAMPLES
from tests.eyes import differ
from tests.pictures import TEN, check_around, check_full

_LINES = tuple(
    Line(who, 10**n, 1000 - n, sure=False, risen=False, own=True) for n, who in enumerate(TEN[3:8])
)
FULL: list[Picture] = [
    *(Leaderboard(_LINES), Leaderboard((Line(TEN[5], 1, 1000),)), SAMPLES["leaderboard"])
]
"""Standings with long names and wide numbers, and the example."""


@pytest.mark.parametrize("at", range(len(FULL)))
def test_full_standings_stay_inside(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    check_full(FULL[at])
    check_around(FULL[at], monkeypatch)


def test_risen_and_fallen_differ_without_any_colour() -> None:
    one, other = (
        Leaderboard((Line(Who(0, "Ana"), 1, 1000, risen=risen),)).draw().image
        for risen in (True, False)
    )
    arrows = [image.crop((610, 40, 666, 92)).convert("L") for image in (one, other)]
    shapes = [arrow.point(lambda value: 255 if value > 100 else 0) for arrow in arrows]
    assert differ(*shapes) > 0.1


def test_leaderboard_bars_have_the_same_scale_on_every_page() -> None:
    """1098 and 1088 are nearly the same strength."""
    assert filled(1098) - filled(1088) == pytest.approx(0.01)
    assert (filled(100), filled(1000), filled(2000)) == (0.12, 0.5, 1.0)
