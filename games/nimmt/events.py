"""Events of 6 nimmt!, each addressed to the seats that may know it."""

from typing import ClassVar, Literal

from ..core import Event, Seat
from .cards import Card, Row

Why = Literal["sixth", "low"]


class RoundBegan(Event):
    """A round was dealt. The four rows as turned up, ascending."""

    round: int
    rows: tuple[Row, ...]


class Dealt(Event):
    """A seat's hand, addressed to that seat alone."""

    seat: Seat
    hand: tuple[Card, ...]


class Chose(Event):
    """A seat has sealed its card for the trick. Later changes make no further event."""

    seat: Seat


class Sealed(Event):
    """A seat's sealed card, addressed to that seat alone."""

    supersedes: ClassVar[bool] = True
    seat: Seat
    card: Card


class Revealed(Event):
    """All cards of a trick, lowest first."""

    cards: tuple[tuple[Seat, Card], ...]


class MustTakeRow(Event):
    """A seat has to choose a row for its card. The others wait."""

    seat: Seat
    card: Card


class Placed(Event):
    """A card went to the right end of a row."""

    seat: Seat
    card: Card
    row: int


class Took(Event):
    """A seat took a row, and its card starts the row again."""

    seat: Seat
    card: Card
    row: int
    cards: Row
    bulls: int
    why: Why


class RoundEnded(Event):
    """A round was scored: bulls taken in it and in all, by seat."""

    round: int
    bulls: tuple[int, ...]
    totals: tuple[int, ...]


class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]
