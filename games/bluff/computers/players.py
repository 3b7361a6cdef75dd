"""Bluff: computer players in three strengths.

*Hard* reads bids, tries its moves in worlds that fit them, and plays the solution of the end with a
die each. *Normal* goes by the odds and its own dice. It ignores the information in bids, never
shows and never bluffs on purpose. *Easy* makes beginners' errors as well. It forgets the wilds
under other cups, so it doubts likely bids and overrates its own dice.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ...thinking.thinker import Told
from .. import Move
from ..state import View
from . import duel as duel
from .beliefs import Reader
from .duel import is_duel
from .reckoner import Reckoner
from .search import Search


@dataclass(frozen=True)
class Thoughtful:
    """Tries its moves in worlds that fit what was bid."""

    search: Search

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
        return self.search.weigh(view, told, legal, rng)

    def mix(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """Return the frequency of each move when two seats are left with a die each."""
        return duel.mix(view, legal)


EASY = Reckoner(wilds=False)
NORMAL = Reckoner()
HARD = Thoughtful(Search(Reader()))
