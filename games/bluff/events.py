"""What happens in a match of Bluff, each addressed to those who may know it."""

from dataclasses import dataclass

from ..core import Event, Seat
from .state import Bid, Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """Everybody rolled all their dice; `left` by seat. The starter bids first."""

    round: int
    starter: Seat
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """What a seat rolled at the beginning of a round, told to that seat alone."""

    seat: Seat
    dice: Dice


@dataclass(frozen=True, slots=True, kw_only=True)
class Showed(Event):
    """A seat showed dice and rerolled so many others under its cup."""

    seat: Seat
    dice: Dice
    rerolled: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled(Event):
    """What a seat has under its cup after rerolling, told to that seat alone."""

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
    """A seat lost dice; with none left it is out."""

    seat: Seat
    dice: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
