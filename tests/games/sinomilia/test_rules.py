"""Sinomilia: every rule, ruling and worked example of the rules page."""

from typing import Any

import pytest

from games import sinomilia
from games.core import Event, Outcome, Seat
from games.errors import IllegalMove, MatchOver, NotToAct
from games.sinomilia import GAME, Item, Lay, Paid, RoundEnded, RoundWon, SinomiliaOptions, State
from games.sinomilia.state import Face

from ..playing import chance, only, refused
from .rounds import round_of, take, turned

Pair = tuple[int, int]
"""A number for seat 0, another for seat 1."""
SEVEN = (tuple(range(7)),) * 2
"""Both have used seven cards."""


def after_round(state: State, text: str) -> tuple[State, Seat, dict[str, int]]:
    """The position after these turns, the round's winner, and what was paid for what."""
    state, events = take(state, text)
    paid = only(events, Paid)
    return state, paid.winner, {item.why: item.paid for item in paid.items}


# Toss


@pytest.mark.parametrize("call", ["sun", "moon"])
def test_seat_1_calls_and_starts_when_right(call: str) -> None:
    dealt = GAME.deal(2, SinomiliaOptions(), chance(0)).state
    assert GAME.to_act(dealt) == {1}
    coins = set()
    for ply in range(1, 30):
        step = GAME.play(dealt, Seat(1), GAME.parse_move(call), chance(ply))
        tossed = only(list(step.events), sinomilia.Tossed)
        assert step.state.starter == tossed.starter == (1 if tossed.coin == call else 0)
        assert GAME.to_act(step.state) == {0, 1}
        coins.add(tossed.coin)
    assert coins == {"sun", "moon"}


# Round: predictions


def test_prediction_may_be_replaced_until_both_lie() -> None:
    state = GAME.play(round_of((None, None)), Seat(0), Lay(4), chance()).state
    assert Lay(4) not in GAME.legal_moves(state, Seat(0))
    step = GAME.play(state, Seat(0), Lay(6), chance())
    assert step.events == (sinomilia.Predicted(to=frozenset({Seat(0)}), seat=Seat(0), card=6),)
    assert step.state.laid == (6, None)
    assert step.state.changed == (False, False)
    assert step.state.chips == (15, 15)


# Turns


def test_feint_lays_the_same_card_again_unseen() -> None:
    feint, told = take(round_of((4, 5)), "change4")
    real, also = take(round_of((4, 5)), "change3")
    assert feint.laid == (4, 5)
    for reader in (None, Seat(1)):
        assert GAME.view(feint, reader) == GAME.view(real, reader)
        heard = [[e for e in es if e.to is None or reader in e.to] for es in (told, also)]
        assert heard[0] == heard[1]


def test_a_change_is_possible_once_a_round_for_each_seat() -> None:
    state, _ = take(round_of((4, 5)), "change3 change6")
    assert state.chips == (15, 15)
    for seat in (Seat(0), Seat(1)):
        assert all(not isinstance(m, sinomilia.Change) for m in GAME.legal_moves(state, seat))
    with pytest.raises(IllegalMove, match="changed in this round already"):
        take(state, "change4")
    state, _ = take(state, "pass pass")
    assert state.round == 2
    assert state.changed == (False, False), "turned sun up for the new round"


# The round ends


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ("chip-sun " * 9, "full"),
        ("chip-sun " * 8 + "chip-moon", "full"),
        pytest.param("chip-moon pass", "moon", id="example 4, a moon"),
        pytest.param("chip-sun pass chip-sun pass pass", "passes", id="example 4, two passes"),
    ],
)
def test_round_ends_when_full_after_a_moon_or_two_passes(turns: str, why: str) -> None:
    *before, last = turns.split()
    state, events = take(round_of((4, 5)), " ".join(before))
    assert not [event for event in events if isinstance(event, RoundEnded)]
    state, events = take(state, last)
    ended = only(events, RoundEnded)
    assert ended.why == why
    assert [f"chip-{chip}" for chip in ended.table] == [w for w in turns.split() if "chip" in w]
    assert state.round == 2


def test_later_pass_after_a_moon_does_not_end_the_round() -> None:
    for text in ("chip-moon change3 pass", "chip-moon chip-sun pass"):
        state, events = take(round_of((4, 5)), text)
        assert not [event for event in events if isinstance(event, RoundEnded)]
        assert state.round == 1


# Reveal


@pytest.mark.parametrize(
    ("starter", "turns", "cards"),
    [
        (0, "chip-sun chip-sun pass pass", [(1, 5, True), (0, 4, False)]),
        (0, "chip-sun pass change3 pass pass", [(0, 3, True), (1, 5, False)]),
        (1, "pass change4 pass pass", [(1, 5, True), (0, 4, False)]),
    ],
    ids=["a chip", "a change", "an empty table"],
)
def test_last_actor_or_the_starter_reveals_first(starter: int, turns: str, cards: object) -> None:
    _, events = take(round_of((4, 5), starter=Seat(starter)), turns)
    assert turned(events) == cards


# The winner of the round


@pytest.mark.parametrize(
    ("predictions", "starter", "turns", "winner", "why"),
    [
        pytest.param((6, 5), 0, "chip-sun " * 6, 0, "nearer", id="example 2, the nearest"),
        # Seat 0 lays the sixth chip.
        pytest.param((5, 7), 1, "chip-sun " * 6, 1, "action", id="example 2, the last action"),
        ((4, 4), 0, "change4 ", 0, "starter"),
    ],
)
def test_nearest_wins_then_the_one_not_acting_last_or_starter(
    predictions: Pair, starter: int, turns: str, winner: int, why: str
) -> None:
    _, events = take(round_of(predictions, starter=Seat(starter)), turns + "pass pass")
    won = only(events, RoundWon)
    assert (won.winner, won.why) == (winner, why)


def test_example_3_both_pass_at_once_and_the_starter_wins_two() -> None:
    state, winner, paid = after_round(round_of((4, 4), starter=Seat(1)), "pass pass")
    assert (winner, paid, state.chips) == (1, {"win": 2}, (13, 17))


# Payment


def test_example_1_three_moons_two_and_the_seven_on_the_table() -> None:
    text = "chip-moon chip-moon chip-moon chip-sun chip-sun chip-sun chip-sun pass pass"
    state, events = take(round_of((7, 0)), text)
    paid = only(events, Paid)
    assert paid.items == (Item("moons", 3, 3), Item("win", 2, 2), Item("table", 7, 7))
    assert sum(item.paid for item in paid.items) == 12
    assert state.chips == paid.chips == (15 - 4 + 12, 15 - 3 - 5)


@pytest.mark.parametrize(
    ("predictions", "chips", "turns", "winner", "paid", "after"),
    [
        pytest.param(
            *((2, 9), (1, 20), "chip-moon chip-moon", 0),
            *("none 5, moons 2, win 2, table 2", (11, 10)),
            id="example 5, without chips",
        ),
        pytest.param(
            *((2, 9), (2, 20), "chip-sun chip-moon pass", 0),
            *("one 2, moons 1, win 2, table 2", (8, 14)),
            id="example 5, with one chip",
        ),
        # The winner is judged before any payment, and the loser's chips earn nothing more.
        ((1, 9), (1, 20), "chip-sun pass", 0, "none 5, win 2, table 1", (8, 13)),
        ((9, 1), (1, 20), "chip-sun pass", 1, "win 0, table 1", (0, 21)),
    ],
)
def test_poor_winner_gets_more(
    predictions: Pair, chips: Pair, turns: str, winner: int, paid: str, after: Pair
) -> None:
    state, won, items = after_round(round_of(predictions, chips=chips), turns)
    assert (won, state.chips) == (winner, after)
    assert ", ".join(f"{why} {number}" for why, number in items.items()) == paid


def test_example_5_loser_pays_no_more_than_it_holds() -> None:
    state, events = take(round_of((1, 9), chips=(1, 3)), "chip-moon pass")
    assert only(events, Paid).items == (
        Item("none", 5, 3),
        Item("moons", 1, 0),
        Item("win", 2, 0),
        Item("table", 1, 1),
    )
    assert state.chips == (4, 0)
    assert only(events, sinomilia.MatchEnded).why == "chips"
    assert GAME.outcome(state) == Outcome((1, 2), (4, 0))


# Used cards


def test_a_nine_goes_back_to_its_owner() -> None:
    state, _ = take(round_of((9, 5)), "pass pass")
    assert state.used == ((), (5,))
    assert Lay(9) in GAME.legal_moves(state, Seat(0))


# The end, refusals and default moves


def test_example_6_two_unused_cards_end_the_match() -> None:
    state, events = take(round_of((7, 7), used=SEVEN), "pass pass")
    assert only(events, sinomilia.MatchEnded).why == "cards"
    assert state.unused(Seat(0)) == (8, 9)


def test_example_6_nine_in_hand_makes_the_match_longer() -> None:
    state, _ = take(round_of((9, 9), used=SEVEN), "pass pass")
    assert GAME.outcome(state) is None
    state, _ = take(round_of((9, 7), used=SEVEN), "pass pass")
    assert GAME.outcome(state) is not None, "one seat is enough"


def last_round(options: SinomiliaOptions, starter: Seat) -> State:
    """A round whose starter wins two chips and draws level by them."""
    chips = (13, 17) if starter == 0 else (17, 13)
    before = round_of((7, 7), starter=starter, used=SEVEN, chips=chips, options=options)
    return take(before, "pass pass")[0]


@pytest.mark.parametrize("starter", [Seat(0), Seat(1)])
def test_equal_chips_go_to_the_starter_of_the_last_round(starter: Seat) -> None:
    ranks = (1, 2) if starter == 0 else (2, 1)
    assert GAME.outcome(last_round(SinomiliaOptions(), starter)) == Outcome(ranks, (15, 15))


def test_equal_chips_are_a_draw_where_that_is_the_option() -> None:
    drawn = last_round(SinomiliaOptions(tie="draw"), Seat(0))
    assert GAME.outcome(drawn) == Outcome((1, 1), (15, 15))


def test_refused_moves() -> None:
    dealt = GAME.deal(2, SinomiliaOptions(), chance(0)).state
    refused(GAME, dealt, 0, "sun", NotToAct, "You toss the coin")
    refused(GAME, dealt, 1, "3", IllegalMove, "Call the toss")
    laying = round_of((4, None), used=((3,), ()))
    refused(GAME, laying, 0, "4", IllegalMove, "4 lies there already")
    refused(GAME, laying, 0, "3", IllegalMove, "3 is used")
    refused(GAME, laying, 0, "pass", IllegalMove, "First both lay")
    with pytest.raises(IllegalMove, match="no card 10"):
        GAME.play(laying, Seat(0), Lay(10), chance())
    turns = round_of((4, 5), used=((3,), ()))
    refused(GAME, turns, 1, "pass", NotToAct, "It isn't your turn")
    refused(GAME, turns, 0, "sun", IllegalMove, "tossed already")
    refused(GAME, turns, 0, "6", IllegalMove, "From now on a change costs a chip")
    refused(GAME, turns, 0, "change3", IllegalMove, "3 is used")
    refused(GAME, turns._replace(over=True), 0, "pass", MatchOver, "is over")


@pytest.mark.parametrize("pause", [0, 10, 30])
def test_the_pause_changes_nothing_in_the_rules(pause: int) -> None:
    state, events = take(round_of((4, 2), options=SinomiliaOptions(pause=pause)), "pass pass")
    assert turned(events) == [(0, 4, True), (1, 2, False)]
    assert GAME.view(state, None).options.pause == pause


def test_the_default_call_is_sun() -> None:
    dealt = GAME.deal(2, SinomiliaOptions(), chance(0)).state
    assert GAME.default_move(GAME.view(dealt, Seat(1))) == sinomilia.Call("sun")


@pytest.mark.parametrize(
    ("used", "card"), [((), 4), ((4,), 5), ((0, 1), 5), ((0, 1, 2, 3, 4, 5, 6), 8)]
)
def test_default_prediction_is_the_middle_unused_card(used: tuple[int, ...], card: int) -> None:
    state = round_of((None, None), used=(used, ()))
    assert GAME.default_move(GAME.view(state, Seat(0))) == Lay(card)
    assert GAME.default_move(GAME.view(state, Seat(1))) == Lay(4)


def test_the_default_turn_is_a_pass() -> None:
    assert GAME.default_move(GAME.view(round_of((4, 5)), Seat(0))) == sinomilia.Pass()
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(round_of((4, 5)), Seat(1)))


# Passes for want of chips, and rounds of two 9s


def told(events: list[Event]) -> str:
    """The turns and the round's end, in two words each."""
    words = {
        sinomilia.ChipLaid: "chip {0.seat}",
        sinomilia.Changed: "change {0.seat}",
        sinomilia.Passed: "pass {0.seat}",
        RoundEnded: "end {0.why}",
    }
    return ", ".join(words[type(e)].format(e) for e in events if type(e) in words)


@pytest.mark.parametrize(
    ("turns", "events", "acts"),
    [
        ("chip-sun chip-sun", "chip 0, chip 1, pass 0", 1),
        ("chip-sun chip-moon", "chip 0, chip 1, pass 0, end moon", None),
        ("chip-sun pass", "chip 0, pass 1, pass 0, end passes", None),
        ("chip-sun chip-sun pass", "chip 0, chip 1, pass 0, pass 1, end passes", None),
        ("chip-sun chip-sun chip-sun", "chip 0, chip 1, pass 0, chip 1, pass 0", 1),
        ("chip-sun chip-sun change3", "chip 0, chip 1, pass 0, change 1", 0),
        ("change3 chip-sun", "change 0, chip 1, pass 0", 1),
    ],
)
def test_seat_without_chips_passes_by_itself(turns: str, events: str, acts: int | None) -> None:
    state, found = take(round_of((4, 5), chips=(1, 20)), turns)
    assert told(found) == events
    assert GAME.to_act(state) == ({0, 1} if acts is None else {acts})
    assert state.round == 1 + (acts is None)


def test_move_before_makes_the_automatic_pass() -> None:
    state, _ = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun")
    assert state.before == "pass"
    assert GAME.legal_moves(state, Seat(0)) == ()
    with pytest.raises(NotToAct, match="It isn't your turn"):
        GAME.play(state, Seat(0), sinomilia.Pass(), chance())


def test_automatic_pass_makes_earlier_controls_stale() -> None:
    state, _ = take(round_of((4, 5), chips=(1, 20)), "chip-sun")
    assert GAME.stage(take(state, "chip-sun")[0]) > GAME.stage(state)


def test_automatic_pass_is_no_action() -> None:
    _, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-moon")
    assert turned(events)[0] == (1, 5, True)


def test_ninth_chip_ends_the_round_before_an_automatic_pass() -> None:
    seven: tuple[Face, ...] = ("sun",) * 7
    _, events = take(round_of((4, 5), chips=(1, 22), table=seven), "chip-sun chip-moon")
    assert told(events) == "chip 0, chip 1, end full"


def after_nines(rounds: int, **fields: Any) -> tuple[State, list[Event]]:
    """Return a number of rounds of two 9s, won by the starter with two passes each."""
    state, events = round_of((9, 9), **fields), list[Event]()
    for _ in range(rounds):
        state, more = take(state._replace(laid=(9, 9)), "pass pass")
        events += more
    return state, events


def test_the_third_round_in_a_row_of_two_9s_ends_the_match() -> None:
    state, events = after_nines(2)
    assert GAME.outcome(state) is None
    state, events = after_nines(3)
    assert only(events, sinomilia.MatchEnded).why == "nines"
    assert GAME.outcome(state) == Outcome((1, 2), (21, 9))


def test_all_see_the_rounds_of_two_9s_in_a_row() -> None:
    for rounds in (0, 1, 2):
        state, _ = after_nines(rounds)
        assert {GAME.view(state, reader).nines for reader in (None, Seat(0), Seat(1))} == {rounds}


@pytest.mark.parametrize("predictions", [(9, 5), (5, 9), (4, 5)])
def test_a_round_of_anything_else_breaks_the_row(predictions: Pair) -> None:
    state, _ = after_nines(2)
    state, events = take(state._replace(laid=predictions), "pass pass")
    assert not [event for event in events if isinstance(event, sinomilia.MatchEnded)]
    assert GAME.view(state, None).nines == 0


def test_nines_are_counted_after_changes() -> None:
    state, _ = take(round_of((4, 9)), "change9 pass pass")
    assert GAME.view(state, None).nines == 1
    state, _ = take(round_of((9, 9)), "change4 pass pass")
    assert GAME.view(state, None).nines == 0


def test_the_reason_is_chips_before_nines() -> None:
    state, events = after_nines(3, chips=(24, 6))
    assert state.chips == (30, 0)
    assert only(events, sinomilia.MatchEnded).why == "chips"


def test_the_reason_is_chips_before_cards() -> None:
    _, events = take(round_of((7, 7), used=SEVEN, chips=(28, 2)), "pass pass")
    assert only(events, sinomilia.MatchEnded).why == "chips"


@pytest.mark.parametrize("starter", [Seat(0), Seat(1)])
@pytest.mark.parametrize("tie", ["starter", "draw"])
def test_equal_chips_after_nines_go_to_the_last_starter(tie: str, starter: Seat) -> None:
    chips = (18, 12) if starter == 0 else (12, 18)
    level = round_of(
        (9, 9), starter=starter, nines=2, chips=chips, options=SinomiliaOptions(tie=tie)
    )
    state, events = take(level, "chip-sun pass pass")
    assert only(events, RoundWon).winner == 1 - starter, "the starter made the last action"
    assert only(events, sinomilia.MatchEnded).why == "nines"
    won = (1, 2) if starter == 0 else (2, 1)
    assert GAME.outcome(state) == Outcome((1, 1) if tie == "draw" else won, (15, 15))
