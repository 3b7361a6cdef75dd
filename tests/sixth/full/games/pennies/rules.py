"""Matching pennies: both seats show a coin at once. Seat 0 wants them equal, seat 1 different.

seats         2.
pack          None.
hidden        The chosen side, until both have chosen.
simultaneous  Always.
ends          At a number of points.
scoring       A point a round.
source        Folklore.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from games.chance import Chance
from games.core import Event, Frozen, Outcome, Rulings, Seat, Step
from games.errors import N_, IllegalMove, InvalidMove, MatchOver, Name, check_seats
from games.notation import plain
from games.options import Options, option

SIDES = (N_("heads"), N_("tails"))


class PenniesOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    points: int = option(2, Name("points"), N_("Points to win (2)"), range(1, 10))


class State(Frozen):
    """A position: points and chosen sides, by seat."""

    options: PenniesOptions
    points: tuple[int, int] = (0, 0)
    chosen: tuple[str | None, str | None] = (None, None)
    round: int = 1


class View(Frozen):
    """The data that a seat may see: its own side, and the seats that have chosen."""

    seat: Seat | None
    points: tuple[int, int]
    round: int
    chosen: frozenset[Seat]
    mine: str | None
    to_act: frozenset[Seat]
    outcome: Outcome | None


class Shown(Event):
    """Both coins are shown, and one seat gets the point."""

    sides: tuple[str, str]
    winner: Seat


class Chose(Event):
    """A seat has chosen."""

    seat: Seat


class Pennies:
    """The rules of matching pennies."""

    key: ClassVar[str] = "pennies"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset()}
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    Options: ClassVar[type[PenniesOptions]] = PenniesOptions

    def deal(self, seats: int, options: PenniesOptions, chance: Chance) -> Step[State]:
        """Return the first position."""
        check_seats(self.seats, seats)
        return Step(State(options), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that have not chosen."""
        if max(state.points) >= state.options.points:
            return frozenset()
        return frozenset(Seat(s) for s in range(2) if state.chosen[s] is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the sides, except the chosen one."""
        if max(state.points) >= state.options.points:
            return ()
        return tuple(side for side in SIDES if side != state.chosen[seat])

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        """Choose a side. Two chosen sides are shown. Raises MoveError."""
        if max(state.points) >= state.options.points:
            raise MatchOver(N_("That match is over."))
        if state.chosen[seat] == move:
            raise IllegalMove(N_("You have chosen that already."))
        sides = (move, state.chosen[1]) if seat == 0 else (state.chosen[0], move)
        chosen = () if state.chosen[seat] else (Chose(seat=seat),)
        if sides[0] is None or sides[1] is None:
            return Step(replace(state, chosen=sides), chosen)
        winner = Seat(0 if sides[0] == sides[1] else 1)
        points = (state.points[0] + (winner == 0), state.points[1] + (winner == 1))
        after = replace(state, points=points, chosen=(None, None), round=state.round + 1)
        return Step(after, (*chosen, Shown(sides=(sides[0], sides[1]), winner=winner)))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see."""
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
        """Return the ranks at the end: more points win."""
        if self.to_act(state):
            return None
        return Outcome(tuple(1 + (p < max(state.points)) for p in state.points), state.points)

    def stage(self, state: State) -> int:
        """Return the round."""
        return state.round

    def default_move(self, view: View) -> str:
        """Return heads."""
        return SIDES[0]

    def parse_move(self, text: str) -> str:
        """Return `heads` or `tails`. Raises InvalidMove."""
        side = plain(text)
        if side not in SIDES:
            raise InvalidMove(N_("Write heads or tails."))
        return side

    def move_text(self, move: str) -> str:
        """Return the side itself."""
        return move
