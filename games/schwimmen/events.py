"""Events of Schwimmen, each addressed to the seats that may know it."""

from ..cards import Card, Hand
from ..core import Event, Seat
from ..core import MatchEnded as MatchEnded
from .state import Result


class DealBegan(Event):
    """Cards were dealt. `stock` cards are left."""

    deal: int
    dealer: Seat
    stock: int


class Dealt(Event):
    """A seat's hand, addressed to that seat alone."""

    seat: Seat
    hand: Hand


class Kept(Event):
    """The dealer kept its hand. The extra hand is the table."""

    seat: Seat
    table: Hand


class Took(Event):
    """The dealer took the extra hand. Its first hand is the table."""

    seat: Seat
    table: Hand


class Swapped(Event):
    """A hand card was swapped for a table card."""

    seat: Seat
    give: Card
    take: Card


class SwappedAll(Event):
    """A hand was swapped for the table."""

    seat: Seat
    give: Hand
    take: Hand


class Passed(Event):
    """A seat swapped nothing."""

    seat: Seat


class Closed(Event):
    """A seat closed: the others have one more turn each."""

    seat: Seat


class Renewed(Event):
    """All passed: a new table. `reshuffled`: the discards went into the stock first."""

    table: Hand
    stock: int
    reshuffled: bool


class LastTurns(Event):
    """No seat has closed in time: these seats have one more turn each, in order."""

    seats: tuple[Seat, ...]


class Showed(Event):
    """A seat showed Thirty-One or Fire, which ends the deal."""

    seat: Seat
    hand: Hand


class DealEnded(Event):
    """A deal was settled, all hands open."""

    result: Result
