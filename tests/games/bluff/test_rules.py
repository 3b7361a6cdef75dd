"""Bluff: every rule, ruling and worked example of the rules page."""

import pytest

from games import bluff
from games.bluff import GAME, Bid, BluffOptions, State, higher_bids
from games.chance import Chance
from games.core import Event, Outcome, Seat, Step
from games.errors import IllegalMove, InvalidMove, MatchOver, NotToAct

from ..playing import chance, refused
from .positions import bid, dice, play, position


def legal(state: State, seat: int | None = None) -> set[str]:
    moves = GAME.legal_moves(state, state.turn if seat is None else Seat(seat))
    return {GAME.move_text(move) for move in moves}


def lost(step: Step[State]) -> dict[int, int]:
    return {e.seat: e.dice for e in step.events if isinstance(e, bluff.Lost)}


def told(step: Step[State], kind: type[Event]) -> list[Event]:
    return [event for event in step.events if isinstance(event, kind)]


# On the table


# Roll


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("number", range(1, 7))
def test_every_seat_rolls_its_dice(seats: int, number: int) -> None:
    state = GAME.deal(seats, BluffOptions(dice=number), chance(0)).state
    assert [len(hidden) for hidden in state.hidden] == [number] * seats
    assert all(1 <= face <= 6 for hidden in state.hidden for face in hidden)
    assert state.left == (number,) * seats


def test_first_starter_is_random_and_cannot_challenge() -> None:
    deals = [GAME.deal(3, BluffOptions(), Chance(bytes([n]), 0)).state for n in range(40)]
    assert {state.turn for state in deals} == {0, 1, 2}
    assert "challenge" not in legal(deals[0])
    assert any(text.startswith("show") for text in legal(deals[0])), "it may show before bidding"


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


def test_shown_dice_are_on_the_table_too() -> None:
    assert "6x*" in legal(position("1 2/3 4", shown="1/5"))


def test_the_next_seat_with_dice_acts_after_a_bid() -> None:
    state = position("1/2//4", turn=1, out=(0, 0, 1, 0))
    after = play(state, "1x2")
    assert GAME.to_act(after.state) == {3}
    assert after.events == (bluff.Bidden(seat=Seat(1), bid=Bid(1, 2)),)
    assert after.state.stage > state.stage


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


def test_equal_dice_are_shown_as_one_choice() -> None:
    shows = {text for text in legal(position("2 2 */1")) if text.startswith("show")}
    assert shows == {"show2", "show*", "show22", "show2*"}


def test_the_starter_may_show_before_its_first_bid() -> None:
    after = play(position("1 2/3 4"), "show1").state
    assert legal(after) == {str(each) for each in higher_bids(None, 4)}


# Settling a challenge


def test_example_3_challenger_loses_the_excess_over_the_bid() -> None:
    step = play(position("1 1 2 3 */2 2 5 * *", "1:4x2"), "challenge")
    challenged, lifted, *_ = step.events
    assert challenged == bluff.Challenged(seat=Seat(0), bidder=Seat(1), bid=Bid(4, 2))
    under = (dice("1 1 2 3 *"), dice("2 2 5 * *"))
    assert lifted == bluff.CupsLifted(bid=Bid(4, 2), dice=under, found=6)
    assert lost(step) == {0: 2}
    assert step.state.left == (3, 5)


def test_fewer_than_bid_costs_the_bidder_the_difference() -> None:
    step = play(position("1 1 2 3 */3 3 5 5 5", "1:4x2"), "challenge")
    assert lost(step) == {1: 2}


def test_wilds_count_once_in_a_bid_on_wilds() -> None:
    step = play(position("1 1 2 3 */2 2 5 * *", "1:4x*"), "challenge")
    assert lost(step) == {1: 1}


def test_example_4_exact_bid_costs_all_others_one_die() -> None:
    step = play(position("1 1/2 3/4/1 5", "3:3x1"), "challenge")
    assert lost(step) == {0: 1, 1: 1, 2: 1}
    assert step.state.left == (1, 1, 0, 2)
    assert step.state.out == (0, 0, 1, 0)
    assert step.state.turn == 1
    assert not step.state.over


def test_a_seat_that_is_out_loses_nothing_more() -> None:
    step = play(position("1 1/2 3//1 5", "3:3x1", out=(0, 0, 1, 0), number=2), "challenge")
    assert lost(step) == {0: 1, 1: 1}
    assert step.state.out == (0, 0, 1, 0)


def test_seat_loses_no_more_dice_than_it_has() -> None:
    step = play(position("2/1 3 3/4 4 4", "2:6x5", turn=0), "challenge")
    assert lost(step) == {2: 3}
    assert step.state.left == (1, 3, 0)


def test_shown_dice_count_at_a_challenge_and_are_rerolled() -> None:
    state = position("1 2/3 4", "1:3x5", shown="5 */5")
    step = play(state, "challenge")
    (lifted,) = told(step, bluff.CupsLifted)
    assert isinstance(lifted, bluff.CupsLifted)
    assert lifted.dice == (dice("1 2 5 *"), dice("3 4 5"))
    assert lifted.found == 3
    assert step.state.left == (3, 3)
    assert [len(hidden) for hidden in step.state.hidden] == [3, 3]
    assert step.state.shown == ((), ())


def test_next_starter_is_the_next_seat_with_dice() -> None:
    state = position("1 1/2/3 3/4 4", "0:4x5", turn=1)
    step = play(state, "challenge")
    assert lost(step) == {0: 2}
    assert step.state.turn == 2
    (began,) = told(step, bluff.RoundBegan)
    assert began == bluff.RoundBegan(round=2, starter=Seat(2), left=(0, 1, 2, 2))
    challenger_out = play(position("1 1/5/5 5/4 4", "0:1x5", turn=1), "challenge")
    assert challenger_out.state.left == (2, 0, 2, 2)
    assert challenger_out.state.turn == 2


@pytest.mark.parametrize("challenger", [0, 1])
def test_with_two_seats_the_challengers_opponent_starts(challenger: int) -> None:
    other = 1 - challenger
    for text in ("4x2", "1x2", "2x2"):
        state = position("1 2 3/1 2 3", f"{other}:{text}", turn=challenger)
        assert play(state, "challenge").state.turn == other


def test_seat_without_dice_hears_no_roll() -> None:
    step = play(position("1 1/2/3 3", "0:4x5", turn=1), "challenge")
    assert step.state.left == (0, 1, 2)
    rolls = [e.seat for e in step.events if isinstance(e, bluff.Rolled)]
    assert rolls == [1, 2]


# The end


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


def test_first_out_ends_with_a_seat_out_and_ranks_by_dice() -> None:
    options = BluffOptions(end="first_out")
    step = play(position("1 1/2 3/4/1 5", "3:3x1", options=options), "challenge")
    assert GAME.outcome(step.state) == Outcome((2, 2, 4, 1), (1, 1, 0, 2))


def test_first_out_continues_while_all_have_dice() -> None:
    options = BluffOptions(end="first_out")
    step = play(position("1 1/2 3/4 4/1 5", "3:3x1", options=options), "challenge")
    assert GAME.outcome(step.state) is None
    assert step.state.round == 2


# Visibility


def test_seat_does_not_see_under_another_cup() -> None:
    state = position("1 2 3/4 5 *", "1:1x4", shown="/5")
    assert GAME.view(state, Seat(0)).hand == dice("1 2 3")
    assert GAME.view(state, Seat(1)).hand == dice("4 5 *")
    assert GAME.view(state, None).hand == ()
    for reader in (None, Seat(0), Seat(1)):
        view = GAME.view(state, reader)
        assert view.left == (3, 4)
        assert view.dice == 7
        assert view.shown == ((), dice("5"))
        assert view.bids == ((1, Bid(1, 4)),)
        assert view.lowest == Bid(1, 5)
        assert view.to_act == {0}
    assert GAME.view(state, Seat(0)).may_show
    assert not GAME.view(state, Seat(1)).may_show
    assert not GAME.view(state, None).may_show


def test_only_the_seat_to_act_has_moves() -> None:
    state = position("1 2 3/4 5 *", "1:1x4")
    assert legal(state, 1) == set()
    with pytest.raises(NotToAct):
        GAME.play(state, Seat(1), Bid(2, 4), chance())
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(state, Seat(1)))


# The default move


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


def test_the_default_move_after_showing_is_the_lowest_bid() -> None:
    after = play(position("1 2 3/4 5 *", "1:5x4"), "show1").state
    assert GAME.default_move(GAME.view(after, Seat(0))) == Bid(5, 5)


# Refusals and notation


def test_refused_moves() -> None:
    state = position("1 2 3/4 5 *")
    refused(GAME, state, 0, "challenge", IllegalMove, "no bid to challenge")
    refused(GAME, state, 0, "show4", IllegalMove, "don't have those dice")
    refused(GAME, state, 0, "show11", IllegalMove, "don't have those dice")
    for text in ("3x3", "3x2", "2x5", "1x*"):
        after = position("1 2 3/4 5 *", "1:3x3")
        refused(GAME, after, 0, text, IllegalMove, r"isn't higher than 3x3\.")
