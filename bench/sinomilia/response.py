"""The safety of Sinomilia's *hard*: what a best response to its known play wins.

The response works out how *hard* plays the round, and takes the turns that win most against that.
On the lines of the computer it is exact. Before a turn that they don't hold it asks how *hard*
would answer. `python -m bench.sinomilia.response` prints its gain in chance to win the match, by
position, then its share of matches.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.ladder import against
from bench.sinomilia.train import position
from games.sinomilia import Move, SinomiliaOptions
from games.sinomilia.computers.answers import Asked, follow
from games.sinomilia.computers.habits import likely
from games.sinomilia.computers.past import hear
from games.sinomilia.computers.players import HARD, Solver, action_of, learned
from games.sinomilia.computers.worth import Round
from games.sinomilia.state import View
from games.thinking.thinker import Told

_MATCHES = 120
_SETTLED = 400
"""That number of iterations finds the worth of a round to 0.001."""


@dataclass(frozen=True)
class Gains:
    """The gains of a best response beginning the round and as the second."""

    starting: float
    second: float


def gains(begun: Round, iterations: int, settled: int = _SETTLED) -> Gains:
    """Return the gains of best responses to *hard* in a round, over the worth of the round."""
    most = [_most(begun, 1 - other, iterations, likely([])) for other in (0, 1)]
    safe = [_most(begun, 1 - other, settled, ()) for other in (0, 1)]
    worth = (safe[0] - safe[1]) / 2
    return Gains(most[0] - worth, most[1] + worth)


def _most(begun: Round, seat: int, iterations: int, known: tuple[float, ...]) -> float:
    """Return what the other of a seat wins at most, from -0.5 to 0.5."""
    answer, _ = follow(Asked(begun, seat, known, learned(), iterations), ())
    return float(answer.worth(0).max())


@dataclass(frozen=True)
class Knowing:
    """Works out how *hard* plays the round, and responds. With `further` also by other turns."""

    known: Solver = HARD
    further: bool = False

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the move that wins most."""
        if view.phase == "toss":
            return rng.choice(legal)
        some = legal if self.further or view.phase == "lay" else self._lined(view, told, legal)
        return self.known.answered(view, told, some, self.known.iterations)[0][0]

    def _lined(self, view: View, told: Told, legal: Sequence[Move]) -> list[Move]:
        """Return the moves that the lines of *hard* hold."""
        heard = hear(view, told)
        asked = self.known.rival(view, heard, self.known.iterations)
        answer, place = follow(asked, heard.turns)
        actions = [action_of(move, 0)[0] for move in legal]
        return [
            move
            for move, action in zip(legal, actions, strict=True)
            if answer.lines.child(place, action) is not None
        ]


def main(positions: int = 6, matches: int = _MATCHES) -> None:
    rng = random.Random(3)
    rounds = [Round("starter", (15, 15), ((), ()), 0)]
    rounds += [position(rng.randrange(1, 8), rng) for _ in range(positions - 1)]
    both = []
    for begun in rounds:
        found = gains(begun, HARD.iterations)
        both += [found.starting, found.second]
        print(
            f"{begun.chips}: {found.starting:.3f} starting, {found.second:.3f} second", flush=True
        )
    print(f"mean {fmean(both):.3f} a round")
    wins = against("sinomilia", SinomiliaOptions(), Knowing(), [HARD], matches)
    print(f"wins {wins}", flush=True)
    some = max(2, matches // 4)
    wins = against("sinomilia", SinomiliaOptions(), Knowing(further=True), [HARD], some)
    print(f"wins {wins} by further turns too")


if __name__ == "__main__":
    main()
