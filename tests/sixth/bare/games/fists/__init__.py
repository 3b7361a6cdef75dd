"""Fists: all hide coins in a fist. The highest number that no other player has gets a point.

seats         2–4.
pack          None.
hidden        The number of coins, until all have chosen.
simultaneous  Always.
ends          After three rounds.
scoring       A point for the highest unique number.
source        Folklore.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from games.chance import Chance
from games.core import Event, Frozen, Outcome, Rulings, Seat, Step
from games.errors import N_, IllegalMove, InvalidMove, MatchOver, check_seats
from games.notation import plain
from games.options import Options

ROUNDS, MOST = 3, 3


class FistsOptions(Options):
    """No options."""


class State(Frozen):
    """A position: points and chosen numbers, by seat."""

    points: tuple[int, ...]
    chosen: tuple[int | None, ...]
    round: int = 1
    options: FistsOptions = FistsOptions()


class View(Frozen):
    """The data that a seat may see."""

    seat: Seat | None
    points: tuple[int, ...]
    round: int
    mine: int | None
    outcome: Outcome | None


class Chose(Event):
    """A seat has chosen."""

    seat: Seat


class Opened(Event):
    """All fists are open."""

    numbers: tuple[int, ...]


class Fists:
    """The rules of fists."""

    key: ClassVar[str] = "fists"
    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset()}
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 5)
    Options: ClassVar[type[FistsOptions]] = FistsOptions

    def deal(self, seats: int, options: FistsOptions, chance: Chance) -> Step[State]:
        """Return the first position."""
        check_seats(self.seats, seats)
        return Step(State((0,) * seats, (None,) * seats), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that have not chosen."""
        if state.round > ROUNDS:
            return frozenset()
        return frozenset(Seat(n) for n, number in enumerate(state.chosen) if number is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the numbers, except the chosen one."""
        if state.round > ROUNDS:
            return ()
        return tuple(number for number in range(MOST + 1) if number != state.chosen[seat])

    def play(self, state: State, seat: Seat, move: int, chance: Chance) -> Step[State]:
        """Choose a number. When all have chosen, the fists open. Raises MoveError."""
        if state.round > ROUNDS:
            raise MatchOver(N_("That match is over."))
        if state.chosen[seat] == move:
            raise IllegalMove(N_("You have chosen that already."))
        chosen = tuple(move if n == seat else number for n, number in enumerate(state.chosen))
        first = (Chose(seat=seat),) if state.chosen[seat] is None else ()
        numbers = tuple(number for number in chosen if number is not None)
        if len(numbers) < len(chosen):
            return Step(replace(state, chosen=chosen), first)
        alone = [number for number in numbers if numbers.count(number) == 1]
        best = numbers.index(max(alone)) if alone else None
        points = tuple(p + (n == best) for n, p in enumerate(state.points))
        after = State(points, (None,) * len(points), state.round + 1)
        return Step(after, (*first, Opened(numbers=numbers)))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see."""
        return View(
            seat=seat,
            points=state.points,
            round=state.round,
            mine=None if seat is None else state.chosen[seat],
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks at the end: more points win."""
        if self.to_act(state):
            return None
        ranks = tuple(1 + sum(p > mine for p in state.points) for mine in state.points)
        return Outcome(ranks, state.points)

    def stage(self, state: State) -> int:
        """Return the round."""
        return state.round

    def default_move(self, view: View) -> int:
        """Return an empty fist, or another number if that is chosen."""
        return 1 if view.mine == 0 else 0

    def parse_move(self, text: str) -> int:
        """Return a number of coins. Raises InvalidMove."""
        number = plain(text)
        if number not in ("0", "1", "2", "3"):
            raise InvalidMove(N_("Write a number of coins, such as {number}."), number=MOST)
        return int(number)

    def move_text(self, move: int) -> str:
        """Return the number."""
        return str(move)


GAME = Fists()
