"""The pictures of Sinomilia."""

import pytest

from bot.drawing.colours import CORAL
from bot.words.i18n import tongue
from cogs.sinomilia.drawing.moment import Payment
from cogs.sinomilia.drawing.pictures import Reveal, Turned
from cogs.sinomilia.drawing.pieces import THEME
from tests.eyes import DEFICIENT, contrast
from tests.pictures import TEN


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_coral_stands_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, THEME.well, kind) >= 4.5


@pytest.mark.parametrize(
    ("locale", "one", "several"),
    [
        ("en-US", "1 moon among 7 chips,", "0 moons among 1 chip,"),
        ("de", "1 Mond unter 7 Chips,", "0 Monde unter 1 Chip,"),
    ],
)
def test_turning_point_counts_moons_and_chips(locale: str, one: str, several: str) -> None:
    t = tongue(locale)
    assert one in Payment(4, 6, 7, 1, 3, 2, 5).alt(t)
    assert several in Payment(4, 6, 1, 0, -3, 2, 5).alt(t)


def test_text_of_a_tie_says_why_it_was_lost() -> None:
    seats = (Turned(TEN[0], 9, 10, 8), Turned(TEN[1], 9, 12, 14))
    tie = Reveal(seats, ("sun",), 1, (("win", 2), ("table", 1)), "action")
    told = tie.alt(tongue("en-US"))
    assert "Equally near. Whoever acted last loses. Anastasia wins and gets 3" in told
