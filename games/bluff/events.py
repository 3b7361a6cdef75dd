"""Events of Bluff, each addressed to the seats that may know it."""

from ..core import Event, Seat
from ..core import MatchEnded as MatchEnded
from .state import Bid, Dice


class RoundBegan(Event):
    """All seats rolled all their dice. `left` by seat. The starter bids first."""

    round: int
    starter: Seat
    left: tuple[int, ...]


class Rolled(Event):
    """A seat's dice at the beginning of a round, addressed to that seat alone."""

    seat: Seat
    dice: Dice


class Showed(Event):
    """A seat showed dice and rerolled `rerolled` others under its cup."""

    seat: Seat
    dice: Dice
    rerolled: int


class Rerolled(Event):
    """A seat's dice under its cup after rerolling, addressed to that seat alone."""

    seat: Seat
    dice: Dice


class Bidden(Event):
    """A seat made a bid."""

    seat: Seat
    bid: Bid


class Challenged(Event):
    """A seat challenged a bid."""

    seat: Seat
    bidder: Seat
    bid: Bid


class CupsLifted(Event):
    """All dice after a challenge, by seat, and how many of them count for the bid."""

    bid: Bid
    dice: tuple[Dice, ...]
    found: int


class Lost(Event):
    """A seat lost dice. Without any left it is out."""

    seat: Seat
    dice: int
    left: int
