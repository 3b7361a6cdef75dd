"""COLORSE: cards counted, as people who don't look ahead do it."""

from collections.abc import Sequence

from .. import Move, Paint, Place, Show, Take
from ..cards import COLOURS, DOWN, SPECIAL, Box, Card, coloured, count, fall
from ..state import View

_UNSURE = 0.5
"""The expected gain of a card that lies face down."""


def gain(box: Box, card: Card | None) -> float:
    """Return the number of cards that a box gains with the best placement of a card."""
    if card is None or None not in box:
        return 0
    if card == SPECIAL:
        return max(gain(box, coloured(SPECIAL, colour)) for colour in COLOURS)
    return count(fall(box, card).box) - count(box)


def gained(view: View, move: Move) -> float:
    """Return the cards that a move gains, or the final number of cards."""
    assert view.seat is not None
    box = view.boxes[view.seat]
    match move:
        case Take(place=place):
            return _UNSURE if place == DOWN else gain(box, view.market[place])
        case Place(number=number, colour=colour):
            held = view.held(view.seat)
            card = next(taken.card for taken in held if taken.number == number)
            after = fall(box, coloured(card, colour)).box
            rest = [taken.card for taken in held if taken.number != number]
            return count(after) + sum(gain(after, other) for other in rest)
        case Paint() | Show():
            return 0


def fullest(view: View, legal: Sequence[Move]) -> list[Move]:
    """The moves that gain most."""
    gains = [gained(view, move) for move in legal]
    return [move for move, g in zip(legal, gains, strict=True) if g == max(gains)]


Table = list[list[float]]


def tables(
    boxes: Sequence[Box], ups: Sequence[Card | None], parent: int, spite: float
) -> tuple[Table, Table]:
    """Return the gain of parent and child in cards, less a share of the opponent's gain.

    Axes [parent's sign, child's sign].
    """
    child = (parent + 1) % len(boxes)

    def gains(seat: int) -> tuple[float, float]:
        best = sorted([_UNSURE, *(gain(boxes[seat], card) for card in ups if card)], reverse=True)
        return best[0], sum(best[:2])

    (one, two), (other, both) = gains(parent), gains(child)
    lost = [-float(min(1, count(boxes[seat]))) for seat in (parent, child)]
    mine = [[one, 0.0, one], [two, lost[0], 0.0], [0.0, one, 0.0]]
    theirs = [[other, both, 0.0], [0.0, lost[1], other], [other, 0.0, 0.0]]
    pairs = [list(zip(a, b, strict=True)) for a, b in zip(mine, theirs, strict=True)]
    return (
        [[a - spite * b for a, b in row] for row in pairs],
        [[b - spite * a for a, b in row] for row in pairs],
    )
