"""Games of sealed choices alone: all choose in secret, then all choices are shown and score.

Such a game states its choices, the points of a round and its end. All else is here. A choice is the
text of its notation.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from .chance import Chance
from .core import Event, Frozen, Outcome, Rulings, Seat, Step
from .errors import N_, IllegalMove, InvalidMove, MatchOver, NotToAct, check_seats
from .notation import plain
from .options import Options


class State(Frozen):
    """The full truth: points, and sealed choices of this round, by seat."""

    options: Any
    points: tuple[int, ...]
    chosen: tuple[str | None, ...]
    round: int = 1
    over: bool = False


class View(Frozen):
    """The data that a seat may see: its own choice, and the seats that have chosen."""

    seat: Seat | None
    options: Any
    points: tuple[int, ...]
    round: int
    choices: tuple[str, ...]
    chosen: frozenset[Seat]
    mine: str | None
    to_act: frozenset[Seat]
    outcome: Outcome | None


class Chose(Event):
    """A seat has sealed its choice. A change of it is no event."""

    seat: Seat


class Shown(Event):
    """All choices of a round are shown. `won`: the points of each seat."""

    round: int
    choices: tuple[str, ...]
    won: tuple[int, ...]


class SealedGame(ABC):
    """The rules of a game of sealed choices alone. Most points win."""

    key: ClassVar[str]
    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset()}
    version: ClassVar[int] = 1
    seats: ClassVar[range]
    Options: ClassVar[type[Options]]
    choices: ClassVar[tuple[str, ...]]
    write: ClassVar[str]
    """The refusal of a text that is no choice: "Write heads or tails."."""

    @abstractmethod
    def won(self, choices: tuple[str, ...], options: Any) -> tuple[int, ...]:
        """Return the points that a round brings, by seat."""

    @abstractmethod
    def ended(self, state: State, options: Any) -> bool:
        """Return True if the match ends after this round. `state` has the points of it."""

    def deal(self, seats: int, options: Any, chance: Chance) -> Step[State]:
        """Return the first round."""
        check_seats(self.seats, seats)
        return Step(State(options, (0,) * seats, (None,) * seats), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return the seats that have not chosen."""
        waits = not state.over
        return frozenset(Seat(n) for n, one in enumerate(state.chosen) if waits and one is None)

    def legal_moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the choices, except the sealed one."""
        if state.over:
            return ()
        return tuple(one for one in self.choices if one != state.chosen[seat])

    def play(self, state: State, seat: Seat, move: str, chance: Chance) -> Step[State]:
        """Seal a choice. After the last one, all are shown. Raises MoveError."""
        if state.over:
            raise MatchOver(N_("That match is over."))
        if state.chosen[seat] == move:
            raise IllegalMove(N_("You have chosen that already."))
        chosen = (*state.chosen[:seat], move, *state.chosen[seat + 1 :])
        told = (Chose(seat=seat),) if state.chosen[seat] is None else ()
        choices = tuple(one for one in chosen if one is not None)
        if len(choices) < len(chosen):
            return Step(replace(state, chosen=chosen), told)
        won = self.won(choices, state.options)
        points = tuple(map(sum, zip(state.points, won, strict=True)))
        shown = Shown(round=state.round, choices=choices, won=won)
        after = State(state.options, points, (None,) * len(chosen), state.round)
        if self.ended(after, state.options):
            return Step(replace(after, over=True), (*told, shown))
        return Step(replace(after, round=state.round + 1), (*told, shown))

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the data that a seat may see."""
        return View(
            seat=seat,
            options=state.options,
            points=state.points,
            round=state.round,
            choices=self.choices,
            chosen=frozenset(Seat(n) for n, one in enumerate(state.chosen) if one is not None),
            mine=None if seat is None else state.chosen[seat],
            to_act=self.to_act(state),
            outcome=self.outcome(state),
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks by points at the end."""
        if not state.over:
            return None
        ranks = tuple(1 + sum(p > mine for p in state.points) for mine in state.points)
        return Outcome(ranks, state.points)

    def stage(self, state: State) -> int:
        """Grows with every round, and at the end."""
        return state.round + state.over

    def default_move(self, view: View) -> str:
        """Return the first choice. Raises NotToAct."""
        if view.seat not in view.to_act:
            raise NotToAct(N_("You have chosen that already."))
        return self.choices[0]

    def parse_move(self, text: str) -> str:
        """Return the choice that a text means. Raises InvalidMove."""
        if (move := plain(text)) not in self.choices:
            raise InvalidMove(self.write)
        return move

    def move_text(self, move: str) -> str:
        """Return the choice itself."""
        return move
