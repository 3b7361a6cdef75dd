"""The pictures of Schwimmen, their names and cards, alone and in running matches."""

from dataclasses import replace
from typing import Any

import pytest

from bot.drawing.file import File
from bot.drawing.pen import Sprite
from bot.drawing.picture import Who
from bot.play.computers import cast_of, seated
from bot.screens import result
from bot.screens.examples import samples
from bot.screens.look import Marked
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.schwimmen import drawing
from cogs.schwimmen.drawing import pictures
from cogs.schwimmen.drawing.moment import Choice
from cogs.schwimmen.look import LOOK
from games import GAMES, schwimmen
from games.cards import PACK, Card
from games.schwimmen import SchwimmenOptions

from ...drawing import stored_of
from ...eyes import differ, shape
from ...games.playing import random_match
from ...games.schwimmen.positions import cards
from ...pictures import LONG, pieces, written
from ..beside import match
from ..evening import Patch


def test_computers_have_the_same_name_in_pictures_and_words() -> None:
    drawing, _ = match("schwimmen", 3)
    stored = drawing.at(3).stored
    pike = seated(cast_of("schwimmen"), "hard", stored.players[:2], "0" * 64)
    people = (*stored.players[:2], replace(pike, seat=2))
    sight = replace(drawing.at(3).sight(None), stored=replace(stored, players=people))
    for locale, name in (("en-US", "Pike"), ("de", "Hecht")):
        picture = sight.picture(tongue(locale))
        assert picture is not None
        assert name in picture.alt(tongue(locale))
        assert name in repr(picture)


def test_match_called_off_counts_lives_beside_its_picture() -> None:
    drawing, _ = match("schwimmen", 3)
    sight = drawing.at(0).sight(None)
    over = replace(sight.stored, phase="cancelled")
    picture = sight.picture(tongue("en-US"))
    assert picture is not None
    shown = replace(sight, stored=over, file=File(picture, "x.png", b""))
    told = result.called_off(shown, tongue("en-US"))
    assert str(told[-2]).count(f"**{SchwimmenOptions().lives}**") == 3


T = tongue("en-US")


@pytest.mark.parametrize(("one", "other"), [("H", "D"), ("S", "C"), ("H", "S"), ("D", "C")])
def test_suits_differ_without_any_colour(one: str, other: str) -> None:
    cards = {card.suit: card for card in PACK if card.rank == "9"}
    first, second = (drawing.upright(cards[suit], 142, 200) for suit in (one, other))
    assert differ(shape(first), shape(second)) > 0.02


def test_moment_names_both_turns() -> None:
    told = samples()["schwimmen-choice-4"].alt(T)
    assert "in coral: K of clubs for K of hearts, worth 20 then" in told
    assert "in gold: a pass and a close, worth 17 then" in told


def test_moment_marks_both_turns_with_the_hands_after() -> None:
    played = random_match("schwimmen", 3, GAMES["schwimmen"].Options(swap_all=True), 4)
    seen = set()
    for ply, (seat, text) in enumerate(played.record.moves):
        scene = Sight.at(stored_of(played.record), LOOK, played.steps[: ply + 1], seat).scene(T)
        move = GAMES["schwimmen"].parse_move(text)
        drawn = LOOK.moment(scene, Marked(move, schwimmen.Pass(), 0.1))
        if isinstance(move, schwimmen.Keep | schwimmen.Take):
            assert drawn is None, "the dealer's choice has no such picture"
            continue
        assert isinstance(drawn, Choice)
        assert drawn.better.hand == drawn.own == scene.view.hand
        after = played.steps[ply + 1].state
        if after.deal == scene.view.deal and not after.results:
            assert drawn.played.hand == after.hands[seat]
            assert {*drawn.played.take} <= {*after.hands[seat]}
        seen.add(type(move))
    assert seen == {schwimmen.Swap, schwimmen.SwapAll, schwimmen.Pass}


ANA = Who(0, "Ana")
MIDDLING = Who(2, "Anastasia-Marie")


def seats(*people: Who, closed: bool = False) -> tuple[pictures.Seat, ...]:
    return tuple(pictures.Seat(who, 3, 3, closed=closed) for who in people)


def swapped(who: Who, *others: Who, closed: bool = False) -> pictures.Table:
    swap = pictures.Swap(who, cards("7S"), cards("KH"))
    return pictures.Table(cards("QH 7S TS"), 9, seats(who, *others, closed=closed), swap)


@pytest.mark.parametrize("who", [ANA, MIDDLING, LONG], ids=lambda who: who.name[:9])
@pytest.mark.parametrize("others", [1, 3, 7])
@pytest.mark.parametrize("closed", [False, True])
def test_swapper_has_one_name_form_in_the_pool(
    who: Who, others: int, closed: bool, monkeypatch: Patch
) -> None:
    company = [Who(n, f"Ben {n}") for n in range(3, 3 + others)]
    told = [text for text, *_ in written(swapped(who, *company, closed=closed), monkeypatch)]
    names = [text for text in told if text[:3] == who.name[:3]]
    assert len(names) == 3
    assert len(set(names)) == 1


def test_few_names_in_the_pool_use_free_room(monkeypatch: Patch) -> None:
    pool = pictures.Table(cards("QH 7S TS"), 9, seats(LONG, MIDDLING, closed=True))
    told = [text for text, *_ in written(pool, monkeypatch)]
    assert MIDDLING.name in told
    assert sum(len(text) > 20 for text in told) == 1, "most of the longest too"


def test_where_lives_are_few_a_name_has_their_room(monkeypatch: Patch) -> None:
    hands = [
        pictures.Open(pictures.Seat(Who(n, MIDDLING.name), 1, 1), cards("AS KS TS"))
        for n in range(8)
    ]
    told = [text for text, *_ in written(pictures.End(tuple(hands)), monkeypatch)]
    assert told.count(MIDDLING.name) == 8


@pytest.mark.parametrize("stock", [8, 20])
@pytest.mark.parametrize("lives", [0, 3, 5])
def test_the_stock_and_the_lives_stand_apart(stock: int, lives: int, monkeypatch: Patch) -> None:
    hand = pictures.Hand(cards("AH 9H KC"), lives, 5, cards("QH 7S TS"), stock)
    hearts = [box for box in pieces(hand) if box[2] - box[0] == box[3] - box[1] < 70]
    told = written(hand, monkeypatch)
    assert (str(stock), 746) in [(text, round(left)) for text, left, *_ in told]
    # The first is the suit of what the hand is worth.
    assert len(hearts) == 1 + (5 if lives else 1)
    assert all(y > 400 for _, y, *_ in hearts[1:]), "not beside the stock, at the top"


def test_cards_stand_in_the_order_in_which_texts_have_them(monkeypatch: Patch) -> None:
    hand = cards("AC 9H 7H")
    shown: list[str] = []
    lying = drawing.lying

    def noted(card: Card, *rest: Any) -> Sprite:
        shown.append(str(card))
        return lying(card, *rest)

    monkeypatch.setattr(pictures, "lying", noted)
    pictures.End((pictures.Open(seats(ANA)[0], hand),)).draw()
    assert shown == [str(card) for card in hand]
