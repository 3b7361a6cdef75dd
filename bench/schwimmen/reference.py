"""Schwimmen: a greedy player with a closing threshold."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.schwimmen import Keep, Move, Take
from games.schwimmen.computers.players import closed_if, hand_after, open_turns
from games.schwimmen.state import View
from games.schwimmen.thirty_one import strength, worth
from games.thinking.players import Told


@dataclass(frozen=True)
class Greedy:
    """Takes the best hand in sight, keeps one as dealer from 18 points, and closes from `close`."""

    close: float = 25.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move to the strongest hand, or a pass."""
        if view.choosing:
            return Keep() if worth(view.hand) >= 2 * 18 else Take()
        best = max(open_turns(legal), key=lambda move: strength(hand_after(view, move)))
        return closed_if(legal, best, worth(hand_after(view, best)) >= 2 * self.close)


REFERENCES = {"greedy": Greedy(), "greedy, closes from 30": Greedy(close=30.0)}
