"""Matching pennies: two seats show a coin at once; seat 0 wants them equal, seat 1 different.

seats         2
pack          none
hidden        the side chosen, until both have chosen
simultaneous  always
ends          at so many points
scoring       a point a round to whoever got what they wanted
source        folklore
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from games.chance import Chance
from games.core import Event, Outcome, Rulings, Seat, Step
from games.errors import N_, IllegalMove, InvalidMove, InvalidOptions, MatchOver
from games.notation import plain

SIDES = (N_("heads"), N_("tails"))


@dataclass(frozen=True, slots=True)
class PenniesOptions:
    """`points` to win: 1 to 9. Raises InvalidOptions."""

    points: int = 2

    def __post_init__(self) -> None:
        if not 1 <= self.points <= 9:
            raise InvalidOptions(N_("points must be from 1 to 9."))


@dataclass(frozen=True, slots=True)
class State:
    """The full truth: points and the sides chosen, by seat."""

    options: PenniesOptions
    points: tuple[int, int] = (0, 0)
    chosen: tuple[str | None, str | None] = (None, None)
    round: int = 1


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know: its own side, and who has chosen."""

    seat: Seat | None
    points: tuple[int, int]
    round: int
    chosen: frozenset[Seat]
    mine: str | None
    to_act: frozenset[Seat]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown(Event):
    """Both coins, and whose point it is."""

    sides: tuple[str, str]
    winner: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A seat has chosen, told once."""

    seat: Seat


class Pennies:
    """The rules of matching pennies."""

    key: ClassVar[str] = "pennies"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset()}
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    Options: ClassVar[type[PenniesOptions]] = PenniesOptions

    def deal(self, seats: int, options: PenniesOptions, chance: Chance) -> Step[State]:
        """Nothing is dealt."""
        return Step(State(options), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Whoever hasn't chosen."""
        if max(state.points) >= state.options.points:
            return frozenset()
        return frozenset(Seat(s) for s in range(2) if state.chosen[s] is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The sides but the one chosen."""
        if max(state.points) >= state.options.points:
            return ()
        return tuple(side for side in SIDES if side != state.chosen[seat])

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        """Choose a side; when both have, they are shown. Raises MoveError."""
        if max(state.points) >= state.options.points:
            raise MatchOver(N_("That match is over."))
        if state.chosen[seat] == move:
            raise IllegalMove(N_("You have chosen that already."))
        sides = (move, state.chosen[1]) if seat == 0 else (state.chosen[0], move)
        told = () if state.chosen[seat] else (Chose(seat=seat),)
        if sides[0] is None or sides[1] is None:
            return Step(replace(state, chosen=sides), told)
        winner = Seat(0 if sides[0] == sides[1] else 1)
        points = (state.points[0] + (winner == 0), state.points[1] + (winner == 1))
        after = replace(state, points=points, chosen=(None, None), round=state.round + 1)
        return Step(after, (*told, Shown(sides=(sides[0], sides[1]), winner=winner)))

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may know."""
        return View(
            seat=seat,
            points=state.points,
            round=state.round,
            chosen=frozenset(Seat(s) for s in range(2) if state.chosen[s] is not None),
            mine=None if seat is None else state.chosen[seat],
            to_act=self.to_act(state),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """More points win."""
        if self.to_act(state):
            return None
        return Outcome(tuple(1 + (p < max(state.points)) for p in state.points), state.points)

    def stage(self, state: State) -> int:
        """The round."""
        return state.round

    def default_move(self, view: View) -> str:
        """Heads."""
        return SIDES[0]

    def completes(self, view: View) -> bool:
        """Every decision stands for itself."""
        return False

    def parse_move(self, text: str) -> str:
        """`heads` or `tails`. Raises InvalidMove."""
        side = plain(text)
        if side not in SIDES:
            raise InvalidMove(N_("Write heads or tails."))
        return side

    def move_text(self, move: str) -> str:
        """The side itself."""
        return move


GAME = Pennies()
