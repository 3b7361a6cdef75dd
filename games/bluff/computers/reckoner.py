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
    """Bids what is likely, challenges what isn't, and takes no bid to tell anything.

    `wilds`: whether it remembers that wilds under other cups count; `heat`: by how much likelier a
    bid must be to be made e times as often, and `low` how much rarer a bid is than the one below;
    `patience`: how much likelier false than its own best
    bid true another's must be for it to challenge.
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
        # Of bids as likely, rather a low one: it leaves more to come back to.
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
