"""Law 6: any match of Sinomilia ends within the bound of its datasheet."""

import random
from typing import Any

import pytest

from games import sinomilia
from games.core import Event, Seat
from games.sinomilia import GAME, Change, Chip, Lay, Pass, SinomiliaOptions, State
from games.sinomilia.state import Face

from .rounds import chance, only, round_of, take

# The datasheet's: 45 rounds of 2 predictions and at most 21 turns, and the toss.
ROUNDS, TURNS = 45, 21


def test_a_match_of_45_rounds_can_be_played() -> None:
    """Two rounds of two 9s before each round that uses up a single card, chips kept level."""
    state, events = round_of((None, None)), list[Event]()
    while GAME.outcome(state) is None:
        if state.nines < 2:
            # The starter loses three by this, and so does the other in the next round.
            state, more = take(state._replace(laid=(9, 9)), "chip-sun pass pass")
        else:
            card = min(state.unused(Seat(state.round // 3 % 2)))
            laid = (9, card) if state.round // 3 % 2 else (card, 9)
            state, more = take(state._replace(laid=laid), "pass pass")
        events += more
    assert state.round == ROUNDS
    assert only(events, sinomilia.MatchEnded).why == "cards"


def nine(view: sinomilia.View, rng: random.Random) -> sinomilia.Move:
    """Always predicts 9, and lets every chip that it lays come back by losing with it."""
    if view.phase == "lay":
        return Lay(9)
    return Pass() if view.table or view.starter != view.seat else Chip("sun")


def passing(view: sinomilia.View, rng: random.Random) -> sinomilia.Move:
    """Always predicts 9 and passes."""
    return Lay(9) if view.phase == "lay" else Pass()


def slow(view: sinomilia.View, rng: random.Random) -> sinomilia.Move:
    """Puts every round's end off: passes where that ends nothing, feints, lays suns."""
    if view.phase == "lay":
        return Lay(9)
    assert view.seat is not None
    assert view.prediction is not None
    if view.before in (None, "sun", "change") and rng.random() < 0.9:
        return Pass()
    if not view.changed[view.seat]:
        return Change(view.prediction)
    return Chip("sun")


def default(view: sinomilia.View, rng: random.Random) -> sinomilia.Move:
    return GAME.default_move(view)


STUBBORN = [nine, passing, slow, default]


@pytest.mark.parametrize("first", [*STUBBORN, None])
@pytest.mark.parametrize("second", [*STUBBORN, None])
def test_stubborn_match_ends_within_its_bound(first: Any, second: Any) -> None:
    for seed in range(20):
        rng = random.Random(seed)
        state, decisions = GAME.deal(2, SinomiliaOptions(), chance(0)).state, 0
        while waiting := sorted(GAME.to_act(state)):
            seat = rng.choice(waiting)
            player = (first, second)[seat]
            move: sinomilia.Move = rng.choice(GAME.legal_moves(state, seat))
            if player is not None and state.starter is not None:
                move = player(GAME.view(state, seat), rng)
            state = GAME.play(state, seat, move, chance(decisions + 1)).state
            decisions += 1
            assert state.round <= ROUNDS
            assert decisions <= 1 + state.round * (2 + TURNS)


@pytest.mark.parametrize("chips", [(15, 15), (1, 29), (3, 27)])
def test_the_longest_round_has_21_turns(chips: tuple[int, int]) -> None:
    known: dict[State, int] = {}

    def longest(state: State) -> int:
        """Turns by themselves included, from here to the round's end."""
        # Which faces lie there matters to no turn but the next.
        suns: list[Face] = ["sun" for _ in state.table]
        still = state._replace(stage=0, table=tuple(suns))
        if still not in known:
            found = []
            for move in (Chip("sun"), Chip("moon"), Change(4), Pass()):
                if move in GAME.legal_moves(still, still.turn):
                    after = GAME.play(still, still.turn, move, chance()).state
                    over = after.round > 1 or after.over
                    found.append(after.stage + (0 if over else longest(after)))
            known[still] = max(found)
        return known[still]

    assert longest(round_of((4, 4), chips=chips)) == TURNS
