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
from cogs.nimmt.drawing.pieces import THEME
from games.nimmt import NimmtOptions, Took
from games.nimmt.cards import JOKERS, NUMBERS, card_text
from games.position import Position, wandered
from tests.eyes import DEFICIENT, contrast
from tests.pictures import TEN, Said, check_full, check_says
from tests.written import written

_JOKERS = NimmtOptions(jokers=True, deck="full")
SAYS = [
    Said(
        wandered("nimmt", 10, 2, 60),
        "Row 2: 73 (new, Ana took the row), 74 (new, Zoë), 85 (new, Jörg), 4 bulls|Row 3 is full",
    ),
    Said(wandered("nimmt", 4, 1, 136), "Your hand: 21, 25|Row 3: 1 of 5 cards, the last is 77", 0),
    Said(wandered("nimmt", 3, 1, 16), "Your 23 waits for a row|hand: 27, 36|1: 3 of 5 cards", 0),
    Said(
        Position("nimmt", 3, 5, until=(Took,)),
        "Ben: 18 takes row 4, 1 bull|Chie: 102 to row 3|Ana takes row 3: 68, 71, 73, 79, 82",
        held=True,
    ),
    Said(wandered("nimmt", 4, 1, 135), "Ben: 13, still to be placed|Row 1: 4 of 5 cards"),
    Said(Position("nimmt", 3, 6, options=_JOKERS), "Your hand: 0.9, 6|0.5, 0 bulls", 0),
    Said(wandered("nimmt", 4, 1), "1. Jörg: 41 bulls.|4. Ben: 85 bulls."),
    Said(wandered("nimmt", 4, 1), "rank 2: 57 bulls.|round 1, your 19 took 22, 29, 30, 33", 0),
]


@pytest.mark.parametrize("one", SAYS)
def test_text_describes_the_picture(one: Said) -> None:
    check_says(one)


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
    assert contrast(CORAL, THEME.threat, kind) >= 2.9
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
    told = Table(rows).alt(tongue("en-US"))
    places = [told.index(f"Row {n}") for n in range(1, 5)]
    assert places == sorted(places)


def test_wait_for_a_row_names_each_card_once() -> None:
    rows = ((30,), (70,), (80,), (90,))
    cards = (Played(Who(0, "Ana"), 20), Played(Who(1, "Ben"), 85))
    told = Reveal(rows, cards, Waiting(rows, cards)).alt(tongue("en-US"))
    assert told.count("Ana: ") == told.count("Ben: ") == 1


def test_name_of_five_letters_has_room_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    row = (Laid(30), Laid(40, Who(0, "Kenji")), Laid(50, Who(1, "Amara")))
    drawn = [one.text for one in written(Table((row, *((Laid(70),),) * 3)), monkeypatch)]
    assert {"Kenji", "Amara"} <= {*drawn}
