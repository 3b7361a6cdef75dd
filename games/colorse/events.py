"""Events of COLORSE, each addressed to the seats that may know it."""

from typing import ClassVar

from ..core import Event, Seat
from ..core import MatchEnded as MatchEnded
from .cards import Box, Card, Sign


class RoundBegan(Event):
    """A round was dealt. `cards`: the starting card of each seat, backs as `##`."""

    round: int
    cards: tuple[Card, ...]


class Dealt(Event):
    """A seat's face-down starting card, addressed to that seat alone."""

    seat: Seat
    card: Card


class Painted(Event):
    """A seat gave the SPECIAL dealt to it a colour."""

    seat: Seat
    colour: str


class Refilled(Event):
    """The market is complete, its face-down card as `##`."""

    market: tuple[Card, ...]


class Reshuffled(Event):
    """The pack ran out. `cards` vanished cards are the new pack."""

    cards: int


class DuelBegan(Event):
    """Two seats are to choose a sign."""

    parent: Seat
    child: Seat


class Chose(Event):
    """A seat has sealed its sign. Later changes make no further event."""

    seat: Seat


class Sealed(Event):
    """A seat's sealed sign, addressed to that seat alone."""

    supersedes: ClassVar[bool] = True
    seat: Seat
    sign: Sign


class Revealed(Event):
    """Both signs of a duel, the parent's first. `raus`: its ties including this one."""

    parent: Seat
    child: Seat
    signs: tuple[Sign, Sign]
    raus: int


class Lost(Event):
    """Zof – Zof took the last card of a box. A face-down card is turned up as it goes."""

    seat: Seat
    cell: int
    card: Card


class Took(Event):
    """A seat took a card from the market, the face-down one as `##`."""

    seat: Seat
    place: int
    card: Card


class Looked(Event):
    """The face-down card, addressed to the seat that took it alone."""

    seat: Seat
    card: Card


class Placed(Event):
    """A card went into a box. `vanished`: cells and cards that vanished, the placed card first."""

    seat: Seat
    card: Card
    cell: int
    vanished: tuple[tuple[int, Card], ...]


class TurnedUp(Event):
    """The card under a seat's back, turned up when the seat wins a round or the match ends."""

    seat: Seat
    card: Card


class RoundWon(Event):
    """A seat has filled its box, or had the fullest at last.

    `boxes`: those of all seats. `wins`: rounds won by seat.
    """

    seat: Seat
    round: int
    boxes: tuple[Box, ...]
    wins: tuple[int, ...]

    @property
    def box(self) -> Box:
        """The winner's box."""
        return self.boxes[self.seat]


class RoundDrawn(Event):
    """The round's duels are over and the fullest of the `boxes` are equally full.

    The round has no winner.
    """

    round: int
    boxes: tuple[Box, ...]
    wins: tuple[int, ...]
