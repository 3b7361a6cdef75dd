"""Bluff: every rule, ruling and worked example of the rules page."""

import pytest

from games import bluff
from games.bluff import GAME, Bid, BluffOptions, State, higher_bids
from games.core import Outcome, Seat, Step
from games.errors import IllegalMove, InvalidMove, MatchOver

from ..playing import chance, only, refused
from .positions import bid, dice, play, position


def legal(state: State, seat: int | None = None) -> set[str]:
    moves = GAME.legal_moves(state, state.turn if seat is None else Seat(seat))
    return {GAME.move_text(move) for move in moves}


def lost(step: Step[State]) -> dict[int, int]:
    return {e.seat: e.dice for e in step.events if isinstance(e, bluff.Lost)}


# Roll


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("number", range(1, 7))
def test_every_seat_rolls_its_dice(seats: int, number: int) -> None:
    state = GAME.deal(seats, BluffOptions(dice=number), chance(0)).state
    assert [len(hidden) for hidden in state.hidden] == [number] * seats
    assert all(1 <= face <= 6 for hidden in state.hidden for face in hidden)
    assert state.left == (number,) * seats


# Order of bids


def test_example_1_bids_higher_than_three_3s() -> None:
    state = position("1 2 3/1 2 3/1 2 3", "2:3x3")
    assert {"3x4", "3x5", "4x1", "4x2", "2x*"} <= legal(state)
    assert not {"3x3", "3x2", "2x5", "1x*"} & legal(state)


def test_example_2_bids_higher_than_two_wilds() -> None:
    state = position("1 2 3/1 2 3/1 2 3", "2:2x*")
    assert {"5x1", "5x2", "5x3", "5x4", "5x5", "3x*"} <= legal(state)
    assert "4x5" not in legal(state)


def test_bids_in_their_whole_order() -> None:
    texts = [str(each) for each in higher_bids(None, 3)]
    ones, twos, threes = (f"{n}x1 {n}x2 {n}x3 {n}x4 {n}x5" for n in (1, 2, 3))
    assert texts == f"{ones} {twos} 1x* {threes} 2x* 3x*".split()


def test_count_is_from_one_to_the_dice_on_the_table() -> None:
    state = position("1 2/3 4")
    assert {text[0] for text in legal(state) if "x" in text} == set("1234")
    with pytest.raises(IllegalMove, match="Only 4 dice"):
        play(state, "5x1")
    with pytest.raises(InvalidMove):
        GAME.parse_move("0x1")


def test_the_highest_bid_must_be_challenged() -> None:
    state = position("1 2 3/4 5 *", "1:6x*")
    assert legal(state) == {"challenge"}
    with pytest.raises(IllegalMove, match="No bid is higher than 6x"):
        play(state, "show1")
    assert GAME.view(state, None).lowest is None
    assert not GAME.view(state, Seat(0)).may_show


# Show and reroll


def test_shown_dice_stay_visible_and_the_rest_is_rerolled() -> None:
    state = position("1 2 3 3 */4 5", "1:1x4")
    step = play(state, "show3*")
    after = step.state
    assert after.shown == (dice("3 *"), ())
    assert len(after.hidden[0]) == 3
    assert after.left == state.left
    showed, rerolled = step.events
    assert showed == bluff.Showed(seat=Seat(0), dice=dice("3 *"), rerolled=3)
    assert rerolled == bluff.Rerolled(to=frozenset({Seat(0)}), seat=Seat(0), dice=after.hidden[0])
    assert after.stage > state.stage


def test_seat_must_bid_after_a_show() -> None:
    after = play(position("1 2 3/4 5", "1:1x4"), "show1").state
    assert GAME.to_act(after) == {0}
    assert legal(after) == {str(each) for each in higher_bids(bid("1x4"), 5)}
    for text in ("challenge", "show" + bluff.face_text(after.hidden[0][0])):
        with pytest.raises(IllegalMove, match="now make a bid"):
            play(after, text)
    assert GAME.to_act(play(after, "2x1").state) == {1}


def test_more_dice_may_be_shown_later_and_shown_ones_stay() -> None:
    state = position("1 2 3/4 5", "1:1x4", shown="3 3/")
    after = play(state, "show2").state
    assert after.shown[0] == dice("2 3 3")
    assert len(after.hidden[0]) == 2
    with pytest.raises(IllegalMove, match="under your cup"):
        play(position("1 2/4", "1:1x4", shown="3 3/"), "show3")


def test_example_5_one_die_must_stay_hidden_after_a_show() -> None:
    alone = position("3/1 2")
    assert not any(text.startswith("show") for text in legal(alone))
    with pytest.raises(IllegalMove, match="two hidden ones"):
        play(alone, "show3")
    five = position("1 2 3 4 5/1")
    sizes = {len(text) - len("show") for text in legal(five) if text.startswith("show")}
    assert sizes == {1, 2, 3, 4}
    with pytest.raises(IllegalMove, match="At least one die"):
        play(five, "show12345")


# Settling a challenge


@pytest.mark.parametrize(
    ("hands", "made", "out", "costs"),
    [
        pytest.param("1 1 2 3 */2 2 5 * *", "1:4x2", (), {0: 2}, id="example 3, the excess"),
        pytest.param("1 1 2 3 */3 3 5 5 5", "1:4x2", (), {1: 2}, id="the difference"),
        pytest.param("1 1 2 3 */2 2 5 * *", "1:4x*", (), {1: 1}, id="wilds count once"),
        pytest.param("1 1/2 3//1 5", "3:3x1", (0, 0, 1, 0), {0: 1, 1: 1}, id="a seat is out"),
        pytest.param("2/1 3 3/4 4 4", "2:6x5", (), {2: 3}, id="no more than it has"),
    ],
)
def test_challenge_costs_dice(
    hands: str, made: str, out: tuple[int, ...], costs: dict[int, int]
) -> None:
    before = position(hands, made, out=out, number=2)
    step = play(before, "challenge")
    assert lost(step) == costs
    left = [have - costs.get(seat, 0) for seat, have in enumerate(before.left)]
    assert list(step.state.left) == left
    assert not out or step.state.out == out


def test_example_4_exact_bid_costs_all_others_one_die() -> None:
    step = play(position("1 1/2 3/4/1 5", "3:3x1"), "challenge")
    assert lost(step) == {0: 1, 1: 1, 2: 1}
    assert step.state.left == (1, 1, 0, 2)
    assert step.state.out == (0, 0, 1, 0)
    assert step.state.turn == 1
    assert not step.state.over


def test_next_starter_is_the_next_seat_with_dice() -> None:
    state = position("1 1/2/3 3/4 4", "0:4x5", turn=1)
    step = play(state, "challenge")
    assert lost(step) == {0: 2}
    assert step.state.turn == 2
    assert only(step.events, bluff.RoundBegan) == bluff.RoundBegan(
        round=2, starter=Seat(2), left=(0, 1, 2, 2)
    )
    challenger_out = play(position("1 1/5/5 5/4 4", "0:1x5", turn=1), "challenge")
    assert challenger_out.state.left == (2, 0, 2, 2)
    assert challenger_out.state.turn == 2


# The end, the default move, and refusals


def test_the_match_ends_when_one_seat_has_dice() -> None:
    step = play(position("1 2//3", "2:2x3", out=(0, 2, 0), number=5), "challenge")
    outcome = Outcome((1, 3, 2), (2, -3, 0))
    assert GAME.outcome(step.state) == outcome, "later out is better"
    assert GAME.to_act(step.state) == frozenset()
    assert step.events[-1] == bluff.MatchEnded(ranks=outcome.ranks, scores=outcome.scores)
    with pytest.raises(MatchOver):
        GAME.play(step.state, Seat(0), Bid(1, 1), chance())


def test_seats_out_in_the_same_challenge_share_a_rank() -> None:
    step = play(position("1/2/1/4 4", "3:2x4", turn=0), "challenge")
    assert GAME.outcome(step.state) == Outcome((2, 2, 2, 1), (0, 0, 0, 2))
    assert step.state.left == (0, 0, 0, 2)


@pytest.mark.parametrize(
    ("hands", "bids", "expected"),
    [
        ("1 2 3/4 5 *", "", "1x1"),
        ("1 2 3/4 5 *", "1:1x4", "1x5"),
        ("1 2 3/4 5 *", "1:3x4", "challenge"),
        ("4 4 3/4 5 *", "1:3x4", "3x5"),
        ("1 2 3/4 5 *", "1:1x*", "challenge"),
        ("1 2 */4 5 *", "1:1x*", "3x1"),
        ("* * */* * *", "1:6x*", "challenge"),
        ("*/*", "1:2x*", "challenge"),
    ],
)
def test_the_default_move_challenges_the_unlikely(hands: str, bids: str, expected: str) -> None:
    state = position(hands, bids)
    assert GAME.move_text(GAME.default_move(GAME.view(state, Seat(0)))) == expected


def test_refused_moves() -> None:
    state = position("1 2 3/4 5 *")
    refused(GAME, state, 0, "challenge", IllegalMove, "no bid to challenge")
    refused(GAME, state, 0, "show4", IllegalMove, "don't have those dice")
    refused(GAME, state, 0, "show11", IllegalMove, "don't have those dice")
    for text in ("3x3", "3x2", "2x5", "1x*"):
        after = position("1 2 3/4 5 *", "1:3x3")
        refused(GAME, after, 0, text, IllegalMove, r"isn't higher than 3x3\.")
