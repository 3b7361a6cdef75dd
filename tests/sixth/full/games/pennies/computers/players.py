"""Players of three strengths. All of them choose a side by chance."""

import random
from collections.abc import Sequence
from typing import Any

from games.thinking.players import Told

from ..rules import View


class Chooser:
    """Prefers heads with some probability, because regular players can be read."""

    def __init__(self, heads: float) -> None:
        self._heads = heads

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """Return one of the legal moves."""
        wanted = "heads" if rng.random() < self._heads else "tails"
        return wanted if wanted in legal else legal[0]


class Weigher(Chooser):
    """Chooses either side equally often, and can weigh them."""

    def weigh(
        self, view: View, told: Told, legal: Sequence[Any], rng: random.Random
    ) -> list[tuple[Any, float]]:
        """Return each move with its chance to win the point."""
        return [(move, 0.5) for move in legal]

    def expects(self, view: View, told: Told) -> float:
        """Return the points to expect of a round."""
        return 0.5


EASY = Chooser(0.9)
NORMAL = Chooser(0.7)
HARD = Weigher(0.5)
