"""The pictures of Schwimmen."""

import pytest

from bot.drawing.picture import Picture
from cogs.schwimmen.drawing import pieces
from cogs.schwimmen.drawing.pictures import End, Hand, Open, Seat, Swap, Table
from games.cards import PACK
from tests.eyes import differ, shape
from tests.pictures import TEN, check_full, check_says

SAYS = {
    "table": "千恵 gave 7 of spades (new) for king of hearts|Jörg to act|Jörg swims"
    "|千恵 has closed|Ben: 1 life|Stock: 14|queen of hearts, 10 of spades",
    "table-8": "Mika is out",
    "hand": "ace of hearts, 9 of hearts, king of clubs|Worth 20 in hearts|2 lives left"
    "|7 of spades (new)|Stock: 14",
    "hand-three": "Worth 30½.|Swimming",
    "reveal": "Ana: 7♠ 8♠ 9♠. Worth 24 in spades|Ben loses a life and swims",
    "reveal-8": "Jörg is out|小明 loses a life, 1 is left",
    "lobby": "A seat is kept for Jörg.|5 seats are free.",
    "end": "2. 千恵: survived 8 deals.|2. Ana: survived 8 deals.|4. Jörg: survived 6",
}


@pytest.mark.parametrize("name", SAYS)
def test_text_describes_the_picture(name: str) -> None:
    check_says(f"schwimmen-{name}", SAYS[name])


_HANDS = [PACK[3 * n : 3 * n + 3] for n in range(8)]
_OUT = [Seat(TEN[n], 0, 5, out=True) for n in range(8)]
FULL: list[Picture] = [
    Table(_HANDS[0], 29, tuple(_OUT), Swap(TEN[5], _HANDS[0], _HANDS[1])),
    Hand(_HANDS[2], 5, 5, _HANDS[0], 29, _HANDS[0]),
    End(tuple(Open(seat, hand, lost=True) for seat, hand in zip(_OUT, _HANDS, strict=True))),
]


@pytest.mark.parametrize("at", range(len(FULL)))
def test_full_picture_fits_file_and_text(at: int) -> None:
    check_full(FULL[at])


@pytest.mark.parametrize(("one", "other"), [("H", "D"), ("S", "C"), ("H", "S"), ("D", "C")])
def test_suits_differ_without_any_colour(one: str, other: str) -> None:
    cards = {card.suit: card for card in PACK if card.rank == "9"}
    first, second = (pieces.upright(cards[suit], 142, 200) for suit in (one, other))
    assert differ(shape(first), shape(second)) > 0.02
