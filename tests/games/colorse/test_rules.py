"""COLORSE: the rules of the rules page, its older rulings and worked examples 3 to 5."""

from collections import Counter

import pytest

from games.chance import Chance
from games.colorse import GAME, Place, Show, Take
from games.colorse import events as told
from games.colorse.cards import BACK, count
from games.colorse.state import ColorseOptions, Taken, Task
from games.core import Outcome, Seat
from games.errors import IllegalMove, MatchOver, NotToAct

from ..playing import chance, refused
from .positions import boxes, legal, of, play, position

# Round


def test_the_specials_of_a_deal_are_coloured_from_the_parent_on() -> None:
    for seed in range(2000):
        state = GAME.deal(4, ColorseOptions(), Chance(seed.to_bytes(2, "big"), 0)).state
        if len(state.tasks) > 1:
            order = [(task.seat - state.parent) % 4 for task in state.tasks]
            assert order == sorted(order)
            assert {task.kind for task in state.tasks} == {"colour"}
            return
    pytest.fail("two SPECIALs at once were never dealt")


# Duel


@pytest.mark.parametrize(
    ("signs", "takers"),
    [
        ("do do", [0, 1]),
        ("do zof", [1, 1]),
        ("zof do", [0, 0]),
        ("do rau", [0]),
        ("rau do", [1]),
        ("zof zof", [2]),
        ("zof rau", [1]),
        ("rau zof", [0]),
    ],
)
def test_signs_decide_the_takes(signs: str, takers: list[int]) -> None:
    state, events = play(position("R", "G", "B"), *signs.split())
    assert [task.seat for task in state.tasks if task.kind == "take"] == takers
    assert [task.seat for task in state.tasks if task.kind == "place"] == takers
    (revealed,) = of(events, told.Revealed)
    assert revealed.signs == tuple(signs.split())


def test_a_sealed_sign_may_be_changed_until_both_are_chosen() -> None:
    before = position("R", "G", "B")
    sealed = GAME.play(before, Seat(0), Show("do"), chance()).state
    assert legal(sealed, 0) == ["zof", "rau"]
    assert GAME.to_act(sealed) == {1}
    changed = GAME.play(sealed, Seat(0), Show("zof"), chance())
    assert changed.events == (told.Sealed(to=frozenset({Seat(0)}), seat=Seat(0), sign="zof"),)
    assert changed.state == GAME.play(before, Seat(0), Show("zof"), chance()).state
    with pytest.raises(IllegalMove, match="chosen zof already"):
        GAME.play(changed.state, Seat(0), Show("zof"), chance())


def test_zof_against_zof_loses_the_highest_occupied_cell() -> None:
    state, events = play(position("R G . / B", "R . . / . Y", "B"), "zof", "zof")
    assert boxes(state)[:2] == ["R G . . . .", "R . . . . ."]
    lost = of(events, told.Lost)
    assert [(e.seat, e.cell, e.card) for e in lost] == [(0, 3, "B"), (1, 4, "Y")]
    assert state.vanished == ("B", "Y")


# Taking


def test_a_face_down_card_is_seen_once_taken() -> None:
    state, events = play(position("R", "G", "B", market="Y B S"), "do", "rau", "take3")
    took, looked = of(events, told.Took)[0], of(events, told.Looked)[0]
    assert (took.to, took.card) == (None, BACK)
    assert (looked.to, looked.card) == ({0}, "S")
    assert GAME.view(state, Seat(0)).held(Seat(0)) == (Taken(Seat(0), 1, "S", True),)
    for other in (None, Seat(1), Seat(2)):
        assert GAME.view(state, other).held(Seat(0)) == (Taken(Seat(0), 1, BACK, True),)


# Placing


def test_a_special_takes_its_colour_as_it_is_placed() -> None:
    state, _ = play(position("R", "G", "B", market="S Y B"), "do", "rau", "take1")
    assert legal(state, 0) == ["place1:R", "place1:G", "place1:B", "place1:Y"]
    blue, _ = play(state, "place1:B")
    assert boxes(blue)[0] == "R S:B . . . ."
    red, events = play(state, "place1:R")
    assert boxes(red)[0] == ". . . . . ."
    assert of(events, told.Placed)[0].vanished == ((1, "S:R"), (0, "R"))
    assert red.vanished == ("S", "R"), "out of the round it is without colour again"


# The end of a round and of the match


def test_match_ends_with_the_second_round_won() -> None:
    state = position("R G B / G R", "G B", "B R Y", "Y R", market="B Y R", wins=(1, 0, 0, 1))
    state, events = play(state, "do", "rau", "take2")
    assert GAME.to_act(state) == set()
    outcome = Outcome((1, 4, 3, 2), (26, 2, 3, 12))
    assert GAME.outcome(state) == outcome
    assert of(events, told.MatchEnded)[0].ranks == outcome.ranks
    with pytest.raises(MatchOver):
        GAME.play(state, Seat(0), Show("do"), chance())
    assert legal(state, 0) == []


def test_equal_rounds_and_cards_share_a_rank() -> None:
    state = position("R G B / G R", "G B", "B R", market="B Y R", wins=(1, 0, 0))
    state, _ = play(state, "do", "rau", "take2")
    assert GAME.outcome(state) == Outcome((1, 2, 2), (26, 2, 2))


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_rounds_option_says_how_many_rounds_win(rounds: int) -> None:
    before = position("R G B / G R", "G", "B", market="B Y R", options=ColorseOptions(rounds))
    for won in range(rounds):
        state, _ = play(before._replace(wins=(won, 0, 0)), "do", "rau", "take2")
        assert state.over == (won + 1 == rounds)


# Rulings


def test_do_against_do_takes_and_places_parent_first() -> None:
    state, _ = play(position("R", "G", "B", market="S S Y"), "do", "do")
    order = []
    for move in ("take1", "take2", "place1:B", "place1:B"):
        order.append((*GAME.to_act(state), move))
        state, _ = play(state, move)
    assert order == [(0, "take1"), (1, "take2"), (0, "place1:B"), (1, "place1:B")]
    assert boxes(state)[:2] == ["R S:B . . . .", "G S:B . . . ."]


def test_first_full_box_wins_and_other_tasks_are_dropped() -> None:
    full = "R G B / G R"
    before = position(full, full, "B", market="Y Y R", options=ColorseOptions(rounds=1))
    state, events = play(before, "do", "do", "take1", "take2")
    assert [e.seat for e in of(events, told.RoundWon)] == [0]
    assert boxes(state)[1] == "R G B G R ."
    assert (state.tasks, state.taken) == ((), ())
    assert len(of(events, told.Placed)) == 1


def test_a_second_card_of_the_winner_is_dropped_too() -> None:
    before = position("R G B / G R", "G", "B", market="Y B R", options=ColorseOptions(rounds=1))
    state, events = play(before, "zof", "do", "take1", "take2", "place1")
    assert state.over
    assert len(of(events, told.Placed)) == 1


def test_zof_against_zof_removes_a_face_down_card() -> None:
    state = position("##", "G B", "B", down=("R", None, None), market="Y R B")
    state, events = play(state, "zof", "zof")
    assert boxes(state)[0] == ". . . . . ."
    assert state.down == (None, None, None)
    assert of(events, told.Lost)[0].card == "R"
    assert state.vanished == ("R", "B")
    state, _ = play(state._replace(tasks=(), signs=(None, None)), "do", "rau", "take1")
    assert boxes(state)[0] == "Y . . . . ."


def test_a_box_without_cards_loses_nothing() -> None:
    state, events = play(position(".", "G B", "B"), "zof", "zof")
    assert [event.seat for event in of(events, told.Lost)] == [1]
    assert boxes(state)[0] == ". . . . . ."


def test_the_pack_runs_out_and_the_vanished_cards_are_shuffled() -> None:
    gone = ("R", "S", "GB", "Y", "B")
    state = position("R", "G", "B", market="Y R B", pack=("G",), vanished=gone)
    state, events = play(state, "do", "do", "take1", "take3")
    (again,) = of(events, told.Reshuffled)
    assert again.cards == 5
    assert state.market[0] == "G"
    assert Counter([*state.pack, state.market[2]]) == Counter(gone)
    assert state.vanished == ()


def test_a_face_down_special_needs_no_colour() -> None:
    for seed in range(400):
        before = position("R G B / G R", "G", "B", market="B Y R")
        for seat, sign in ((0, "do"), (1, "rau")):
            before = GAME.play(before, Seat(seat), GAME.parse_move(sign), chance()).state
        state = GAME.play(before, Seat(0), Take(1), Chance(seed.to_bytes(2, "big"), 0)).state
        if state.down[0] == "S":
            assert Task("colour", Seat(0)) not in state.tasks
            return
    pytest.fail("a SPECIAL was never dealt face down")


# Worked examples


def test_example_4_the_seat_after_the_child_goes_round_the_table() -> None:
    state = position("R", "G", "B", "Y", parent=Seat(3))
    assert GAME.to_act(state) == {3, 0}
    state, _ = play(state, "zof", "zof")
    assert GAME.to_act(state) == {1}


def test_example_5_five_cards_and_a_sixth_that_vanishes_two() -> None:
    state, events = play(position("R G B / G R", "G", "B", market="R Y G"), "do", "rau", "take1")
    assert count(state.boxes[0]) == 4
    assert not of(events, told.RoundWon)
    assert (state.round, state.parent) == (1, 1)


# Refusals


def test_refused_moves() -> None:
    duel = position("R", "G", "B", market="S Y B")
    refused(GAME, duel, 2, "do", NotToAct, "isn't your turn")
    refused(GAME, duel, 0, "take1", IllegalMove, "Choose a sign")
    refused(GAME, duel, 0, "R", IllegalMove, "Choose a sign")
    taking, _ = play(duel, "zof", "do")
    refused(GAME, taking, 1, "take1", NotToAct, "isn't your turn")
    refused(GAME, taking, 0, "do", IllegalMove, "Take a card")
    refused(GAME, taking, 0, "place1", IllegalMove, "Take a card")
    refused(GAME, play(taking, "take1")[0], 0, "take1", IllegalMove, "taken already")
    placing, _ = play(taking, "take1", "take2")
    refused(GAME, placing, 0, "take3", IllegalMove, "Place a card")
    refused(GAME, placing, 0, "place1", IllegalMove, "colour for the SPECIAL")
    refused(GAME, placing, 0, "place2:R", IllegalMove, "Only a SPECIAL")
    refused(GAME, play(placing, "place2")[0], 0, "place2", IllegalMove, "no card 2")
    painting = duel._replace(tasks=(Task("colour", Seat(1)),))
    refused(GAME, painting, 1, "do", IllegalMove, "Choose a colour")
    refused(GAME, painting, 0, "R", NotToAct, "isn't your turn")


# Default moves


def test_the_default_moves_let_the_fewest_cards_vanish() -> None:
    duel = position("R", "G", "B", market="R RB Y")
    assert [GAME.default_move(GAME.view(duel, Seat(seat))) for seat in (0, 1)] == [Show("do")] * 2
    taking, _ = play(duel, "do", "rau")
    assert GAME.default_move(GAME.view(taking, Seat(0))) == Take(2), "both others vanish"
    taking, _ = play(position("R", "G", "B", market="R B Y"), "do", "rau")
    assert GAME.default_move(GAME.view(taking, Seat(0))) == Take(1)
    special, _ = play(position("R G", "G", "B", market="S B Y"), "do", "rau", "take1")
    assert GAME.default_move(GAME.view(special, Seat(0))) == Place(1, "R")
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(special, Seat(1)))
