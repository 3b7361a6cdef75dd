"""Events of Bluff, each addressed to the seats that may know it."""

from dataclasses import dataclass

from ..core import Event, Seat
from ..core import MatchEnded as MatchEnded
from .state import Bid, Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """All seats rolled all their dice. `left` by seat. The starter bids first."""

    round: int
    starter: Seat
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A seat's dice at the beginning of a round, addressed to that seat alone."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Showed(Event):
    """A seat showed dice and rerolled `rerolled` others under its cup."""

    seat: Seat
    dice: Dice
    rerolled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """A seat's dice under its cup after rerolling, addressed to that seat alone."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Bidden(Event):
    """A seat made a bid."""

    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(Event):
    """A seat challenged a bid."""

    seat: Seat
    bidder: Seat
    bid: Bid


@dataclass(frozen=True, slots=True, kw_only=True)
class CupsLifted(Event):
    """All dice after a challenge, by seat, and how many of them count for the bid."""

    bid: Bid
    dice: tuple[Dice, ...]
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(Event):
    """A seat lost dice. Without any left it is out."""

    seat: Seat
    dice: int
    left: int
