"""The pictures of Sinomilia."""

import pytest

from bot.drawing.colours import CORAL
from bot.words.i18n import tongue
from cogs.sinomilia.drawing.moment import Payment
from cogs.sinomilia.drawing.pictures import Reveal, Turned
from cogs.sinomilia.drawing.pieces import FELT
from tests.eyes import DEFICIENT, contrast
from tests.pictures import TEN, check_says

SAYS = {
    "table": "5 of 9 chips: sun, moon, sun, moon, moon (new)|Ana to act|Ana: 11 chips"
    "|Used: 2, 3, 6. Has changed|Ana starts",
    "hand": "Your prediction: 5|Your cards: 1, 2, 3, 5, 6, 8, 9|千恵: 14 chips",
    "reveal": "Ana: 5. 千恵: 8|Ana wins and gets 11: moons 3, for the win 2"
    "|from the middle 6|10 → 21|14 → 9",
    "reveal-first": "Ana: 5. 千恵: not turned up yet",
    "lobby": "1 seat is free.",
    "end": "1. 千恵: 25 chips.|2. Ana: 0 chips.",
}


@pytest.mark.parametrize("name", SAYS)
def test_text_describes_the_picture(name: str) -> None:
    check_says(f"sinomilia-{name}", SAYS[name])


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_coral_stands_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, FELT.well, kind) >= 4.5


@pytest.mark.parametrize(
    ("locale", "one", "several"),
    [
        ("en-US", "1 moon among 7 chips,", "0 moons among 1 chip,"),
        ("de", "1 Mond unter 7 Chips,", "0 Monde unter 1 Chip,"),
    ],
)
def test_turning_point_counts_moons_and_chips(locale: str, one: str, several: str) -> None:
    t = tongue(locale)
    assert one in Payment(4, 6, 7, 1, 3, 2, 5).told(t)
    assert several in Payment(4, 6, 1, 0, -3, 2, 5).told(t)


def test_text_of_a_tie_says_why_it_was_lost() -> None:
    seats = (Turned(TEN[0], 9, 10, 8), Turned(TEN[1], 9, 12, 14))
    tie = Reveal(seats, ("sun",), 1, (("win", 2), ("table", 1)), "action")
    told = tie.told(tongue("en-US"))
    assert "Equally near. Whoever acted last loses. Anastasia wins and gets 3" in told
