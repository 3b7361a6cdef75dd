"""Bluff: computer players in three strengths."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ..bluff import Move
from ..bluff_state import View
from .bluff_beliefs import Reader
from .bluff_search import Search
from .thinker import Told


@dataclass(frozen=True)
class Thoughtful:
    """Tries its moves in worlds that fit what was bid."""

    search: Search

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """The move that most often wins."""
        if len(legal) == 1:
            return legal[0]
        return self.weigh(view, told, legal, rng)[0][0]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """The moves worth a thought and the chance to win the match with each, best first."""
        if len(legal) == 1:
            return [(legal[0], 0.0)]
        return self.search.weigh(view, told, legal, rng)


HARD = Thoughtful(Search(Reader()))
