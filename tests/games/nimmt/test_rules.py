"""6 nimmt!: every rule, ruling and worked example of the rules page."""

from typing import Any

import pytest

from games import nimmt
from games.core import Event, Outcome, Seat
from games.errors import IllegalMove, MatchOver, NotToAct
from games.nimmt import GAME, Choose, NimmtOptions, State, TakeRow, bulls, row_end

from ..playing import chance, refused

JOKERS = NimmtOptions(jokers=True)


def cards(text: str) -> tuple[int, ...]:
    """Cards as the rules write them: `7 55 0.4`."""
    moves = [GAME.parse_move(part) for part in text.split()]
    return tuple(move.card for move in moves if isinstance(move, Choose))


def position(
    rows: str, hands: str, *, options: NimmtOptions | None = None, round_bulls: str = ""
) -> State:
    """A position in a round: rows and hands, each separated by `/`."""
    dealt = [cards(hand) for hand in hands.split("/")]
    nothing = (0,) * len(dealt)
    return State(
        options=options or NimmtOptions(),
        round=1,
        trick=1,
        stage=1,
        rows=tuple(cards(row) for row in rows.split("/")),
        hands=tuple(tuple(sorted(hand)) for hand in dealt),
        chosen=(None,) * len(dealt),
        round_bulls=tuple(map(int, round_bulls.split())) or nothing,
    )


def trick(state: State, text: str) -> tuple[State, list[Event]]:
    """All seats play the card named for them."""
    events: list[Event] = []
    for seat, card in enumerate(cards(text)):
        step = GAME.play(state, Seat(seat), Choose(card), chance(seat + 1))
        state = step.state
        events += step.events
    return state, events


def row_texts(state: State) -> list[str]:
    return [" ".join(map(nimmt.card_text, row)) for row in state.rows]


# On the table, and the round


def test_bulls_on_the_cards() -> None:
    told = {55: 7, 11: 5, 22: 5, 99: 5, 10: 3, 100: 3, 5: 2, 95: 2, 1: 1, 104: 1}
    assert {number: bulls(number * 10) for number in told} == told
    assert sum(bulls(number * 10) for number in range(1, 105)) == 171
    assert [bulls(joker) for joker in range(10)] == [0] * 10


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("options", [{}, {"deck": "tactical"}, {"jokers": True}], ids=str)
def test_a_round_deals_hands_and_four_sorted_rows(seats: int, options: dict[str, Any]) -> None:
    state = GAME.deal(seats, NimmtOptions(**options), chance(0)).state
    jokers, starts = "jokers" in options, [row[0] for row in state.rows]
    assert starts == sorted(starts)
    assert [len(hand) for hand in state.hands] == [10 + jokers] * seats
    assert [any(map(nimmt.is_joker, hand)) for hand in state.hands] == [jokers] * seats
    dealt = [card for hand in state.hands for card in hand] + starts
    assert len(set(dealt)) == (10 + jokers) * seats + 4
    highest = 10 * seats + 4 if "deck" in options else 104
    assert {*dealt} <= {*range(10, highest * 10 + 1, 10), *(range(10) if jokers else ())}
    assert GAME.view(state, None).tricks == 10 + jokers


# Trick and placing


def test_example_1_each_card_goes_to_the_nearest_lower_end() -> None:
    state = position("7/11/41/74", "18 1/23 2/35 3/43 4/49 5")
    state, _ = trick(state, "18 23 35 43 49")
    assert row_texts(state) == ["7", "11 18 23 35", "41 43 49", "74"]


def test_example_2_the_sixth_card_takes_the_five() -> None:
    state = position("8/37/41 43 49 50 55/81", "73 1/104 2")
    state, events = trick(state, "73 104")
    assert row_texts(state)[2] == "73"
    assert state.round_bulls == (13, 0)
    (took,) = [event for event in events if isinstance(event, nimmt.Took)]
    assert (took.seat, took.bulls, took.why) == (0, 13, "sixth")


def test_example_3_a_low_card_chooses_a_row() -> None:
    state = position("7 8/37/41 43 49 50 55/81", "6 1/104 2")
    state, _ = trick(state, "6 104")
    assert GAME.to_act(state) == {0}
    assert row_texts(state)[3] == "81", "the other card waits"
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state) == ["6", "37", "41 43 49 50 55", "81 104"]
    assert state.round_bulls == (2, 0)


def test_example_4_over_the_target_is_strict() -> None:
    for last, over in ((66, False), (67, True)):
        state = position("8/37/55/81", "9/10/11", round_bulls=f"{last} 40 12")
        state, events = trick(state, "9 10 11")
        assert GAME.outcome(state) == (Outcome((3, 2, 1), (67, 40, 12)) if over else None)
        if not over:
            assert state.round == 2
            assert state.totals() == (66, 40, 12)
            assert any(isinstance(event, nimmt.RoundBegan) for event in events)


def test_equal_totals_share_a_rank() -> None:
    state, _ = trick(position("8/37/55/81", "9/10/11", round_bulls="70 12 12"), "9 10 11")
    assert GAME.outcome(state) == Outcome((3, 1, 1), (70, 12, 12))


# Jokers


def test_a_joker_goes_on_any_row_and_raises_its_end() -> None:
    state = position("19/40/60/80", "0.4 0.3 1/50 20 2", options=JOKERS)
    state, _ = trick(state, "0.4 50")
    assert GAME.to_act(state) == {0}
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state)[0] == "19 0.4"
    assert row_end(state.rows[0]) == 194
    state, _ = trick(state, "0.3 20")
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state)[0] == "19 0.4 0.3 20"
    assert state.round_bulls == (0, 0)


def test_jokers_are_placed_first_lowest_first() -> None:
    state = position("19/40/60/80", "0.9 1/0.1 2/3 4", options=JOKERS)
    state, events = trick(state, "0.9 0.1 3")
    (revealed,) = [event for event in events if isinstance(event, nimmt.Revealed)]
    assert [seat for seat, _ in revealed.cards] == [1, 0, 2]
    assert GAME.to_act(state) == {1}


def test_joker_as_sixth_card_takes_the_row() -> None:
    state = position("19/40/41 43 49 50 55/80", "0.4 1/81 2", options=JOKERS)
    state, _ = trick(state, "0.4 81")
    state = GAME.play(state, Seat(0), TakeRow(2), chance()).state
    assert row_texts(state)[2] == "0.4"
    assert row_end(state.rows[2]) == 4
    assert state.round_bulls == (13, 0)


def test_a_joker_turned_up_counts_as_its_value() -> None:
    state = position("0.4/40/60/80", "1 2/81 3", options=JOKERS)
    state, _ = trick(state, "1 81")
    assert row_texts(state)[0] == "0.4 1"


# Rulings and refusals


def test_example_5_number_equal_to_an_end_goes_below_it() -> None:
    state = position("70/84 0.2 0.8/100/101", "85 1/96 2", options=JOKERS)
    state, events = trick(state, "85 96")
    assert row_texts(state) == ["70 85 96", "84 0.2 0.8", "100", "101"]
    assert [e.row for e in events if isinstance(e, nimmt.Placed)] == [0, 0]


def test_upper_row_of_equal_ends_gets_the_card() -> None:
    # The lower row comes to 85 within the trick, the upper one ended so before it.
    state = position("84 0.2 0.8/70/100/101", "85 1/96 2", options=JOKERS)
    state, _ = trick(state, "85 96")
    assert row_texts(state) == ["84 0.2 0.8 96", "70 85", "100", "101"]
    # Both ended so before it.
    state = position("84 0.1 0.9/85/100/101", "96 1/1 2", options=JOKERS)
    state, _ = trick(state, "96 1")
    state = GAME.play(state, Seat(1), TakeRow(2), chance()).state
    assert row_texts(state) == ["84 0.1 0.9 96", "85", "1", "101"]


def test_full_upper_row_of_equal_ends_is_taken() -> None:
    state = position("70 71 84 0.2 0.8/85/100/101", "96 1/102 2", options=JOKERS)
    state, _ = trick(state, "96 102")
    assert row_texts(state) == ["96", "85", "100", "101 102"]
    assert state.round_bulls == (5, 0)
    # The same where it has become full within the trick.
    state = position("66 67 68 70/84 0.2 0.8/100/101", "85 1/96 2", options=JOKERS)
    state, _ = trick(state, "85 96")
    assert row_texts(state) == ["96", "84 0.2 0.8", "100", "101"]
    assert state.round_bulls == (0, 12)


def test_example_6_number_equal_to_the_lowest_end_is_low() -> None:
    state = position("19 0.9 0.1/30/40/50", "20 1/60 2", options=JOKERS)
    state, _ = trick(state, "20 60")
    assert GAME.to_act(state) == {0}
    assert GAME.legal_moves(state, Seat(0)) == tuple(map(TakeRow, range(4)))
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state)[0] == "20"
    assert state.round_bulls == (1, 0)


def test_example_7_default_row_of_a_joker_is_the_first_free() -> None:
    state = position("10 20 30/41/50/60", "0.4 1/70 2", options=JOKERS)
    state, _ = trick(state, "0.4 70")
    assert GAME.default_move(GAME.view(state, Seat(0))) == TakeRow(0)


@pytest.mark.parametrize(
    ("rows", "card", "default"),
    [
        ("1 2 3 4 6/41/50/60", "0.4", 1),
        ("41 43 49 50 55/1 2 3 4 6/7 8 9 12 13/56 57 58 59 61", "0.4", 1),
        ("55/37/50/38", "6", 1),
        ("30 40/70/50/22", "6", 1),
        ("41 43 49 50 55/1 2 3 4 6/0.7/60", "0.4", 2),
        ("41 43 49 50 55/31 32 33 34 36/0.9 0.8 0.7 0.6/60", "2", 2),
    ],
)
def test_default_row_is_the_cheapest_upper_one(rows: str, card: str, default: int) -> None:
    state, _ = trick(position(rows, f"{card} 14/104 15", options=JOKERS), f"{card} 104")
    assert GAME.default_move(GAME.view(state, Seat(0))) == TakeRow(default)


@pytest.mark.parametrize(
    ("rows", "hand", "default"),
    [
        # A card that fits costs nothing; 73 is a sixth card, 6 takes a row.
        ("8/37/41 43 49 50 55/81", "6 73 90", "90"),
        ("8/37/41 43 49 50 55/81", "9 38 82", "9"),
        # A low card costs the cheapest row, so 6 is cheaper than 73.
        ("8/37/41 43 49 50 55/81", "6 73", "6"),
        # A joker only when no number is held, though it would cost nothing.
        ("8/37/41 43 49 50 55/81", "0.4 73", "73"),
        ("8/37/41 43 49 50 55/81", "0.4 0.9", "0.4"),
        # 20 is lower than every row here.
        ("19 0.9 0.1/30/40/55 66", "20 56", "56"),
        # Equal ends mean the upper row if it is free.
        ("84 0.2 0.8/71 72 73 74 85/100/101", "1 90", "90"),
        # … and also if it is full.
        ("71 72 73 74 85/84 0.2 0.8/3/101", "90 4", "4"),
    ],
)
def test_default_card_is_the_cheapest_number_alone(rows: str, hand: str, default: str) -> None:
    state = position(rows, f"{hand}/12 13", options=JOKERS)
    chosen = GAME.default_move(GAME.view(state, Seat(0)))
    assert GAME.move_text(chosen) == default


def test_row_end_is_written_with_tenths_unless_whole() -> None:
    ends = {"19 0.4": "19.4", "19 0.4 0.3": "19.7", "19 0.6 0.4": "20", "19": "19", "0.4": "0.4"}
    assert {row: nimmt.end_text(row_end(cards(row))) for row in ends} == ends


def test_a_match_ends_after_101_rounds_at_the_latest() -> None:
    for before, over in ((99, False), (100, True)):
        state = position("8/37/55/81", "9/10", options=JOKERS)
        state = state._replace(round=before + 1, history=((0, 0),) * before)
        state, _ = trick(state, "9 10")
        assert (GAME.outcome(state) is not None) == over
    assert GAME.to_act(state) == frozenset()


def test_refused_moves() -> None:
    state = position("8/37/55/81", "9 10/12 13")
    refused(GAME, state, 0, "12", IllegalMove, "don't hold 12")
    refused(GAME, state, 0, "row1", IllegalMove, "No row")
    sealed = GAME.play(state, Seat(0), Choose(90), chance()).state
    refused(GAME, sealed, 0, "9", IllegalMove, "already")
    low, _ = trick(position("8/37/55/81", "6 1/104 2"), "6 104")
    refused(GAME, low, 0, "1", IllegalMove, "a row first")
    refused(GAME, low, 1, "104", NotToAct, "revealed already")
    refused(GAME, low, 1, "row1", NotToAct, "Someone else")
    over, _ = trick(position("8/37/55/81", "9/10", options=NimmtOptions(rounds=1)), "9 10")
    refused(GAME, over, 0, "9", MatchOver, "is over")
