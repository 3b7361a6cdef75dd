"""The pictures of Schwimmen."""

import pytest

from bot.drawing.picture import Picture
from bot.screens.examples import samples
from bot.screens.look import Marked
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.schwimmen.drawing import pieces
from cogs.schwimmen.drawing.moment import Choice
from cogs.schwimmen.drawing.pictures import End, Hand, Open, Seat, Swap, Table
from cogs.schwimmen.look import LOOK
from games import GAMES, schwimmen
from games.cards import PACK
from games.position import Position, wandered
from tests.drawing import stored_of
from tests.eyes import differ, shape
from tests.games.playing import random_match
from tests.pictures import TEN, Said, check_full, check_says

T = tongue("en-US")

SAYS = [
    Said(
        wandered("schwimmen", 4, 1, 33),
        "Ben gave 10 of diamonds (new) for 8 of hearts|middle: 8 of diamonds, 7 of hearts"
        "|Chie to act|Ana has closed|Chie: 1 life|Stock: 17",
    ),
    Said(wandered("schwimmen", 4, 1, 52), "three cards face down|Jörg swims"),
    Said(wandered("schwimmen", 4, 1, 58), "Chie to act|Ben swims|Jörg is out"),
    Said(
        wandered("schwimmen", 4, 1, 27),
        "A of hearts, 7 of hearts, 10 of diamonds|Worth 18 in hearts|2 lives left"
        "|7 of diamonds (new)|Stock: 17",
        0,
    ),
    Said(Position("schwimmen", 3, 12, "2 keep, 0 KD-QD"), "Worth 30½.|3 lives left", 0),
    Said(wandered("schwimmen", 4, 1, 52), "Swimming", 3),
    Said(
        wandered("schwimmen", 4, 1, 52),
        "Ben: J♥ 8♥ 7♥. Worth 25 in hearts|Jörg loses a life and swims",
        held=True,
    ),
    Said(wandered("schwimmen", 8, 2, 19), "Chie loses a life, 1 is left", held=True),
    Said(wandered("schwimmen", 4, 1), "1. Ben: survived 13 deals.|4. Jörg: survived 9"),
    Said(wandered("schwimmen", 4, 1), "Deal 13 put you out. Worth 10 in clubs", 0),
]


@pytest.mark.parametrize("one", SAYS)
def test_text_describes_the_picture(one: Said) -> None:
    check_says(one)


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
