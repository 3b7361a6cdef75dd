"""The pictures of Bluff."""

import pytest

from bot.drawing import podium
from bot.drawing.picture import Picture, Who
from bot.words.i18n import tongue
from cogs.bluff.drawing.pictures import Count, Hand, Seat, Table
from games.bluff.state import WILD, Bid
from games.position import Position, wandered
from tests.pictures import TEN, Said, check_full, check_says
from tests.written import written

SAYS = [
    Said(
        wandered("bluff", 4, 1, 22),
        "Jörg bids 15 × wild|Ana to act|Ana shows 1, 2, 5, 2 hidden|Ben is out"
        "|Bid before: 9 × wild, 13 × wild|15 dice",
    ),
    Said(
        wandered("bluff", 4, 1, 29),
        "cup: 2, wild, wild|You have shown 1, 1|2 of your dice fit|Chie shows 1, 5, 5, wild, 1 hid",
        0,
    ),
    Said(Position("bluff", 3, 14), "cup: 3, 4, 4, 5, wild|No bid yet|15 dice", 0),
    Said(
        wandered("bluff", 4, 1, 10),
        "Ben bid 20 × wild. 1 counted|Ana: 1, 2, 3, 4, 5, +0|wild, +1|Ben loses 5 dice",
        held=True,
    ),
    Said(wandered("bluff", 4, 1), "1. Ana: 1 die left|2. Chie: out in the last round|out 2 rounds"),
    Said(wandered("bluff", 4, 1), "Round 3: 7 × wild bid, 3 counted, you lost 4 dice", 0),
]


@pytest.mark.parametrize("one", SAYS)
def test_text_describes_the_picture(one: Said) -> None:
    check_says(one)


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
    assert "Player 1 bids 1 × 2." in table.alt(tongue("en-US"))


def test_podium_shows_no_dice_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    places = (podium.Place(TEN[n], n + 1, score) for n, score in enumerate((3, 0, -7)))
    texts = [one.text for one in written(podium.Podium("bluff", tuple(places)), monkeypatch)]
    assert texts.count("0") == 2
    assert not [text for text in texts if "7" in text]
