"""The pictures of Sinomilia."""

import pytest

from bot.drawing.colours import CORAL
from bot.words.i18n import tongue
from cogs.sinomilia.drawing.moment import Payment
from cogs.sinomilia.drawing.pictures import Reveal, Turned
from cogs.sinomilia.drawing.pieces import THEME
from games.position import Position, wandered
from tests.eyes import DEFICIENT, contrast
from tests.pictures import TEN, Said, check_says

_MIDDLE = "1 chip-sun, 0 chip-sun, 1 chip-moon, 0 chip-sun"
SAYS = [
    Said(
        wandered("sinomilia", 2, 1, 37),
        "7 of 9 chips: sun, sun, sun, sun, sun, sun, moon (new)|Ana to act|Ana: 18 chips"
        "|Used: 3, 6, 8. Has changed|Ben starts",
    ),
    Said(
        wandered("sinomilia", 2, 1, 37),
        "Your prediction: 2|Your cards: 0, 1, 2, 4, 5, 7, 9|Ben: 5 chips",
        0,
    ),
    Said(
        Position("sinomilia", 2, 1, f"1 sun, 0 5, 1 4, {_MIDDLE}, 1 pass, 0 pass"),
        "Ana: 5. Ben: 4. Ben wins and gets 7: moons 1, for the win 2|from the middle 4"
        "|13 → 10|13 → 20",
    ),
    Said(wandered("sinomilia", 2, 1, 12), "Ana: 8. Ben: not turned up yet", held=True),
    Said(wandered("sinomilia", 2, 1), "1. Ana: 30 chips.|2. Ben: 0 chips."),
    Said(wandered("sinomilia", 2, 1), "3 moons among 6 chips, you 8, the other 9: 11 chips won", 0),
]


@pytest.mark.parametrize("one", SAYS)
def test_text_describes_the_picture(one: Said) -> None:
    check_says(one)


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
