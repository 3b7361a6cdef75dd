"""The positions of Sinomilia: the options, the full truth, and what a seat may know of it."""

from typing import Literal, NamedTuple

from ..core import Frozen, Outcome, Seat
from ..errors import N_, Name
from ..options import Options, option

Card = int
Face = Literal["sun", "moon"]
Phase = Literal["toss", "lay", "turns", "over"]
Turn = Literal["sun", "moon", "change", "pass"]
"""A seat's action in its turn. A chip is named by the face that it shows."""

CARDS = tuple(range(10))
TOSSER, CALLER = SEATS = (Seat(0), Seat(1))
_CHIPS = 15


class SinomiliaOptions(Options):
    """Options of a match. Raises InvalidOptions."""

    tie: str = option(
        "starter",
        Name("tie"),
        N_("What equal chips at the end mean"),
        {"starter": N_("the last round's starter wins"), "draw": N_("a draw")},
    )
    pause: int = option(
        10, Name("pause", "option"), N_("Seconds between the two cards turned up (10)"), range(31)
    )


class State(NamedTuple):
    """The full truth. Tuples of two are by seat.

    `starter` is None before the toss. `nines`: rounds of two 9s directly before this one. `chips`
    are held, `table` has the faces in the order laid. `changed`: change cards with the moon up.
    `before`: the previous turn in this round. `actor`: the seat that last laid a chip or changed.
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
        """The kind of the current decision."""
        if self.over:
            return "over"
        if self.starter is None:
            return "toss"
        return "lay" if None in self.laid else "turns"

    def unused(self, seat: Seat) -> tuple[Card, ...]:
        """The number cards a seat can still lay, a laid one included."""
        return tuple(card for card in CARDS if card not in self.used[seat])


class View(Frozen):
    """The data that a seat (None: a spectator) may see. Tuples of two are by seat.

    `nines`: rounds of two 9s directly before this one, 0–2. `used`: cards in the order they were
    turned. `laid`: seats whose prediction lies. `before`: the turn before this one. `prediction`
    and `unused` are the seat's own.
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
    """Return the pair with more for one seat."""
    return (pair[0] + number, pair[1]) if seat == 0 else (pair[0], pair[1] + number)
