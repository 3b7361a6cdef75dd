"""The common parts of all games: seats, events, steps, outcomes and the Game protocol.

A game is a set of pure functions over frozen positions. Randomness is an argument, and events are
returned. Each event names its readers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    NewType,
    Protocol,
    TypeVar,
    dataclass_transform,
    runtime_checkable,
)

from .chance import Chance

Seat = NewType("Seat", int)
"""A place at the table: 0..n-1, clockwise. Rules never see a Discord id."""

Rulings = frozenset[str]
"""Names of the rulings that a released version follows."""

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen:
    """A base of values: subclasses are frozen dataclasses, without a decorator."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Event:
    """An event of a match. Its kinds are frozen dataclasses with keywords, without a decorator.

    `to`: the seats that may know it (None: all). `supersedes`: directly after an event of its kind
    with the same readers it replaces that event. A changed choice does so.
    """

    supersedes: ClassVar[bool] = False
    to: frozenset[Seat] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)


class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


class Step(NamedTuple, Generic[S]):
    """A position and what happened on the way to it from the one before."""

    state: S
    events: tuple[Event, ...]


class Outcome(Frozen):
    """The end of a match by seat: ranks (1 = best, equal shared) and scores."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


class Game(Protocol[S, M, V]):
    """The rules of a game. S: full truth, M: a move, V: what a seat may know.

    A change that makes an old record replay differently is a ruling of a new version. Rules ask
    `"name" in self.RULINGS[self.version]`. `seats` are the possible numbers of players.
    """

    key: ClassVar[str]
    RULINGS: ClassVar[Mapping[int, Rulings]]
    """Rulings by released version. A released version stays, and the newest is current."""
    seats: ClassVar[range]
    Options: ClassVar[type[Any]]

    @property
    def version(self) -> int:
        """The version that this instance plays by. A dataclass field if there are several."""

    def deal(self, seats: int, options: Any, chance: Chance) -> Step[S]:
        """The first position of a match."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must act: none at the end, several when simultaneous."""

    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """The seat's possible moves, also where it may still change a sealed choice."""

    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """The position after a move. Raises MoveError; the given state is untouched."""

    def view(self, state: S, seat: Seat | None) -> V:
        """Return the data that a seat may see (None: a spectator).

        It changes only with an own move, and with events addressed to that reader.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return ranks and scores, or None while the match continues."""

    def stage(self, state: S) -> int:
        """Grows when earlier controls become stale: a trick, a turn."""

    def default_move(self, view: V) -> M:
        """Return the move of a timeout: the least harmful plain one, by the view of a seat to act.

        Raises NotToAct if the match doesn't wait for that seat.
        """

    def parse_move(self, text: str) -> M:
        """A move in the notation of the rules pages. Raises InvalidMove."""

    def move_text(self, move: M) -> str:
        """Return the notation of a move, the inverse of parse_move."""


@runtime_checkable
class Lasts(Protocol):
    """The extra method of a game that states its usual length."""

    def usual_moves(self, seats: int, options: Any) -> int:
        """Return the usual number of decisions in a match. Rating needs a quarter of it."""


@runtime_checkable
class Completes(Protocol):
    """The extra method of a game with decisions that only complete an earlier one."""

    def completes(self, view: Any) -> bool:
        """Return True if the due decision only completes an earlier one of the seat.

        An example is a row for the chosen card. A player who missed the first has missed the
        second.
        """


@runtime_checkable
class Eliminates(Protocol):
    """The extra methods of a game with elimination."""

    def still_in(self, state: Any) -> frozenset[Seat]:
        """Return the seats that aren't out."""

    def standing(self, state: Any) -> Outcome:
        """Return the outcome if the match ended now. Seats that are out keep their final rank."""
