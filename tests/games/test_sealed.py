"""Games of sealed choices alone, by the example of fists, a toy of `tests.sixth`."""

import pytest

from games.chance import Chance
from games.core import Event, Outcome, Seat
from games.errors import InvalidMove, NotToAct
from games.sealed import Chose, Shown, State

from ..sixth.bare.games.fists import ROUNDS, Fists, FistsOptions
from .breaking import broken
from .sealed import redealing

GAME, CHANCE = Fists(), Chance(bytes(32), 0)
FIRST, SECOND = Seat(0), Seat(1)


def played(*moves: tuple[Seat, str]) -> tuple[State, list[Event]]:
    """Return the state after moves of a new match, and all events."""
    state, events = GAME.deal(2, FistsOptions(), CHANCE).state, list[Event]()
    for seat, move in moves:
        state, told = GAME.play(state, seat, move, CHANCE)
        events += told
    return state, events


def test_game_of_sealed_choices_keeps_the_laws() -> None:
    assert broken(Fists, 3, FistsOptions(), redealing(GAME), (Shown,)) == set()


def test_choices_are_shown_after_the_last_one() -> None:
    state, told = played((FIRST, "2"), (FIRST, "3"), (SECOND, "1"))
    shown = Shown(round=1, choices=("3", "1"), won=(1, 0))
    assert told == [Chose(seat=FIRST), Chose(seat=SECOND), shown]
    assert (state.points, state.round) == ((1, 0), 2)
    state, _ = played(*[(FIRST, "1"), (SECOND, "2")] * ROUNDS)
    assert GAME.outcome(state) == Outcome((2, 1), (0, ROUNDS))


def test_impossible_choices_are_refused() -> None:
    state, _ = played((FIRST, "3"))
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(state, FIRST))
    with pytest.raises(InvalidMove, match="Write a number"):
        GAME.parse_move("4")
