"""COLORSE: greedy players, and one that knows the code of *hard*."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.colorse import Move, Show
from games.colorse.cards import SIGNS
from games.colorse.computers.players import HARD, Outguessing
from games.colorse.computers.signs import read
from games.colorse.state import View
from games.thinking.players import Told

from .greedy import Greedy


@dataclass(frozen=True)
class Knowing:
    """Computes the mix that its opponent is about to play, and shows the best answer.

    It takes and places as the opponent does.
    """

    known: Outguessing

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the sign that is best against the opponent's mix."""
        if not isinstance(legal[0], Show):
            return self.known.choose(view, told, legal, rng)
        other = view.child if view.seat == view.parent else view.parent
        # The opponent knows one card that others don't: the one under its own back.
        mix = self.known.mix(replace(view, seat=other, down=None, sign=None), told)
        worth = read(view, told).worth @ np.array(mix)
        signs = [move for move in legal if isinstance(move, Show)]
        return max(signs, key=lambda move: float(worth[SIGNS.index(move.sign)]))


_ASTRAY = {"greedy": 0, "greedy, at times astray": 0.2, "greedy, often astray": 0.4}
REFERENCES = {name: Greedy(astray) for name, astray in _ASTRAY.items()}
KNOWING = Knowing(HARD)
