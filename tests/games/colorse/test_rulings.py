"""COLORSE: the rulings of 2026-11, worked examples 6 to 9, and the end of every match."""

from typing import Any

import pytest

from games.chance import Chance
from games.colorse import GAME, Place, Take
from games.colorse import events as told
from games.colorse.cards import BACK, PACK, count
from games.colorse.state import ColorseOptions, State, Task
from games.core import Event, Outcome, Seat
from games.errors import IllegalMove

from ..playing import chance
from .positions import box, boxes, legal, of, play, position


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


# Ties


def test_example_6_a_third_rau_against_rau_ends_the_duel() -> None:
    before = position("R", "G", "B")
    state, events = play(before, *["rau"] * 6)
    assert (state.parent, state.child()) == (1, 2)
    assert GAME.to_act(state) == {1, 2}
    assert (state.market, state.boxes) == (before.market, before.boxes)
    assert state.duel == before.duel + 1
    assert kinds(events)[-2:] == [told.Revealed, told.DuelBegan]


def test_ties_in_a_duel_are_public() -> None:
    state = position("R", "G", "B")
    seen = []
    for _ in range(3):
        seen.append({GAME.view(state, seat).raus for seat in (None, Seat(0), Seat(2))})
        state, events = play(state, "rau", "rau")
        (revealed,) = of(events, told.Revealed)
        assert revealed.to is None
        seen.append({revealed.raus})
    assert seen == [{0}, {1}, {1}, {2}, {2}, {3}]
    assert GAME.view(state, None).raus == 0, "the next duel has none"


def test_a_round_won_in_a_tied_duel_leaves_no_ties_to_the_next() -> None:
    tied, _ = play(position("R G B / G R", "G", "B", market="B Y R"), "rau", "rau", "do", "rau")
    assert tied.raus == 1
    dealt = [GAME.play(tied, Seat(0), Take(1), Chance(bytes([n]), 0)).state for n in range(60)]
    assert {state.round for state in dealt} == {2}
    assert {state.raus for state in dealt} == {0}
    assert {state.duel for state in dealt} == {0, 1}, "SPECIALs are coloured before the first"


# Refilling the market


def test_example_7_market_is_refilled_before_the_placement() -> None:
    state, events = play(position("B", "G", "B", market="R Y G"), "zof", "do", "take1", "take2")
    assert legal(state, 0) == ["place1", "place2"]
    assert state.market == ("Y", "B", "G")
    assert GAME.view(state, Seat(2)).market == ("Y", "B", BACK)
    assert of(events, told.Refilled)[-1].market == ("Y", "B", BACK)


def test_empty_pack_takes_the_vanished_cards_before_placing() -> None:
    state = position("R", "G", "B", market="R Y B", pack=(), vanished=("G", "G"))
    state, events = play(state, "do", "rau", "take1")
    assert of(events, told.Reshuffled)[0].cards == 2
    assert state.market == ("G", "Y", "B")
    assert state.pack == ("G",)
    assert state.vanished == ("R", "R"), "what the placing makes vanish comes too late"


# Two taken cards


@pytest.mark.parametrize(("market", "takes"), [("B B G", "take1 take2"), ("B Y B", "take3 take1")])
def test_example_8_two_equal_cards_are_placed_without_asking(market: str, takes: str) -> None:
    state, events = play(position("R", "G", "B", market=market), "zof", "do", *takes.split())
    assert boxes(state)[0] == "R . . . . ."
    placed = of(events, told.Placed)
    assert [e.vanished for e in placed] == [(), ((2, "B"), (1, "B"))]
    assert state.parent == 1


def test_the_first_of_two_equal_cards_may_win_the_round() -> None:
    state, events = play(
        position("R G B / G R", "G", "B", market="Y Y G"), "zof", "do", "take1", "take2"
    )
    assert len(of(events, told.Placed)) == 1
    assert (state.round, state.wins) == (2, (1, 0, 0))


def test_two_specials_are_placed_in_order_with_colours() -> None:
    state, _ = play(position("R", "G", "B", market="S S G"), "zof", "do", "take2", "take1")
    assert legal(state, 0) == [f"place1:{c}" for c in "RGBY"]
    with pytest.raises(IllegalMove, match="the one you took first"):
        GAME.play(state, Seat(0), Place(2, "Y"), chance())
    state, _ = play(state, "place1:Y")
    assert legal(state, 0) == [f"place2:{c}" for c in "RGBY"]
    state, _ = play(state, "place2:B")
    assert boxes(state)[0] == "R S:Y S:B . . ."


# Face-down starting cards


def last_card(rounds: int, **fields: Any) -> State:
    """Seat 0 fills its box with the next card it takes, its first one lying face down."""
    return position(
        *("## G B / G R", "## G", "B"),
        market="B Y R",
        down=("S", "RB", None),
        options=ColorseOptions(rounds),
        **fields,
    )


def test_other_cards_are_turned_up_at_the_end_of_the_match() -> None:
    state, events = play(last_card(2, wins=(1, 1, 0)), "do", "rau", "take2")
    assert kinds(events)[-4:] == [told.TurnedUp, told.RoundWon, told.TurnedUp, told.MatchEnded]
    assert [(e.seat, e.card) for e in of(events, told.TurnedUp)] == [(0, "S"), (1, "RB")]
    assert boxes(state) == ["S G B G R Y", "RB G . . . .", "B . . . . ."]
    assert GAME.view(state, None).boxes == state.boxes
    assert state.down == (None, None, None)


def test_nothing_vanishes_when_a_card_is_turned_up() -> None:
    before = last_card(2, wins=(1, 1, 0))._replace(down=("G", "G", None))
    state, _ = play(before, "do", "rau", "take2")
    assert boxes(state)[:2] == ["G G B G R Y", "G G . . . ."]
    assert state.vanished == before.vanished


# A hundred duels


@pytest.mark.parametrize(
    ("cards", "winner"),
    [(("R G", "G", "B"), 0), (("R G", "G Y", "B"), None), (("R", "G Y", "B ."), 1)],
)
def test_example_9_after_duel_100_the_fullest_box_wins_the_round(
    cards: tuple[str, ...], winner: int | None
) -> None:
    state, events = play(position(*cards, duel=100), *["rau"] * 6)
    assert (state.round, state.parent) == (2, 1)
    if winner is None:
        boxes = tuple(map(box, cards))
        drawn = told.RoundDrawn(round=1, boxes=boxes, wins=(0, 0, 0))
        assert of(events, told.RoundDrawn) == [drawn]
        assert state.wins == (0, 0, 0)
        assert state.down == (None, None, None)
    else:
        (won,) = of(events, told.RoundWon)
        assert (won.seat, won.box) == (winner, box(cards[winner]))
        assert state.wins[winner] == 1
        assert state.boxes[winner][0] == BACK, "like any winner"


def test_cards_of_duel_100_are_placed_before_the_comparison() -> None:
    before = position("R", "G", "B", market="Y S B", duel=100)
    state, events = play(before, "do", "zof", "take1", "take2", "place1")
    assert not of(events, told.RoundWon)
    state, events = play(state, "place2:B")
    assert [(e.seat, count(e.box)) for e in of(events, told.RoundWon)] == [(1, 3)]


def test_a_box_that_fills_in_duel_100_wins_as_ever() -> None:
    before = position("R G B / G R", "G B R / Y B", "B", market="B Y R", duel=100)
    _, events = play(before, "do", "rau", "take2")
    (won,) = of(events, told.RoundWon)
    assert (won.seat, count(won.box)) == (0, 6)


def test_duel_99_does_not_end_the_round() -> None:
    state, events = play(position("R G", "G", "B", duel=99), *["rau"] * 6)
    assert (state.round, state.duel) == (1, 100)
    assert not of(events, told.RoundWon)


def test_face_down_cards_count_and_the_winners_is_shown() -> None:
    before = position("## G", "G", "B", down=("RB", None, None), wins=(1, 0, 0), duel=100)
    _, events = play(before._replace(options=ColorseOptions(3)), *["rau"] * 6)
    assert [(e.seat, e.card) for e in of(events, told.TurnedUp)] == [(0, "RB")]
    assert of(events, told.RoundWon)[0].box == box("RB G")


def test_drawn_round_turns_up_nothing() -> None:
    before = position("## G", "G R", "B", down=("RB", None, None), wins=(1, 0, 0), duel=100)
    _, events = play(before, *["rau"] * 6)
    assert of(events, told.RoundDrawn)[0].wins == (1, 0, 0)
    assert not of(events, told.TurnedUp)


# Four times as many rounds as are to be won


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_after_four_rounds_for_each_to_be_won_the_match_ends(rounds: int) -> None:
    options = ColorseOptions(rounds)
    last = position("## G", "G R", "B", down=("S", None, None), duel=100, options=options)
    wins = (rounds - 1, 0, 0)
    before, _ = play(last._replace(round=4 * rounds - 1, wins=wins), *["rau"] * 6)
    assert not before.over
    state, events = play(last._replace(round=4 * rounds, wins=wins), *["rau"] * 6)
    assert state.over
    assert kinds(events)[-3:] == [told.RoundDrawn, told.TurnedUp, told.MatchEnded]
    ranks = (1, 2, 3) if rounds > 1 else (1, 1, 3)
    outcome = Outcome(ranks, ((rounds - 1) * 10 + 2, 2, 1))
    assert GAME.outcome(state) == outcome, "the first rank is shared too"


def test_the_pack_never_runs_dry() -> None:
    seed = bytes(32)
    state = GAME.deal(4, ColorseOptions(3), Chance(seed, 0)).state
    for ply in range(1, 3000):
        waiting = GAME.to_act(state)
        if not waiting:
            break
        seat = min(waiting)
        moves = GAME.legal_moves(state, seat)
        state = GAME.play(state, seat, moves[ply % len(moves)], Chance(seed, ply)).state
        if not state.over and not any(task.kind == "colour" for task in state.tasks):
            seen = [card for cells in state.boxes for card in cells if card and card != BACK]
            seen += [card for card in (*state.down, *state.market) if card]
            seen += [taken.card for taken in state.taken]
            assert sorted(s.split(":")[0] for s in [*seen, *state.pack, *state.vanished]) == sorted(
                PACK
            )


# Missed decisions


def test_a_missed_placement_of_two_specials_is_the_first_one() -> None:
    tasks = (Task("place", Seat(0)),) * 2
    state, _ = play(position(".", "G", "B", market="S S G"), "zof", "do", "take1", "take2")
    assert state.tasks == tasks
    assert GAME.default_move(GAME.view(state, Seat(0))) == Place(1, "R")
