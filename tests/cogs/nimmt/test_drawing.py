"""The pictures of 6 nimmt!."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.drawing.colours import CORAL
from bot.drawing.picture import Picture, Who
from bot.words.i18n import tongue
from cogs.nimmt.drawing import pieces
from cogs.nimmt.drawing.film import Reveal, Waiting
from cogs.nimmt.drawing.pictures import End, Hand, Laid, Played, Table, Taken, Trick
from cogs.nimmt.drawing.pieces import FELT
from games.nimmt.cards import JOKERS, NUMBERS, card_text
from tests.eyes import DEFICIENT, contrast
from tests.pictures import TEN, check_full, check_says
from tests.written import written

SAYS = {
    "table": "3, 8 (new, Jörg took the row), 2 bulls|Row 3 is full|55 (new, 千恵), 13 bulls",
    "hand": "0.4, 5, 20, 33, 38, 47, 60, 73, 85, 90, 104|last is 55, 7 bulls",
    "hand-due": "Your 5 waits for a row|3: 5 of 5 cards",
    "reveal": "千恵: 73 takes row 3, 13 bulls|Ana: 88 to row 4|row 3: 41, 43, 49, 50, 55",
    "reveal-due": "Jörg: 6, still to be placed|Anastasia: 55, still|Row 1: 2 of 5 cards",
    "lobby": "Ana sits here, the host.|千恵 sits here.|7 seats are free.",
    "end": "1. Ana: 18 bulls.|5. Mika: 70 bulls.",
}


@pytest.mark.parametrize("name", SAYS)
def test_text_describes_the_picture(name: str) -> None:
    check_says(f"nimmt-{name}", SAYS[name])


_ROW = tuple(Laid(card, TEN[1], took=True) for card in NUMBERS[-5:])
FULL: list[Picture] = [
    Table((_ROW,) * 4),
    Hand((End(1040, 5, 27),) * 4, (*JOKERS[:1], *NUMBERS[-10:])),
    Trick(tuple(Played(TEN[n], NUMBERS[-n - 1], 3, 27) for n in range(10))),
    Trick(
        tuple(Played(TEN[n], NUMBERS[-n - 1], 3, 27) for n in range(5)),
        Taken(TEN[5], 3, NUMBERS[-5:]),
    ),
]


@pytest.mark.parametrize("at", range(len(FULL)))
def test_full_picture_fits_file_and_text(at: int) -> None:
    check_full(FULL[at])


@pytest.mark.parametrize("kind", ["typical", *DEFICIENT])
def test_cards_stand_out_for_all_eyes(kind: str) -> None:
    assert contrast(CORAL, FELT.threat, kind) >= 2.9
    for card in (4, 10, 50, 100, 110, 550):
        ground, digits, bulls = pieces.inks(card)
        assert contrast(digits, ground, kind) >= 4
        assert contrast(bulls, ground, kind) >= 3


def test_gold_and_coral_never_say_something_alone() -> None:
    owner = Who(0, "Ana")
    rows = ((Laid(80),),) * 3
    new = Table(((Laid(80, owner),), *rows))
    took = Table(((Laid(80, owner, took=True),), *rows))
    plain = Table(((Laid(80),), *rows))
    grey = [picture.draw().image.convert("L") for picture in (plain, new, took)]
    for one, other in combinations(grey, 2):
        assert ImageChops.difference(one, other).getbbox()


def test_every_card_is_drawn() -> None:
    drawn = {card: pieces.card(card, 96, 104) for card in JOKERS + NUMBERS}
    assert len({sprite.rgb.tobytes() for sprite in drawn.values()}) == len(drawn)
    assert card_text(1040) == "104"


def test_text_names_the_rows_in_order() -> None:
    rows = ((Laid(1040),), (Laid(70),), (Laid(80, Who(0, "Ana")),), (Laid(90),))
    told = Table(rows).told(tongue("en-US"))
    places = [told.index(f"Row {n}") for n in range(1, 5)]
    assert places == sorted(places)


def test_wait_for_a_row_names_each_card_once() -> None:
    rows = ((30,), (70,), (80,), (90,))
    cards = (Played(Who(0, "Ana"), 20), Played(Who(1, "Ben"), 85))
    told = Reveal(rows, cards, Waiting(rows, cards)).told(tongue("en-US"))
    assert told.count("Ana: ") == told.count("Ben: ") == 1


def test_name_of_five_letters_has_room_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    row = (Laid(30), Laid(40, Who(0, "Kenji")), Laid(50, Who(1, "Amara")))
    drawn = [one.text for one in written(Table((row, *((Laid(70),),) * 3)), monkeypatch)]
    assert {"Kenji", "Amara"} <= {*drawn}
