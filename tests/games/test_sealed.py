"""Games of sealed choices alone. In the example a higher number wins."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from games.chance import Chance
from games.core import Seat, Step
from games.errors import IllegalMove, InvalidMove, MatchOver, NotToAct
from games.options import Options
from games.sealed import Chose, SealedGame, Shown, State

CHANCE = Chance(bytes(32), 0)
FIRST, SECOND = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class NoOptions(Options):
    """No options."""


class Higher(SealedGame):
    """The higher number wins a point. Two points win the match."""

    key: ClassVar[str] = "higher"
    seats: ClassVar[range] = range(2, 3)
    Options: ClassVar[type[Options]] = NoOptions
    choices: ClassVar[tuple[str, ...]] = ("1", "2", "3")
    write: ClassVar[str] = "Write a number."

    def won(self, choices: tuple[str, ...], options: NoOptions) -> tuple[int, ...]:
        """Return a point for the higher number."""
        return tuple(int(one > min(choices)) for one in choices)

    def ended(self, state: State, options: NoOptions) -> bool:
        """Return True if a seat has two points."""
        return max(state.points) == 2


GAME = Higher()


def played(*moves: tuple[Seat, str]) -> Step[State]:
    """Return the step after moves of a new match."""
    step = GAME.deal(2, NoOptions(), CHANCE)
    for seat, move in moves:
        step = GAME.play(step.state, seat, move, CHANCE)
    return step


def test_choice_is_sealed_until_the_last_one() -> None:
    state, told = played((FIRST, "3"))
    assert told == (Chose(seat=FIRST),)
    assert GAME.to_act(state) == {SECOND}
    assert GAME.view(state, FIRST).mine == "3"
    assert GAME.view(state, SECOND) == GAME.view(played((FIRST, "1")).state, SECOND)
    state, told = GAME.play(state, SECOND, "1", CHANCE)
    assert told == (Chose(seat=SECOND), Shown(round=1, choices=("3", "1"), won=(1, 0)))
    assert (state.points, state.round) == ((1, 0), 2)
    assert GAME.to_act(state) == {FIRST, SECOND}


def test_changed_choice_leaves_no_trace() -> None:
    step = played((FIRST, "3"), (FIRST, "2"))
    assert step == Step(played((FIRST, "2")).state, ())
    assert GAME.legal_moves(step.state, FIRST) == ("1", "3")


def test_match_ends_and_most_points_win() -> None:
    state = played(*[(FIRST, "1"), (SECOND, "2")] * 2).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ((2, 1), (0, 2))
    assert not GAME.to_act(state)
    assert not GAME.legal_moves(state, FIRST)
    with pytest.raises(MatchOver):
        GAME.play(state, FIRST, "1", CHANCE)


def test_impossible_choices_are_refused() -> None:
    state = played((FIRST, "3")).state
    with pytest.raises(IllegalMove):
        GAME.play(state, FIRST, "3", CHANCE)
    with pytest.raises(NotToAct):
        GAME.default_move(GAME.view(state, FIRST))
    with pytest.raises(InvalidMove, match="Write a number"):
        GAME.parse_move("4")
    assert GAME.default_move(GAME.view(state, SECOND)) == "1"
