"""Sinomilia: a hasty solver, and a player that knows the code of *hard*."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.sinomilia import Move
from games.sinomilia.computers.habits import hear
from games.sinomilia.computers.players import HARD, Solver, action_of, follow
from games.sinomilia.state import View
from games.thinking.players import Told


@dataclass(frozen=True)
class Knowing:
    """Works out how its opponent plays the round, and responds with turns of the same lines."""

    known: Solver

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move that wins most."""
        if view.phase == "toss":
            return rng.choice(legal)
        some = legal if view.phase == "lay" else self._lined(view, told, legal)
        return self.known.answered(view, told, some, self.known.iterations)[0][0]

    def _lined(self, view: View, told: Told, legal: Sequence[Move]) -> list[Move]:
        heard = hear(view, told)
        asked = self.known.rival(view, heard, self.known.iterations)
        answer, place = follow(asked, heard.turns)
        return [m for m in legal if answer.lines.child(place, action_of(m, 0)[0]) is not None]


REFERENCES = {"12 iterations": replace(HARD, iterations=12)}
KNOWING = Knowing(HARD)
