"""The claims of the lesson of Bluff hold by the rules."""

from fractions import Fraction
from math import comb

import pytest

from cogs.lesson.decisions import LEARNER
from cogs.lesson.learning import LESSONS
from games import bluff
from games.bluff.state import matching
from tests.cogs.lesson.deciding import good, legal, state, told

BLUFF = LESSONS["bluff"]


def chance(number: int, bid: bluff.Bid) -> Fraction:
    """Return the chance of a bid as the learner sees it."""
    view = bluff.GAME.view(state(BLUFF, number), LEARNER)
    need = bid.count - matching(view.hand, bid.face)
    unseen = view.dice - len(view.hand)
    p = Fraction(1 if bid.face == bluff.WILD else 2, 6)
    counts = range(max(0, need), unseen + 1)
    return sum((comb(unseen, k) * p**k * (1 - p) ** (unseen - k) for k in counts), Fraction())


def bids(number: int) -> dict[str, Fraction]:
    """Return the legal bids with their chances to be true."""
    moves = [bluff.GAME.parse_move(text) for text in legal(BLUFF, number)]
    return {str(one): chance(number, one) for one in moves if isinstance(one, bluff.Bid)}


def lost(number: int, text: str) -> dict[int, int]:
    events = told(BLUFF, number, text)
    return {e.seat: e.dice for e in events if isinstance(e, bluff.Lost)}


def test_likely_bids_are_those_that_are_praised() -> None:
    likely = {text for text, p in bids(1).items() if p > 0.6}
    assert likely == set(good(BLUFF, 1))
    assert [round(100 * bids(1)[text]) for text in good(BLUFF, 1)] == [70, 70]
    assert round(100 * chance(1, bluff.Bid(5, 4))) == 90
    for text in good(BLUFF, 1):
        assert 0 not in lost(1, text)


@pytest.mark.parametrize("number", [2, 5])
def test_one_bid_alone_is_sure(number: int) -> None:
    assert [text for text, p in bids(number).items() if p == 1] == [*good(BLUFF, number)]


def test_a_bid_far_too_high_is_challenged() -> None:
    assert matching(bluff.GAME.view(state(BLUFF, 3), LEARNER).hand, 2) == 0
    assert round(100 * chance(3, bluff.Bid(6, 2))) == 8
    assert lost(3, "challenge") == {2: 3}


def test_two_rerolled_dice_bring_one_more_in_five_of_nine_cases() -> None:
    assert 1 - Fraction(4, 6) ** 2 == Fraction(5, 9)
    after = BLUFF.after(4, "show44*")[0].state
    assert matching((*after.hidden[0], *after.shown[0]), 4) >= 4
    assert {type(move) for move in bluff.GAME.legal_moves(after, LEARNER)} == {bluff.Bid}


def test_two_wilds_beat_four_of_the_highest_face() -> None:
    after = BLUFF.after(5, "2x*")[0].state
    assert str(bluff.GAME.view(after, None).lowest) == "5x1"
    higher = [str(bid) for bid in bluff.higher_bids(bluff.Bid(2, bluff.WILD), 15)]
    assert "3x*" in higher
    assert "4x5" not in higher


@pytest.mark.parametrize("number", range(1, 6))
def test_every_task_is_played_out_to_the_lifted_cups(number: int) -> None:
    for text in legal(BLUFF, number):
        events = told(BLUFF, number, text)
        (count,) = [e for e in events if isinstance(e, bluff.CupsLifted)]
        (loss, *_) = [e for e in events if isinstance(e, bluff.Lost)]
        if text in good(BLUFF, number):
            assert loss.seat != LEARNER, (text, count)
