"""The pictures of Schwimmen."""

import pytest

from bot.screens.examples import samples
from bot.screens.look import Marked
from bot.screens.sight import Sight
from bot.words.i18n import tongue
from cogs.schwimmen.drawing import pieces
from cogs.schwimmen.drawing.moment import Choice
from cogs.schwimmen.look import LOOK
from games import GAMES, schwimmen
from games.cards import PACK
from tests.drawing import stored_of
from tests.eyes import differ, shape
from tests.games.playing import random_match

T = tongue("en-US")


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
