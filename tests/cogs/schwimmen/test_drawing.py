"""The pictures of Schwimmen."""

import pytest

from bot.drawing.picture import Picture
from bot.screens.look import Marked
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.schwimmen.drawing import pieces
from cogs.schwimmen.drawing.moment import Choice
from cogs.schwimmen.drawing.pictures import End, Hand, Open, Seat, Swap, Table
from cogs.schwimmen.look import LOOK
from games import GAMES, schwimmen
from games.cards import PACK
from tests.drawing import stored_of
from tests.eyes import differ, shape
from tests.games.playing import random_match
from tests.pictures import TEN, check_full, check_says

T = tongue("en-US")

SAYS = {
    "table": "千恵 gave 7 of spades (new) for K of hearts|Jörg to act|Jörg swims"
    "|千恵 has closed|Ben: 1 life|Stock: 14|Q of hearts, 10 of spades",
    "table-8": "Mika is out",
    "hand": "A of hearts, 9 of hearts, K of clubs|Worth 20 in hearts|2 lives left"
    "|7 of spades (new)|Stock: 14",
    "hand-three": "Worth 30½.|Swimming",
    "choice": "You played, in coral: 9 of hearts for 10 of spades, worth 11 then"
    "|Better, in gold: K of clubs for Q of hearts and a close, worth 30 then",
    "choice-pass": "in coral: a pass, worth 30½ then",
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
