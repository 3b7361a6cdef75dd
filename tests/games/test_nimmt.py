"""6 nimmt!: every rule, ruling and worked example of the rules page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import nimmt
from games.chance import Chance
from games.core import Event, Seat, Step
from games.errors import IllegalMove, InvalidMove, InvalidOptions, MatchOver, NotToAct
from games.nimmt import GAME, Choose, NimmtOptions, State, TakeRow, bulls, card_text, row_end

SEED = bytes(32)


def chance(ply: int = 1) -> Chance:
    return Chance(SEED, ply)


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
        waiting=(),
        round_bulls=tuple(map(int, round_bulls.split())) or nothing,
        history=(),
        over=False,
    )


def trick(state: State, text: str) -> tuple[State, list[Event]]:
    """Everybody plays the card named for them."""
    events: list[Event] = []
    for seat, card in enumerate(cards(text)):
        step = GAME.play(state, Seat(seat), Choose(card), chance(seat + 1))
        state = step.state
        events += step.events
    return state, events


def row_texts(state: State) -> list[str]:
    return [" ".join(map(card_text, row)) for row in state.rows]


# On the table


def test_bulls_on_the_cards() -> None:
    told = {55: 7, 11: 5, 22: 5, 99: 5, 10: 3, 100: 3, 5: 2, 95: 2, 1: 1, 104: 1}
    assert {number: bulls(number * 10) for number in told} == told
    assert sum(bulls(number * 10) for number in range(1, 105)) == 171


def test_jokers_carry_no_bulls() -> None:
    assert [bulls(joker) for joker in range(10)] == [0] * 10


# Round


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_round_deals_ten_cards_each_and_four_sorted_rows(seats: int) -> None:
    state = GAME.deal(seats, NimmtOptions(), chance(0)).state
    assert [len(hand) for hand in state.hands] == [10] * seats
    starts = [row[0] for row in state.rows]
    assert starts == sorted(starts)
    dealt = [card for hand in state.hands for card in hand] + starts
    assert len(set(dealt)) == 10 * seats + 4
    assert set(dealt) <= set(range(10, 1041, 10))


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_tactical_deck_has_every_card_in_play(seats: int) -> None:
    state = GAME.deal(seats, NimmtOptions(deck="tactical"), chance(0)).state
    dealt = {card for hand in state.hands for card in hand} | {row[0] for row in state.rows}
    assert dealt == set(range(10, (10 * seats + 4) * 10 + 1, 10))


@pytest.mark.parametrize("seats", range(2, 11))
def test_with_jokers_everybody_gets_eleven_cards_one_of_them_a_joker(seats: int) -> None:
    state = GAME.deal(seats, NimmtOptions(jokers=True), chance(0)).state
    assert [len(hand) for hand in state.hands] == [11] * seats
    assert all(any(map(nimmt.is_joker, hand)) for hand in state.hands)
    assert GAME.view(state, None).tricks == 11


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


@pytest.mark.parametrize("row", range(4))
def test_a_low_card_may_choose_any_row(row: int) -> None:
    state, _ = trick(position("8/37/55/81", "6 1/104 2"), "6 104")
    after = GAME.play(state, Seat(0), TakeRow(row), chance()).state
    assert after.rows[row][0] == 60
    assert after.round_bulls[0] == bulls(state.rows[row][0])


def test_example_4_over_the_target_is_strict() -> None:
    for last, over in ((66, False), (67, True)):
        state = position("8/37/55/81", "9/10/11", round_bulls=f"{last} 40 12")
        state, events = trick(state, "9 10 11")
        outcome = GAME.outcome(state)
        if over:
            assert outcome is not None
            assert outcome.ranks == (3, 2, 1)
            assert outcome.scores == (67, 40, 12)
        else:
            assert outcome is None
            assert state.round == 2
            assert state.totals() == (66, 40, 12)
            assert any(isinstance(event, nimmt.RoundBegan) for event in events)


def test_equal_totals_share_a_rank() -> None:
    state, _ = trick(position("8/37/55/81", "9/10/11", round_bulls="70 12 12"), "9 10 11")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (3, 1, 1)


def test_the_rounds_option_ends_the_match() -> None:
    state = position("8/37/55/81", "9/10", options=NimmtOptions(rounds=1))
    state, _ = trick(state, "9 10")
    assert GAME.outcome(state) is not None


# Jokers


def test_a_joker_goes_on_any_row_and_raises_its_end() -> None:
    state = position("19/40/60/80", "0.4 0.3 1/50 20 2", options=NimmtOptions(jokers=True))
    state, _ = trick(state, "0.4 50")
    assert GAME.to_act(state) == {0}
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state)[0] == "19 0.4"
    assert row_end(state.rows[0]) == 194
    state, _ = trick(state, "0.3 20")
    state = GAME.play(state, Seat(0), TakeRow(0), chance()).state
    assert row_texts(state)[0] == "19 0.4 0.3 20"


def test_a_number_must_be_strictly_higher_than_the_raised_end() -> None:
    assert row_end(cards("19 0.4 0.3")) == 197
    assert row_end(cards("19 0.6 0.4")) == 200
    state = position("19 0.6 0.4/40/60/80", "20 1/50 2", options=NimmtOptions(jokers=True))
    state, _ = trick(state, "20 50")
    assert GAME.to_act(state) == {0}, "20 isn't higher than 20.0: it is lower than every row"


def test_jokers_are_placed_first_lowest_first() -> None:
    state = position("19/40/60/80", "0.9 1/0.1 2/3 4", options=NimmtOptions(jokers=True))
    state, events = trick(state, "0.9 0.1 3")
    (revealed,) = [event for event in events if isinstance(event, nimmt.Revealed)]
    assert [seat for seat, _ in revealed.cards] == [1, 0, 2]
    assert GAME.to_act(state) == {1}


def test_a_joker_as_sixth_card_takes_the_five_and_starts_with_its_value() -> None:
    state = position("19/40/41 43 49 50 55/80", "0.4 1/81 2", options=NimmtOptions(jokers=True))
    state, _ = trick(state, "0.4 81")
    state = GAME.play(state, Seat(0), TakeRow(2), chance()).state
    assert row_texts(state)[2] == "0.4"
    assert row_end(state.rows[2]) == 4
    assert state.round_bulls == (13, 0)


def test_a_joker_on_a_short_row_takes_nothing() -> None:
    state = position("19/40/60/80", "0.4 1/81 2", options=NimmtOptions(jokers=True))
    state, _ = trick(state, "0.4 81")
    state = GAME.play(state, Seat(0), TakeRow(1), chance()).state
    assert state.round_bulls == (0, 0)


def test_a_joker_turned_up_counts_as_its_value() -> None:
    state = position("0.4/40/60/80", "1 2/81 3", options=NimmtOptions(jokers=True))
    state, _ = trick(state, "1 81")
    assert row_texts(state)[0] == "0.4 1"


# Rulings


def test_rows_keep_their_position() -> None:
    state = position("8/37/55/81", "6 1/104 2")
    state, _ = trick(state, "6 104")
    state = GAME.play(state, Seat(0), TakeRow(3), chance()).state
    assert row_texts(state) == ["8", "37", "55 104", "6"]


def test_only_its_player_chooses_the_row() -> None:
    state, _ = trick(position("8/37/55/81", "6 1/104 2"), "6 104")
    with pytest.raises(NotToAct):
        GAME.play(state, Seat(1), TakeRow(0), chance())
    assert GAME.legal_moves(state, Seat(1)) == ()


# Refusals


def test_refused_moves() -> None:
    state = position("8/37/55/81", "9 10/12 13")
    with pytest.raises(IllegalMove, match="don't hold 12"):
        GAME.play(state, Seat(0), Choose(120), chance())
    with pytest.raises(IllegalMove, match="No row"):
        GAME.play(state, Seat(0), TakeRow(0), chance())
    sealed = GAME.play(state, Seat(0), Choose(90), chance()).state
    with pytest.raises(IllegalMove, match="already"):
        GAME.play(sealed, Seat(0), Choose(90), chance())
    low, _ = trick(position("8/37/55/81", "6 1/104 2"), "6 104")
    with pytest.raises(NotToAct):
        GAME.play(low, Seat(0), Choose(10), chance())
    over = state._replace(over=True)
    with pytest.raises(MatchOver):
        GAME.play(over, Seat(0), Choose(90), chance())


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_an_invalid_move(text: str) -> None:
    try:
        move = GAME.parse_move(text)
    except InvalidMove:
        return
    assert GAME.move_text(move) == text


@pytest.mark.parametrize(
    "options",
    [
        {"target": 9},
        {"target": 201},
        {"target": "66"},
        {"rounds": 0},
        {"rounds": 21},
        {"deck": "half"},
        {"jokers": 1},
        {"deck": "tactical", "jokers": True},
    ],
)
def test_options_outside_their_values_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptions):
        NimmtOptions(**options)  # type: ignore[arg-type]


# Who sees what


def test_a_choice_is_told_to_all_and_its_card_to_its_player() -> None:
    state = position("8/37/55/81", "9 10/12 13")
    step: Step[State] = GAME.play(state, Seat(0), Choose(90), chance())
    assert step.events == (
        nimmt.Chose(seat=Seat(0)),
        nimmt.Sealed(to=frozenset({Seat(0)}), seat=Seat(0), card=90),
    )
    assert GAME.view(step.state, Seat(0)).choice == 90
    assert GAME.view(step.state, Seat(1)).choice is None
    assert GAME.view(step.state, None).hand == ()
    again = GAME.play(step.state, Seat(0), Choose(100), chance())
    assert [type(event) for event in again.events] == [nimmt.Sealed]


def test_the_default_move_is_the_cheapest_for_all_one_can_see() -> None:
    state = position("8/37/41 43 49 50 55/81", "73 90/12 13")
    assert GAME.default_move(GAME.view(state, Seat(0))) == Choose(900)
    low, _ = trick(position("55/37/50/81 82", "6 1/104 2"), "6 104")
    assert GAME.default_move(GAME.view(low, Seat(0))) == TakeRow(1)
