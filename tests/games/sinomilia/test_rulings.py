"""Sinomilia's rulings: passes for want of chips, and rounds of two 9s."""

from typing import Any

import pytest

from games import sinomilia
from games.core import Event, Outcome, Seat
from games.errors import NotToAct
from games.sinomilia import GAME, Pass, RoundEnded, RoundWon, SinomiliaOptions, State
from games.sinomilia.state import Face

from ..playing import chance, only
from .rounds import round_of, take, turned


def told(events: list[Event]) -> list[str]:
    """The turns and the round's end, each in a word."""
    words = {
        sinomilia.ChipLaid: "chip",
        sinomilia.Changed: "change",
        sinomilia.Passed: "pass",
        RoundEnded: "end",
    }
    return [
        f"{words[type(e)]} {getattr(e, 'seat', '')}".strip() for e in events if type(e) in words
    ]


def test_seat_without_chips_passes_within_the_move_before() -> None:
    state, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun")
    assert told(events) == ["chip 0", "chip 1", "pass 0"]
    assert state.before == "pass"
    assert GAME.to_act(state) == {1}
    assert GAME.legal_moves(state, Seat(0)) == ()
    with pytest.raises(NotToAct, match="It isn't your turn"):
        GAME.play(state, Seat(0), Pass(), chance())


def test_automatic_pass_makes_earlier_controls_stale() -> None:
    state, _ = take(round_of((4, 5), chips=(1, 20)), "chip-sun")
    assert GAME.stage(take(state, "chip-sun")[0]) > GAME.stage(state)


def test_moon_before_a_seat_without_chips_ends_the_round() -> None:
    _, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-moon")
    assert told(events) == ["chip 0", "chip 1", "pass 0", "end"]
    assert only(events, RoundEnded).why == "moon"
    assert turned(events)[0] == (1, 5, True), "a pass is no action"


def test_pass_before_a_seat_without_chips_ends_the_round() -> None:
    _, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun pass")
    assert told(events) == ["chip 0", "pass 1", "pass 0", "end"]
    assert only(events, RoundEnded).why == "passes"


def test_a_pass_by_itself_and_the_others_end_the_round() -> None:
    _, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun pass")
    assert told(events) == ["chip 0", "chip 1", "pass 0", "pass 1", "end"]
    assert only(events, RoundEnded).why == "passes"


def test_automatic_pass_after_pass_and_chip_continues() -> None:
    state, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun chip-sun")
    assert told(events) == ["chip 0", "chip 1", "pass 0", "chip 1", "pass 0"]
    assert state.round == 1


def test_ninth_chip_ends_the_round_before_an_automatic_pass() -> None:
    seven: tuple[Face, ...] = ("sun",) * 7
    _, events = take(round_of((4, 5), chips=(1, 22), table=seven), "chip-sun chip-moon")
    assert told(events) == ["chip 0", "chip 1", "end"]
    assert only(events, RoundEnded).why == "full"


def test_a_chip_got_by_a_change_gives_a_turn_again() -> None:
    state, events = take(round_of((4, 5), chips=(1, 20)), "chip-sun chip-sun change3")
    assert told(events) == ["chip 0", "chip 1", "pass 0", "change 1"]
    assert state.chips == (1, 18)
    assert GAME.to_act(state) == {0}


def test_change_for_the_last_chip_leaves_an_automatic_pass() -> None:
    state, events = take(round_of((4, 5), chips=(1, 20)), "change3 chip-sun")
    assert told(events) == ["change 0", "chip 1", "pass 0"]
    assert GAME.to_act(state) == {1}


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
def test_a_round_of_anything_else_breaks_the_row(predictions: tuple[int, int]) -> None:
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
    seven = (tuple(range(7)), tuple(range(7)))
    _, events = take(round_of((7, 7), used=seven, chips=(28, 2)), "pass pass")
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
