"""COLORSE: greedy takes with random signs, equilibrium signs, or best answers to shown signs.

All three take and place the move with the most cards in the own box. They differ in the signs. The
other's gain counts a third, because the other is one of three.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.colorse import Move, Show
from games.colorse.cards import DOWN, SIGNS
from games.colorse.computers.greedy import Table, fullest, tables
from games.colorse.events import Revealed
from games.colorse.state import View
from games.thinking.thinker import Told

SPITE = 1 / 3


def _tables(view: View) -> tuple[Table, Table]:
    return tables(view.boxes, view.market[:DOWN], view.parent, SPITE)


@dataclass(frozen=True)
class Greedy:
    """Takes and places for the fullest box, with random signs."""

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return one of the moves with the greatest gain."""
        if isinstance(legal[0], Show):
            weights = dict(zip(SIGNS, self.mix(view, told), strict=True))
            signs = [move.sign for move in legal if isinstance(move, Show)]
            often = [weights[sign] for sign in signs]
            return Show(rng.choices(signs, often)[0] if any(often) else rng.choice(signs))
        return rng.choice(fullest(view, legal))

    def mix(self, view: View, told: Told) -> list[float]:
        """Return the weights of the signs."""
        return [1.0, 1.0, 1.0]


@dataclass(frozen=True)
class ByMatrix(Greedy):
    """Shows signs with the frequencies of the matrix's equilibrium."""

    def mix(self, view: View, told: Told) -> list[float]:
        first, second = equilibrium(*_tables(view))
        return first if view.seat == view.parent else second


@dataclass(frozen=True)
class Counting(Greedy):
    """Shows the best answer to the frequencies of the other's signs."""

    def mix(self, view: View, told: Told) -> list[float]:
        other = view.child if view.seat == view.parent else view.parent
        shown = [1.0, 1.0, 1.0]
        for event in told:
            if isinstance(event, Revealed) and other in (event.parent, event.child):
                shown[SIGNS.index(event.signs[other == event.child])] += 1
        table, others = _tables(view)
        rows = table if view.seat == view.parent else [list(c) for c in zip(*others, strict=True)]
        worth = [sum(a * b for a, b in zip(row, shown, strict=True)) for row in rows]
        return [float(w > max(worth) - 1e-9) for w in worth]


def equilibrium(table: Table, others: Table, rounds: int = 100) -> tuple[list[float], ...]:
    """Return the equilibrium frequencies of parent and child, by regret matching."""
    regret, total = ([0.0] * 3, [0.0] * 3), ([0.0] * 3, [0.0] * 3)
    turned = [list(column) for column in zip(*others, strict=True)]
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
