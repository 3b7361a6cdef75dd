"""Names and cards in the pictures of Schwimmen."""

from typing import Any

import pytest

from bot.drawing.canvas import Canvas
from bot.drawing.pen import Sprite
from bot.drawing.picture import Who
from cogs.schwimmen.drawing import pictures, pieces
from games.cards import Card, parse_card
from tests.pictures import LONG
from tests.written import written

ANA = Who(0, "Ana")
MIDDLING = Who(2, "Anastasia-Marie")


def cards(text: str) -> tuple[Any, ...]:
    return tuple(map(parse_card, text.split()))


def seats(*people: Who, closed: bool = False) -> tuple[pictures.Seat, ...]:
    return tuple(pictures.Seat(who, 3, 3, closed=closed) for who in people)


def swapped(who: Who, *others: Who, closed: bool = False) -> pictures.Table:
    swap = pictures.Swap(who, cards("7S"), cards("KH"))
    return pictures.Table(cards("QH 7S TS"), 9, seats(who, *others, closed=closed), swap)


@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
@pytest.mark.parametrize("others", [1, 3, 7])
@pytest.mark.parametrize("closed", [False, True])
def test_swapper_has_one_name_form_in_the_pool(
    who: Who, others: int, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = [Who(n, f"Ben {n}") for n in range(3, 3 + others)]
    told = [text for text, *_ in written(swapped(who, *company, closed=closed), monkeypatch)]
    names = [text for text in told if text[:3] == who.name[:3]]
    assert len(names) == 3
    assert len(set(names)) == 1


def test_few_names_in_the_pool_use_free_room(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = pictures.Table(cards("QH 7S TS"), 9, seats(LONG, MIDDLING, closed=True))
    told = [text for text, *_ in written(pool, monkeypatch)]
    assert MIDDLING.name in told
    assert sum(len(text) > 20 for text in told) == 1, "most of the longest too"


def test_where_lives_are_few_a_name_has_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [
        pictures.Open(pictures.Seat(Who(n, MIDDLING.name), 1, 1), cards("AS KS TS"))
        for n in range(8)
    ]
    told = [text for text, *_ in written(pictures.End(tuple(hands)), monkeypatch)]
    assert told.count(MIDDLING.name) == 8


@pytest.mark.parametrize("stock", [8, 20])
@pytest.mark.parametrize("lives", [0, 3, 5])
def test_the_stock_and_the_lives_stand_apart(
    stock: int, lives: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = pictures.Hand(cards("AH 9H KC"), lives, 5, cards("QH 7S TS"), stock)
    hearts: list[tuple[float, float]] = []
    put = Canvas.put

    def noted(self: Canvas, sprite: Any, x: float, y: float) -> None:
        w, h = sprite.mask.size
        if w == h < 70:
            hearts.append((x, y))
        put(self, sprite, x, y)

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "put", noted)
        told = written(hand, monkeypatch)
    assert (str(stock), 746) in [(text, round(left)) for text, left, *_ in told]
    # The first is the suit of what the hand is worth.
    assert len(hearts) == 1 + (5 if lives else 1)
    assert all(y > 400 for _, y in hearts[1:]), "not beside the stock, at the top"


def test_cards_stand_in_the_order_in_which_texts_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = cards("AC 9H 7H")
    shown: list[str] = []
    lying = pieces.lying

    def noted(card: Card, *rest: Any) -> Sprite:
        shown.append(str(card))
        return lying(card, *rest)

    monkeypatch.setattr(pictures, "lying", noted)
    pictures.End((pictures.Open(seats(ANA)[0], hand),)).draw()
    assert shown == [str(card) for card in hand]
