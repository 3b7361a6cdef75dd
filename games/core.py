"""What every game is: seats, events, steps, outcomes and the Game protocol.

A game is a set of pure functions over frozen positions. Randomness is handed in, what happened
is returned, and every event says who may know it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    NewType,
    Protocol,
    TypeVar,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `to` are the seats that may know it; None: everybody.

    `supersedes`: told to the same right after one of its kind, it takes that one's place, as a
    choice does that was changed.
    """

    supersedes: ClassVar[bool] = False
    to: frozenset[Seat] | None = None


class Step(NamedTuple, Generic[S]):
    """A position and what happened on the way to it from the one before."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, by seat: ranks (1 = best, equal shared) and scores."""

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
        """The seats the match waits for; empty when it is over, several when simultaneous."""

    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """The seat's possible moves, also where it may still change a sealed choice."""

    def play(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S]:
        """The position after a move. Raises MoveError; the given state is untouched."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat may know; None: a spectator.

        It changes only with an own move, and with what those eyes are told.
        """

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    def stage(self, state: S) -> int:
        """Grows when earlier controls become stale: a trick, a turn."""

    def default_move(self, view: V) -> M:
        """What a timeout plays: the least harmful plain move, by the view of a seat to act.

        Raises NotToAct where the match doesn't wait for that seat.
        """

    def completes(self, view: V) -> bool:
        """Whether the decision due to this seat only completes one that it made before.

        A row for the card chosen, say: whoever missed the one has missed the other too.
        """

    def parse_move(self, text: str) -> M:
        """A move in the notation of the rules pages. Raises InvalidMove."""

    def move_text(self, move: M) -> str:
        """The notation of a move; the inverse of parse_move."""


@runtime_checkable
class Eliminates(Protocol):
    """What a game has besides where players go out while others play on."""

    def still_in(self, state: Any) -> frozenset[Seat]:
        """Who isn't out."""

    def standing(self, state: Any) -> Outcome:
        """How the match would end now: whoever is out keeps the rank that the rules give."""
