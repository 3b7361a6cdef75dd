"""What happens in a match of COLORSE, each addressed to those who may know it."""

from dataclasses import dataclass
from typing import ClassVar

from ..core import Event, Seat
from .cards import Box, Card, Sign


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan(Event):
    """A round was dealt; the starting card of each seat, backs as `##`."""

    round: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Event):
    """A seat's face-down starting card, told to that seat alone."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Painted(Event):
    """A seat gave the SPECIAL dealt to it a colour."""

    seat: Seat
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(Event):
    """The market is complete; its face-down card as `##`."""

    market: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event):
    """The pack ran out; so many vanished cards are the new one."""

    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelBegan(Event):
    """Two seats are to choose a sign."""

    parent: Seat
    child: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A seat has sealed its sign; told once, whatever it changes later."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event):
    """Which sign a seat has sealed, told to that seat alone."""

    supersedes: ClassVar[bool] = True
    seat: Seat
    sign: Sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """Both signs of a duel, the parent's first; `raus`: its ties so far, with this one."""

    parent: Seat
    child: Seat
    signs: tuple[Sign, Sign]
    raus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost(Event):
    """Zof – Zof took the last card of a box; a face-down one is turned up as it goes."""

    seat: Seat
    cell: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Took(Event):
    """A seat took a card from the market, the face-down one as `##`."""

    seat: Seat
    place: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked(Event):
    """What the face-down card is, told to the seat that took it alone."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A card went into a box; the cards that vanished with their cells, itself first."""

    seat: Seat
    card: Card
    cell: int
    vanished: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(Event):
    """What lay under a seat's back, for all to see: it has won the round, or the match is over."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event):
    """A seat has filled its box, or its box was the fullest at last; the rounds won by each."""

    seat: Seat
    round: int
    box: Box
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    """The round's duels are over, the fullest boxes equally full: nobody has won it."""

    round: int
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(Event):
    """The match is over."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
