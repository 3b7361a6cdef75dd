"""Learn the worth of chips, cards and the start in Sinomilia, from the end of a match backwards.

Rounds are solved from random positions, first those with one round left, whose ends are the
match's. A line in log-odds is fitted to the results. It then values the ends of rounds with two
left, and so on. Seed 1, four minutes of processor time.
"""

import math
import random
import sys
from pathlib import Path

import numpy as np

from games.sinomilia.computers import players
from games.sinomilia.computers.players import Asked, follow
from games.sinomilia.computers.worth import PLAIN, Estimate, Round, Weights

_POSITIONS, _ITERATIONS = 80, 30
_CHIPS = 30
FOLDER = Path(players.__file__).parent


def position(left: int, rng: random.Random) -> Round:
    """Return a round with a number of rounds left, itself included, any chips and any cards."""
    shown = 8 - left
    used = [sorted(rng.sample(range(9), shown)) for _ in range(2)]
    if rng.random() < 0.2 and used[1]:
        used[1].remove(rng.choice(used[1]))
    rng.shuffle(used)
    mine = min(max(round(rng.gauss(15, 1 + 1.6 * math.sqrt(shown))), 1), _CHIPS - 1)
    chips = (mine, _CHIPS - mine)
    return Round("starter", chips, (tuple(used[0]), tuple(used[1])), 0)


def fitted(left: int, estimate: Estimate, rng: random.Random, positions: int) -> Weights:
    """Return the weights of positions with a number of rounds left."""
    rows, worths = [], []
    for _ in range(positions):
        begun = position(left, rng)
        lost, won = (
            float(follow(Asked(begun, seat, (), estimate, _ITERATIONS), ())[0].worth(0).max())
            for seat in (0, 1)
        )
        own = [[card not in used for card in range(10)] for used in begun.used]
        held = [int(a) - int(b) for a, b in zip(*own, strict=True)]
        rows.append([begun.chips[0] - begun.chips[1], 1, *held])
        worths.append(0.5 + (won - lost) / 2)
    x, p = np.array(rows, float), np.clip(worths, 0.01, 0.99)
    # Weighted, as log-odds near 0 and 1 are coarse; ridged, as some cards are seldom apart.
    weight = p * (1 - p)
    lines = x.T @ (x * weight[:, None]) + 0.05 * np.eye(x.shape[1])
    found = np.linalg.solve(lines, x.T @ (weight * np.log(p / (1 - p))))
    off = np.abs(1 / (1 + np.exp(-x @ found)) - p).mean()
    print(f"# {left} left: off by {off:.3f}", file=sys.stderr, flush=True)
    lead, start, *cards = (round(float(w), 4) for w in found)
    return Weights(lead, start, tuple(cards))


def main(positions: int = _POSITIONS, to: Path = FOLDER) -> None:
    """Learn the estimate, and write it to the folder that the computers read."""
    rng = random.Random(1)
    learnt: list[Weights] = []
    for left in range(1, 8):
        learnt.append(fitted(left, tuple(learnt) or PLAIN, rng, positions))
    lead, start, cards = (np.array(column) for column in zip(*learnt, strict=True))
    np.savez(to / "estimate.npz", lead=lead, start=start, cards=cards)


if __name__ == "__main__":
    main()
