"""The pictures of Bluff."""

import pytest

from bot.drawing import podium
from bot.drawing.picture import Picture, Who
from bot.words.i18n import tongue
from cogs.bluff.drawing.pictures import Count, Hand, Seat, Table
from games.bluff.state import WILD, Bid
from tests.pictures import TEN, check_full, check_says
from tests.written import written

SAYS = {
    "table": "Ben bids 5 × 3|千恵 to act|Ben shows 3, wild, 2 hidden|3 × 3, 2 × wild|13 dice",
    "hand": "cup: 2, 3, 3, 5, wild|3 of your dice fit|Ben shows 3, wild, 2 hidden|13 dice",
    "hand-open": "You have shown 3, 3, 5, wild|12 × 4|Lea: 6 dice hidden",
    "reveal": "Ben bid 5 × 3. 7 counted|Jörg: 5, +0|千恵 loses 2 dice",
    "lobby": "Toni sits here, a computer.|4 seats are free.",
    "end": "1. 千恵: 3 dice left.|2. Ana: out in the last round.|out 1 round before the end",
}


@pytest.mark.parametrize("name", SAYS)
def test_text_describes_the_picture(name: str) -> None:
    check_says(f"bluff-{name}", SAYS[name])


_DICE = (WILD,) * 6
_CUPS = tuple(Seat(TEN[seat], 0, _DICE, 6, acts=True) for seat in range(6))
_LOST = tuple((TEN[seat], 1) for seat in range(1, 6))
FULL: list[Picture] = [
    Table(_CUPS, tuple((3, Bid(30 + n, WILD)) for n in range(6))),
    Hand(_DICE, (), 36, Bid(36, WILD), _CUPS[5]),
    Hand((), _DICE, 36, Bid(36, WILD), _CUPS[5]),
    Count(TEN[5], Bid(36, WILD), tuple((TEN[n], _DICE) for n in range(6)), _LOST),
    Count(TEN[5], Bid(30, 1), ((TEN[5], _DICE), (TEN[1], _DICE)), ((TEN[5], 6),)),
]


@pytest.mark.parametrize("at", range(len(FULL)))
def test_full_picture_fits_file_and_text(at: int) -> None:
    check_full(FULL[at])


def test_player_without_a_name_is_named_by_the_seat() -> None:
    table = Table((Seat(Who(0, ""), 3), Seat(Who(1, "Ben"), 2)), ((0, Bid(1, 2)),))
    assert "Player 1 bids 1 × 2." in table.told(tongue("en-US"))


def test_podium_shows_no_dice_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (podium.Place(TEN[n], n + 1, score) for n, score in enumerate((3, 0, -7)))
    texts = [one.text for one in written(podium.Podium("bluff", tuple(places)), monkeypatch)]
    assert texts.count("0") == 2
    assert not [text for text in texts if "7" in text]
