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
        GAME.play(state, Seat(0), Pass(), chance())


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
