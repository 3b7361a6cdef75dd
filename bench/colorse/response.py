"""The safety of COLORSE's *hard*: players that know its code, and how sure its signs are.

`Knowing` computes the mix that *hard* is about to play, and shows the best answer to it. It takes
and places as *hard* does. `python -m bench.colorse.response` prints its share of wins.
"""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bench.colorse.reference import GREEDY, MATRIX
from bench.ladder import Figure, against
from games.colorse import Move, Show
from games.colorse.cards import SIGNS
from games.colorse.computers import takes
from games.colorse.computers.players import HARD, Outguessing
from games.colorse.computers.signs import read
from games.colorse.state import ColorseOptions, View
from games.thinking.thinker import Thinker, Told


@dataclass(frozen=True)
class Knowing:
    """Answers the mix of its opponent, computed by the opponent's own code.

    `sure` collects the greatest share of each mix.
    """

    known: Outguessing
    sure: list[float] = field(default_factory=list, compare=False)

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the sign that is best against the opponent's mix."""
        if not isinstance(legal[0], Show):
            return self.known.choose(view, told, legal, rng)
        other = view.child if view.seat == view.parent else view.parent
        # The opponent knows one card that others don't: the one under its own back.
        theirs = replace(view, seat=other, down=None, sign=None)
        mix = self.known.mix(theirs, told)
        self.sure.append(max(mix))
        worth = read(view, told, self.known.reading, self.known.caution).worth @ np.array(mix)
        return max(
            (move for move in legal if isinstance(move, Show)),
            key=lambda move: float(worth[SIGNS.index(move.sign)]),
        )


@dataclass(frozen=True)
class Skilled:
    """Shows the signs of another player, and takes and places as *hard* does."""

    signs: Thinker

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the other player's sign, or the best card."""
        if isinstance(legal[0], Show):
            found: Move = self.signs.choose(view, told, legal, rng)
            return found
        return takes.weigh(view, legal)[0][0] if len(legal) > 1 else legal[0]


def measured(first: Thinker, other: Thinker, seats: int, deals: int) -> Figure:
    """Return the share of wins of one player among others of another kind."""
    others = [other] * (seats - 1)
    return against("colorse", ColorseOptions(), first, others, deals, name=f"response{seats}")


def main(deals: int = 20) -> None:
    for seats in (4, 3):
        knowing = Knowing(HARD)
        print(f"knows hard, {seats} seats: {measured(knowing, HARD, seats, deals)}", flush=True)
        sure = sum(share > 0.95 for share in knowing.sure) / len(knowing.sure)
        print(f"signs of hard that are 95 % sure: {sure:.2f}", flush=True)
    others: dict[str, Thinker] = {
        "greedy": GREEDY,
        "matrix": MATRIX,
        "matrix, taking as hard": Skilled(MATRIX),
    }
    for name, other in others.items():
        print(f"hard among {name}: {measured(HARD, other, 4, deals)}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
