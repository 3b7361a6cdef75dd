"""The positions of Sinomilia: the options, the full truth, and what a seat may know of it."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..core import Outcome, Seat
from ..errors import Name, none_of, out_of_range

Card = int
Face = Literal["sun", "moon"]
Phase = Literal["toss", "lay", "turns", "over"]
Turn = Literal["sun", "moon", "change", "pass"]
"""What a seat did in its turn; a chip by the face that it shows."""

CARDS = tuple(range(10))
TOSSER, CALLER = SEATS = (Seat(0), Seat(1))
_CHIPS = 15


@dataclass(frozen=True, slots=True)
class SinomiliaOptions:
    """How a match is played. Raises InvalidOptions.

    `tie`: starter or draw; `pause`: 0–30 seconds between the two cards turned.
    """

    tie: str = "starter"
    pause: int = 10

    def __post_init__(self) -> None:
        if self.tie not in ("starter", "draw"):
            raise none_of(Name("tie"), "starter", "draw")
        if type(self.pause) is not int or not 0 <= self.pause <= 30:
            raise out_of_range(Name("pause", "option"), 0, 30)


class State(NamedTuple):
    """The full truth; tuples of two are by seat.

    `starter` is None before the toss; `nines` counts the rounds of two 9s directly before this
    one; `chips` are held, `table` the faces in the order laid; `changed` change cards with the
    moon up; `before` is the turn before in this round, `actor` who last laid a chip or changed.
    """

    options: SinomiliaOptions
    round: int = 1
    stage: int = 0
    starter: Seat | None = None
    nines: int = 0
    chips: tuple[int, int] = (_CHIPS, _CHIPS)
    table: tuple[Face, ...] = ()
    changed: tuple[bool, bool] = (False, False)
    used: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    laid: tuple[Card | None, Card | None] = (None, None)
    turn: Seat = TOSSER
    before: Turn | None = None
    actor: Seat | None = None
    over: bool = False

    @property
    def phase(self) -> Phase:
        """What is decided now."""
        if self.over:
            return "over"
        if self.starter is None:
            return "toss"
        return "lay" if None in self.laid else "turns"

    def unused(self, seat: Seat) -> tuple[Card, ...]:
        """The number cards a seat can still lay, a laid one included."""
        return tuple(card for card in CARDS if card not in self.used[seat])


@dataclass(frozen=True, slots=True)
class View:
    """What a seat (None: a spectator) may know; tuples of two are by seat.

    `nines` rounds of two 9s lie directly before this one, 0–2; `used` in the order they were
    turned; `laid` has the seats whose prediction lies; `before` is the turn before this one;
    `prediction` and `unused` are the seat's own.
    """

    seat: Seat | None
    options: SinomiliaOptions
    phase: Phase
    round: int
    starter: Seat | None
    nines: int
    chips: tuple[int, int]
    table: tuple[Face, ...]
    changed: tuple[bool, bool]
    used: tuple[tuple[Card, ...], tuple[Card, ...]]
    laid: frozenset[Seat]
    before: Turn | None
    actor: Seat | None
    to_act: frozenset[Seat]
    prediction: Card | None
    unused: tuple[Card, ...]
    outcome: Outcome | None


def other(seat: Seat) -> Seat:
    """The one across."""
    return Seat(1 - seat)


def added(pair: tuple[int, int], seat: Seat, number: int) -> tuple[int, int]:
    """The pair, with so much more for one seat."""
    return (pair[0] + number, pair[1]) if seat == 0 else (pair[0], pair[1] + number)
