"""Names and signs in pictures: consistent, shortened only without space, one meaning each."""

from itertools import combinations
from typing import Any

import pytest

from bot.drawing import chips, french, schwimmen, sinomilia
from bot.drawing.canvas import Canvas
from bot.drawing.pen import Sprite
from bot.drawing.picture import Who
from bot.drawing.samples import LONG
from games.cards import Card, parse_card

from ...written import written

ANA, BEN = Who(0, "Ana"), Who(1, "Ben")
MIDDLING = Who(2, "Anastasia-Marie")


def cards(text: str) -> tuple[Any, ...]:
    return tuple(map(parse_card, text.split()))


def seats(*people: Who, closed: bool = False) -> tuple[schwimmen.Seat, ...]:
    return tuple(schwimmen.Seat(who, 3, 3, closed=closed) for who in people)


def swapped(who: Who, *others: Who, closed: bool = False) -> schwimmen.Table:
    swap = schwimmen.Swap(who, cards("7S"), cards("KH"))
    return schwimmen.Table(cards("QH 7S TS"), 9, seats(who, *others, closed=closed), swap)


@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
@pytest.mark.parametrize("others", [1, 3, 7])
@pytest.mark.parametrize("closed", [False, True])
def test_pool_writes_the_swapping_player_alike_everywhere(
    who: Who, others: int, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    company = [Who(n, f"Ben {n}") for n in range(3, 3 + others)]
    told = [text for text, *_ in written(swapped(who, *company, closed=closed), monkeypatch)]
    names = [text for text in told if text[:3] == who.name[:3]]
    assert len(names) == 3
    assert len(set(names)) == 1


def test_names_use_free_space_when_the_pool_has_few_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = schwimmen.Table(cards("QH 7S TS"), 9, seats(LONG, MIDDLING, closed=True))
    told = [text for text, *_ in written(pool, monkeypatch)]
    assert MIDDLING.name in told
    assert sum(len(text) > 20 for text in told) == 1, "most of the longest too"


def test_names_use_the_space_of_lost_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [
        schwimmen.Open(schwimmen.Seat(Who(n, MIDDLING.name), 1, 1), cards("AS KS TS"))
        for n in range(8)
    ]
    told = [text for text, *_ in written(schwimmen.End(tuple(hands)), monkeypatch)]
    assert told.count(MIDDLING.name) == 8


@pytest.mark.parametrize("stock", [8, 20])
@pytest.mark.parametrize("lives", [0, 3, 5])
def test_stock_and_lives_do_not_overlap(
    stock: int, lives: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = schwimmen.Hand(cards("AH 9H KC"), lives, 5, cards("QH 7S TS"), stock)
    hearts: list[tuple[float, float]] = []
    mid = Canvas.mid

    def noted(self: Canvas, sprite: Any, x: float, y: float) -> None:
        hearts.append((x, y))
        mid(self, sprite, x, y)

    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "mid", noted)
        told = written(hand, monkeypatch)
    assert (str(stock), 746) in [(text, round(left)) for text, left, *_ in told]
    # The first is the suit of what the hand is worth.
    assert len(hearts) == 1 + (5 if lives else 1)
    assert all(y > 400 for _, y in hearts[:-1]), "not beside the stock, at the top"


def test_cards_are_in_the_order_of_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = cards("AC 9H 7H")
    shown: list[str] = []
    lying = french.lying

    def noted(card: Card, *rest: Any) -> Sprite:
        shown.append(str(card))
        return lying(card, *rest)

    monkeypatch.setattr(schwimmen, "lying", noted)
    schwimmen.End((schwimmen.Open(seats(ANA)[0], hand),)).draw()
    assert shown == [str(card) for card in hand]


@pytest.mark.parametrize("way", [(6, 6), (5, 6), (0, 1), (9, 8), (0, 9)])
@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
def test_reveal_writes_both_names_side_by_side(
    way: tuple[int, int], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Who(1, "Wilhelmina-Charlotte von Anhalt")
    turned = [
        sinomilia.Turned(one, card, 9, 9) for one, card in zip((who, other), way, strict=True)
    ]
    found = written(sinomilia.Reveal((turned[0], turned[1]), ("sun",) * 6, 0), monkeypatch)
    names = [one for one in found if one.text[:3] in (who.name[:3], other.name[:3])]
    assert len(names) == 4
    assert len({text for text, *_ in names}) == 2
    first, second = sorted(names[2:], key=lambda one: one.left)
    assert first.left >= 18
    assert first.right < second.left
    assert second.right <= 862


def test_ring_and_sinomilia_pieces_all_look_different() -> None:
    drawn = [french.ring(54), chips.held(0, 54), chips.held(1, 54), chips.chip("sun", 54)]
    for one, other in combinations(drawn, 2):
        assert (one.rgb.tobytes(), one.mask.tobytes()) != (
            other.rgb.tobytes(),
            other.mask.tobytes(),
        )


@pytest.mark.parametrize("card", [8, 9])
def test_a_lifted_prediction_leaves_the_change_card_bare(
    card: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, places = Canvas.put, []

    def noted(self: Canvas, sprite: Any, x: float, y: float) -> None:
        w, h = sprite.mask.size
        places.append((x, y, x + w - 2 * sprite.out, y + h - 2 * sprite.out))
        put(self, sprite, x, y)

    monkeypatch.setattr(Canvas, "put", noted)
    seat = sinomilia.Seat(ANA, 11)
    sinomilia.Hand(seat, sinomilia.Seat(BEN, 9), (), card).draw()
    ring = places[-1]
    assert ring[2] - ring[0] == 84
    over = [one for one in places if one[2] > ring[0] and one[3] > 258 and one[1] < 360]
    assert all(one[3] + 18 < ring[1] or one[1] >= ring[1] for one in over)
    assert any(one[3] + 18 < ring[1] for one in over), "the change card"
