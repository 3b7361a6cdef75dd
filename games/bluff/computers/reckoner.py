"""Bluff: players who go by their own dice and the odds alone."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from ...thinking.thinker import Told
from .. import Bid, Challenge, Move, matching
from ..state import FACES, WILD, View
from .odds import surely


@dataclass(frozen=True)
class Reckoner:
    """Bids likely counts, challenges unlikely ones, and ignores the information in bids.

    `wilds`: it counts the wilds under other cups. `heat`: a bid that is likelier by this much is
    made e times as often. `low`: a bid's rarity relative to the bid below. `patience`: it
    challenges a bid that is likelier false than its own best bid is true, by this margin.
    """

    wilds: bool = True
    heat: float = 0.01
    low: float = 1.0
    patience: float = 0.0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """One of the likeliest bids, or a challenge."""
        bids = [move for move in legal if isinstance(move, Bid)]
        chances = self._chances(view, bids)
        good = max(chances, default=-1.0)
        if Challenge() in legal:
            (true,) = self._chances(view, [view.bids[-1][1]])
            if not bids or 1 - true > good + self.patience:
                return Challenge()
        # Among equally likely bids a low one leaves more answers.
        often = [
            exp((chance - good) / self.heat - self.low * n) for n, chance in enumerate(chances)
        ]
        return rng.choices(bids, often)[0]

    def _chances(self, view: View, bids: Sequence[Bid]) -> list[float]:
        dice = (*view.hand, *(die for some in view.shown for die in some))
        unseen = view.dice - len(dice)
        plain = 1 / 3 if self.wilds else 1 / 6
        mean = np.array([1 / 6 if bid.face == WILD else plain for bid in bids]) * unseen
        held = [matching(dice, face) for face in FACES]
        wanted = np.array([bid.count - held[bid.face - 1] for bid in bids], np.int64)
        return [float(chance) for chance in surely(wanted, mean, unseen)]
