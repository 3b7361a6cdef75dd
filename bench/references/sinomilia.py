"""Sinomilia: simple heuristics, a lookahead over one round, regret matching over one round."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.computers.sinomilia import Solver
from games.computers.thinker import Told
from games.sinomilia import Chip, Lay, Pass
from games.sinomilia_state import View


@dataclass(frozen=True)
class Simple:
    """Predicts a middling card, lays suns up to it, then passes."""

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        if view.phase == "lay":
            cards = sorted(move.card for move in legal if isinstance(move, Lay))
            middle = len(cards) // 2
            return Lay(rng.choice(cards[max(0, middle - 2) : middle + 2]))
        if view.phase != "turns":
            return rng.choice(legal)
        assert view.prediction is not None
        if len(view.table) < view.prediction and Chip("sun") in legal:
            return Chip("sun")
        return Pass()


REGRET = Solver(12, chips=True)
