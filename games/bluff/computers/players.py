"""Bluff: computer players in three strengths.

*Hard* reads bids, tries its moves in worlds that fit them, and plays the solution of the end with a
die each. *Normal* goes by the odds and its own dice. It ignores the information in bids, never
shows and never bluffs on purpose. *Easy* makes beginners' errors as well. It forgets the wilds
under other cups, so it doubts likely bids and overrates its own dice.
"""

import random
from collections.abc import Sequence
from math import exp

import numpy as np

from ...core import Frozen
from ...thinking.players import Told
from .. import Bid, Challenge, Move, matching
from ..state import FACES, WILD, View
from . import duel as duel
from . import search
from .duel import is_duel
from .odds import surely

_HEAT = 0.01
"""A bid that is likelier by this much is made e times as often."""


class Thoughtful(Frozen):
    """Tries its moves in worlds that fit what was bid."""

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move that wins most often, or a mixed one with a die each.

        The sampled worlds decide between moves of about equal worth.
        """
        if len(legal) == 1:
            return legal[0]
        if is_duel(view.left):
            return rng.choices(legal, self.mix(view, told, legal))[0]
        return self.weigh(view, told, legal, rng)[0][0]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """The moves worth a thought, best first, and the chance to win the match with each.

        A bid that is hardly ever true isn't weighed. A win that is shared counts in part.
        """
        if is_duel(view.left):
            worths = duel.weigh(view, legal)
            return sorted(zip(legal, worths, strict=True), key=lambda pair: -pair[1])
        return search.weigh(view, told, legal, rng)

    def mix(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """Return the frequency of each move when two seats are left with a die each."""
        return duel.mix(view, legal)


class Reckoner(Frozen):
    """Bids likely counts, challenges unlikely ones, and ignores the information in bids.

    `wilds`: it counts the wilds under other cups. It challenges a bid that is likelier false than
    its own best bid is true.
    """

    wilds: bool = True

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """One of the likeliest bids, or a challenge."""
        bids = [move for move in legal if isinstance(move, Bid)]
        chances = self._chances(view, bids)
        good = max(chances, default=-1.0)
        if Challenge() in legal:
            (true,) = self._chances(view, [view.bids[-1][1]])
            if not bids or 1 - true > good:
                return Challenge()
        # Among equally likely bids a low one leaves more answers.
        often = [exp((chance - good) / _HEAT - n) for n, chance in enumerate(chances)]
        return rng.choices(bids, often)[0]

    def _chances(self, view: View, bids: Sequence[Bid]) -> list[float]:
        dice = (*view.hand, *(die for some in view.shown for die in some))
        unseen = view.dice - len(dice)
        plain = 1 / 3 if self.wilds else 1 / 6
        mean = np.array([1 / 6 if bid.face == WILD else plain for bid in bids]) * unseen
        held = [matching(dice, face) for face in FACES]
        wanted = np.array([bid.count - held[bid.face - 1] for bid in bids], np.int64)
        return [float(chance) for chance in surely(wanted, mean, unseen)]


EASY = Reckoner(wilds=False)
NORMAL = Reckoner()
HARD = Thoughtful()
