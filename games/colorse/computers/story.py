"""COLORSE: the duels of a match from a seat's events, and the cards that no seat has seen."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...thinking.players import Told
from ..cards import BACK, DOWN, EMPTY, PACK, SIGNS, SPECIAL, Box, Card, coloured
from ..events import (
    Lost,
    Painted,
    Placed,
    Refilled,
    Reshuffled,
    Revealed,
    RoundBegan,
    RoundWon,
    Took,
    TurnedUp,
)
from ..state import View
from .many import ANY, KINDS, bits
from .worth import Duels

_COUNTS = tuple(Counter(PACK).items())
_KIND = {kind: n for n, kind in enumerate(KINDS)}


class Position(NamedTuple):
    """Before the signs of a duel: all that they depend on. `unseen`: how many of each kind."""

    parent: int
    raus: int
    wins: tuple[int, ...]
    boxes: tuple[Box, ...]
    ups: tuple[Card | None, ...]
    unseen: tuple[int, ...]


class Shown(NamedTuple):
    """A duel that was fought: the position, and what parent and child have shown."""

    position: Position
    signs: tuple[int, int]


def kind_of(card: Card | None) -> int:
    """The kind of a card in the market or pack."""
    return ANY if card in (None, BACK) else _KIND[card or ""]


def unseen(visible: Iterable[Card | None]) -> tuple[int, ...]:
    """Return the number of cards of each kind that are neither in sight nor out of the round."""
    seen = Counter(SPECIAL if card and card.startswith(SPECIAL) else card for card in visible)
    return tuple(count - seen[kind] for kind, count in _COUNTS)


def unseen_by(view: View) -> tuple[int, ...]:
    """Return the cards that the seat of a view hasn't seen."""
    visible = [card for box in view.boxes for card in box]
    return unseen(
        [*visible, *view.market, *(t.card for t in view.taken), *view.vanished, view.down]
    )


def here(view: View) -> Position:
    """The duel that a view shows."""
    ups = view.market[:DOWN]
    return Position(view.parent, view.raus, view.wins, view.boxes, ups, unseen_by(view))


def duels(told: Told) -> list[Shown]:
    """Return the duels in a seat's events, in order."""
    boxes: list[list[Card | None]] = []
    wins: tuple[int, ...] = ()
    ups: list[Card | None] = [None, None]
    vanished: list[Card | None] = []
    found: list[Shown] = []
    for event in told:
        match event:
            case RoundBegan(cards=cards):
                boxes = [[card, *EMPTY[1:]] for card in cards]
                wins = wins or (0,) * len(cards)
                vanished = []
            case Painted(seat=seat, colour=colour):
                boxes[seat][0] = coloured(SPECIAL, colour)
            case Refilled(market=market):
                ups = [*market[:DOWN]]
            case Took(place=place):
                if place != DOWN:
                    ups[place] = None
            case Reshuffled():
                vanished = []
            case Lost(seat=seat, cell=cell, card=card):
                boxes[seat][cell] = None
                vanished.append(card)
            case Placed(seat=seat, card=card, cell=cell, vanished=gone):
                boxes[seat][cell] = card
                for at, _ in gone:
                    vanished.append(boxes[seat][at])
                    boxes[seat][at] = None
            case TurnedUp(seat=seat, card=card):
                boxes[seat] = [card if cell == BACK else cell for cell in boxes[seat]]
            case RoundWon(wins=now):
                wins = now
            case Revealed(parent=parent, signs=(first, second), raus=raus):
                raus -= first == second == "rau"
                seen = unseen([c for box in boxes for c in box] + ups + vanished)
                whole = tuple(tuple(box) for box in boxes)
                position = Position(parent, raus, wins, whole, tuple(ups), seen)
                found.append(Shown(position, (SIGNS.index(first), SIGNS.index(second))))
            case _:
                pass
    return found


@lru_cache(4096)
def cells(box: Box) -> tuple[int, ...]:
    """A box as bits."""
    return tuple(bits(card) for card in box)


def turned(boxes: Sequence[Box], first: int) -> list[tuple[int, ...]]:
    """Boxes as bits, a seat's first."""
    return [cells(boxes[(first + n) % len(boxes)]) for n in range(len(boxes))]


def batch(positions: Sequence[Position]) -> Duels:
    """Positions side by side, each from its parent."""
    return Duels(
        np.array([turned(p.boxes, p.parent) for p in positions], np.uint8),
        np.array([[kind_of(card) for card in p.ups] for p in positions]),
        np.array([p.unseen for p in positions], np.float32),
    )


@lru_cache(256)
def match_chances(wins: tuple[int, ...], rounds: int) -> tuple[float, ...]:
    """Return each seat's chance to win the match if every round is open."""
    first = [float(won >= rounds) for won in wins]
    if any(first):
        return tuple(first)
    after = [match_chances(won_by(wins, seat), rounds) for seat in range(len(wins))]
    return tuple(sum(column) / len(wins) for column in zip(*after, strict=True))


def won_by(wins: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The rounds won after one more."""
    return (*wins[:seat], wins[seat] + 1, *wins[seat + 1 :])


@lru_cache(256)
def aims(wins: tuple[int, ...], rounds: int, first: int) -> tuple[tuple[float, ...], ...]:
    """Return the worth to each seat (row) of a round won by each seat, counted from the first."""
    seats = [(first + n) % len(wins) for n in range(len(wins))]
    after = {seat: match_chances(won_by(wins, seat), rounds) for seat in seats}
    return tuple(tuple(after[winner][seat] for winner in seats) for seat in seats)
