"""The safety of Sinomilia's *hard*: what a best response to its known solution wins.

The response solves each round again, against the turns and cards of *hard* as they are played.
`python -m bench.sinomilia.response` prints its gain in chance to win the match, by position, then
its share of matches.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

import numpy as np

from bench.ladder import against
from bench.sinomilia.train import position
from games.sinomilia import SinomiliaOptions
from games.sinomilia.computers.habits import likely, unused
from games.sinomilia.computers.past import Heard
from games.sinomilia.computers.players import HARD, Solver, learned, solved
from games.sinomilia.computers.round import Habit, Numbers, Solved, solve
from games.sinomilia.computers.tree import tree
from games.sinomilia.computers.worth import Round, ends_worth

_ITERATIONS = 24
"""Against a fixed player they find the best response."""
_ANY = 1e-3
"""The share of other turns, so that no position is impossible."""
_MATCHES = 40


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
    first, second = (
        float(response(begun, found[other], 1 - other).begin[other].max()) for other in (0, 1)
    )
    return Gains(first - worth, second - (1 - worth))


def response(begun: Round, known: Solved, seat: int) -> Solved:
    """Return the best response to a seat of known play."""
    rows = tree().rows[seat]
    legal = tree().legal(begun.chips)[:, rows]
    own = len(known.cards[seat])
    turns = (1 - _ANY) * known.turns[:own, :, rows] + _ANY * legal / legal.sum(0)
    parts = (known.lay[seat], turns, known.targets[:own, rows])
    habit = Habit(*(np.asarray(part, np.float32) for part in parts))
    habits = ((), ((1.0, habit),)) if seat else (((1.0, habit),), ())

    def worth(ends: tuple) -> Numbers:  # type: ignore[type-arg]
        return ends_worth(begun, ends, learned(), chips=False)

    return solve(begun.chips, unused(begun), worth, _ITERATIONS, habits)


@dataclass(frozen=True)
class Knowing(Solver):
    """Works out how *hard* plays the round, and responds."""

    known: Solver = HARD

    def _solved(self, heard: Heard, me: int, other: int) -> Solved:
        theirs = self.known._solved(heard, 1 - me, 1 - other)
        return _response(heard.begun, theirs, 1 - me)


_response = lru_cache(4)(response)


def main(positions: int = 6, matches: int = _MATCHES) -> None:
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
    knowing = Knowing(_ITERATIONS, habits=True)
    print(f"wins {against('sinomilia', SinomiliaOptions(), knowing, [HARD], matches)}")


if __name__ == "__main__":
    main()
