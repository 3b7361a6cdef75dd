"""Bluff: a player by the odds, and one that also believes bids."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from games.bluff import WILD, Bid, Challenge, Face, Move, View, matching
from games.bluff.state import FACES, higher_bids
from games.thinking.players import Told

Unseen = tuple[tuple[int, float], ...]
"""Unseen dice, as (number of dice, chance of a match) pairs."""


@cache
def at_least(unseen: Unseen, wanted: int) -> float:
    """Return the chance that at least `wanted` dice match."""
    chances = np.ones(1)
    for dice, p in unseen:
        for _ in range(dice):
            chances = np.convolve(chances, (1 - p, p))
    return 1.0 if wanted <= 0 else float(chances[wanted:].sum())


@dataclass(frozen=True)
class Odds:
    """Makes the likeliest bid, or challenges if that is likelier to win.

    `trust`: weight of a bidder's last face for its dice, relative to other faces.
    """

    trust: float = 1.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the best move by the odds."""
        bids = higher_bids(view.bids[-1][1] if view.bids else None, view.dice)
        best = max(bids, key=lambda bid: self._chance(view, bid), default=None)
        good = self._chance(view, best) if best else 0.0
        doubts = Challenge() in legal and 1 - self._chance(view, view.bids[-1][1]) > good
        return Challenge() if doubts or best is None else best

    def _chance(self, view: View, bid: Bid) -> float:
        open_dice = tuple(die for dice in view.shown for die in dice)
        seen = matching((*view.hand, *open_dice), bid.face)
        return at_least(self._unseen(view, bid.face), bid.count - seen)

    def _unseen(self, view: View, face: Face) -> Unseen:
        latest = {int(seat): bid.face for seat, bid in view.bids}
        groups = Counter[float]()
        for seat, dice in enumerate(view.left):
            if seat != view.seat:
                weights = dict.fromkeys(FACES, 1.0)
                weights |= {latest[seat]: self.trust, WILD: self.trust} if seat in latest else {}
                p = sum(weights[f] for f in {face, WILD}) / sum(weights.values())
                groups[p] += dice - len(view.shown[seat])
        return tuple(sorted((n, p) for p, n in groups.items() if n))


REFERENCES = {"the odds": Odds(), "believes bids": Odds(trust=2.0)}
