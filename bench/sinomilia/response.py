"""The safety of Sinomilia's *hard*: what a best response to its known solution gains in a round.

The response solves the round again, against the turns and cards of *hard* as they are played.
`python -m bench.sinomilia.response` prints its gain in chance to win the match, by position.
"""

import random
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from bench.sinomilia.train import position
from games.sinomilia.computers.habits import likely, unused
from games.sinomilia.computers.players import HARD, learned, solved
from games.sinomilia.computers.round import Habit, Numbers, Solved, solve
from games.sinomilia.computers.tree import tree_of
from games.sinomilia.computers.worth import Round, ends_worth

_ITERATIONS = 24
"""Against a fixed player they find the best response."""
_ANY = 1e-3
"""The share of other turns, so that no position is impossible."""


@dataclass(frozen=True)
class Gains:
    """The gains of a best response beginning the round and as the second."""

    starting: float
    second: float


def gains(begun: Round, iterations: int) -> Gains:
    """Return the gains of best responses to solutions of a round, over the worth of two of them."""
    known = likely([])
    fair = solved(begun, iterations, learned())
    worth = float(fair.lay[0] @ fair.begin[0])
    found = [solved(begun, iterations, learned(), other, known) for other in (0, 1)]
    first, second = (_best(begun, found[other], 1 - other) for other in (0, 1))
    return Gains(first - worth, second - (1 - worth))


def _best(begun: Round, known: Solved, seat: int) -> float:
    """Return the worth of a round to the best response against a seat of known play."""
    tree = tree_of(begun.chips)
    legal = (tree.children[seat] != -1).astype(np.float32)[:, :, None]
    even = legal / legal.sum(1, keepdims=True)
    turns = (1 - _ANY) * known.turns[seat] + _ANY * even
    habit = Habit(known.lay[seat], np.asarray(turns, np.float32), known.targets[seat])
    habits = ((), ((1.0, habit),)) if seat else (((1.0, habit),), ())

    def worth(ends: tuple) -> Numbers:  # type: ignore[type-arg]
        return ends_worth(begun, ends, learned(), chips=False)

    found = solve(tree, unused(begun), worth, _ITERATIONS, habits)
    return float(found.begin[1 - seat].max())


def main(positions: int = 6) -> None:
    rng = random.Random(3)
    rounds = [Round("starter", (15, 15), ((), ()), 0)]
    rounds += [position(rng.randrange(1, 8), rng) for _ in range(positions - 1)]
    both = []
    for begun in rounds:
        found = gains(begun, HARD.iterations)
        both += [found.starting, found.second]
        print(
            f"{begun.chips}: {found.starting:.3f} starting, {found.second:.3f} second", flush=True
        )
    print(f"mean {fmean(both):.3f} a round")


if __name__ == "__main__":
    main()
