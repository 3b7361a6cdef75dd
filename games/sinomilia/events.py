"""Events of Sinomilia, each addressed to the seats that may know it."""

from typing import Literal, NamedTuple

from ..core import Event, Seat
from .state import Card, Face

RoundEnd = Literal["full", "passes", "moon"]
"""The reason of a round's end: nine chips, two passes, or a pass directly after a moon."""
MatchEnd = Literal["chips", "cards", "nines"]
"""Why a match ended: a seat without chips, one with two cards, three rounds of two 9s in a row."""


class Tossed(Event):
    """The coin was called and fell."""

    caller: Seat
    call: Face
    coin: Face
    starter: Seat


class RoundBegan(Event):
    """Both change cards are sun up. Both seats lay a prediction."""

    round: int
    starter: Seat


class Laid(Event):
    """A seat's prediction lies. Later changes before the turns make no further event."""

    seat: Seat


class Predicted(Event):
    """A seat's prediction, addressed to that seat alone."""

    seat: Seat
    card: Card


class ChipLaid(Event):
    """A seat laid a chip. `count` chips lie on the table now."""

    seat: Seat
    face: Face
    count: int


class Changed(Event):
    """A seat laid its prediction down again, as another card or the same, and gave a chip."""

    seat: Seat


class Passed(Event):
    """A seat did nothing, by its own choice or for want of chips."""

    seat: Seat


class RoundEnded(Event):
    """The turns of a round are over: the chips on the table and those of the seats."""

    round: int
    why: RoundEnd
    table: tuple[Face, ...]
    chips: tuple[int, int]


class Turned(Event):
    """A prediction was turned up: the `first` of the round, or the other."""

    seat: Seat
    card: Card
    first: bool


class RoundWon(Event):
    """The winner: the nearer seat, or an equally near one by the starter's or the last action's
    rule.
    """

    round: int
    winner: Seat
    why: Literal["nearer", "starter", "action"]


class Item(NamedTuple):
    """A part of a payment: `due` by the rules, `paid` of it."""

    why: Literal["none", "one", "moons", "win", "table"]
    due: int
    paid: int


class Paid(Event):
    """The payment to the winner, item by item in the order of the rules."""

    winner: Seat
    items: tuple[Item, ...]
    chips: tuple[int, int]


class MatchEnded(Event):
    """The match is over. `why`: the first reason that holds of chips, cards, nines."""

    why: MatchEnd
    ranks: tuple[int, ...]
    chips: tuple[int, int]
