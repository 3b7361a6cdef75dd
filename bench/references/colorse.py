"""COLORSE: greedy takes with random signs, signs by the 3 × 3 matrix, signs counted and answered.

All three take and place alike: whatever leaves the most cards in the own box. They differ in the
signs: any; the equilibrium of cards gained against the other's; the best answer to how often the
other has shown each sign.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.colorse import Move, Paint, Place, Show, Take
from games.colorse_cards import COLOURS, DOWN, SIGNS, SPECIAL, Box, Card, coloured, count, fall
from games.colorse_events import Revealed
from games.colorse_state import View
from games.computers.thinker import Told
from games.core import Seat

_UNSURE = 0.5
"""What a card face down is thought to bring."""
SPITE = 1 / 3
"""What the other's gain is minded: it is one of three."""


def _gain(box: Box, card: Card | None) -> float:
    """How many cards more a box has with a card placed as well as may be."""
    if card is None or None not in box:
        return 0
    if card == SPECIAL:
        return max(_gain(box, coloured(SPECIAL, colour)) for colour in COLOURS)
    return count(fall(box, card).box) - count(box)


def _best_gain(view: View, seat: Seat, cards: int) -> float:
    """What a seat gains by so many of the market's cards, one after another."""
    gains = [_gain(view.boxes[seat], card) for card in view.market[:DOWN] if card]
    return sum(sorted([*gains, _UNSURE])[-cards:])


Table = list[list[float]]


def _tables(view: View) -> tuple[Table, Table]:
    """What parent and child gain, by the parent's sign and the child's."""
    parent, child = view.parent, view.child
    one, two = _best_gain(view, parent, 1), _best_gain(view, parent, 2)
    other, both = _best_gain(view, child, 1), _best_gain(view, child, 2)
    lost = [-float(min(1, count(view.boxes[seat]))) for seat in (parent, child)]
    gains = [[one, 0.0, one], [two, lost[0], 0.0], [0.0, one, 0.0]]
    others = [[other, both, 0.0], [0.0, lost[1], other], [other, 0.0, 0.0]]
    pairs = [list(zip(a, b, strict=True)) for a, b in zip(gains, others, strict=True)]
    return (
        [[a - SPITE * b for a, b in row] for row in pairs],
        [[b - SPITE * a for a, b in row] for row in pairs],
    )


@dataclass(frozen=True)
class Greedy:
    """Takes and places for the fullest box; any sign."""

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """One of the moves that gain most."""
        if isinstance(legal[0], Show):
            return Show(rng.choices(SIGNS, self.mix(view, told))[0])
        gains = [self._gains(view, move) for move in legal]
        return rng.choice([m for m, g in zip(legal, gains, strict=True) if g == max(gains)])

    def mix(self, view: View, told: Told) -> list[float]:
        """How often each sign."""
        return [1.0, 1.0, 1.0]

    def _gains(self, view: View, move: Move) -> float:
        assert view.seat is not None
        box = view.boxes[view.seat]
        match move:
            case Take(place=place):
                return _UNSURE if place == DOWN else _gain(box, view.market[place])
            case Place(number=number, colour=colour):
                held = view.held(view.seat)
                card = next(taken.card for taken in held if taken.number == number)
                after = fall(box, coloured(card, colour)).box
                rest = [taken.card for taken in held if taken.number != number]
                return count(after) + sum(_gain(after, other) for other in rest)
            case Paint() | Show():
                return 0


@dataclass(frozen=True)
class ByMatrix(Greedy):
    """Signs as often as the matrix's equilibrium has them."""

    def mix(self, view: View, told: Told) -> list[float]:
        first, second = equilibrium(*_tables(view))
        return first if view.seat == view.parent else second


@dataclass(frozen=True)
class Counting(Greedy):
    """The best answer to what the other has shown so far."""

    def mix(self, view: View, told: Told) -> list[float]:
        other = view.child if view.seat == view.parent else view.parent
        shown = [1.0, 1.0, 1.0]
        for event in told:
            if isinstance(event, Revealed) and other in (event.parent, event.child):
                shown[SIGNS.index(event.signs[other == event.child])] += 1
        table, others = _tables(view)
        rows = table if view.seat == view.parent else list(zip(*others, strict=True))
        worth = [sum(a * b for a, b in zip(row, shown, strict=True)) for row in rows]
        return [float(w == max(worth)) for w in worth]


def equilibrium(table: Table, others: Table, rounds: int = 100) -> tuple[list[float], ...]:
    """How often row and column are to be played, by regret matching."""
    regret, total = ([0.0] * 3, [0.0] * 3), ([0.0] * 3, [0.0] * 3)
    turned = [[others[b][a] for b in range(3)] for a in range(3)]
    mix = [[1 / 3] * 3, [1 / 3] * 3]
    for n in range(1, rounds + 1):
        for who, worth in ((0, table), (1, turned)):
            theirs = mix[1 - who]
            gain = [sum(a * b for a, b in zip(row, theirs, strict=True)) for row in worth]
            mean = sum(a * b for a, b in zip(gain, mix[who], strict=True))
            for at in range(3):
                regret[who][at] = max(0.0, regret[who][at] + gain[at] - mean)
            whole = sum(regret[who])
            mix[who] = [r / whole for r in regret[who]] if whole > 1e-12 else [1 / 3] * 3
            for at in range(3):
                total[who][at] += n * mix[who][at]
    return tuple([t / sum(part) for t in part] for part in total)


GREEDY = Greedy()
MATRIX = ByMatrix()
COUNTING = Counting()
