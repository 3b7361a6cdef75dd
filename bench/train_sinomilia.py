"""Learn what chips, cards and the start are worth in Sinomilia, from the end of a match backwards.

Rounds are solved from positions drawn at random, first those with one round left, whose ends are
the match's; what they are worth is fitted by a line in log-odds, which then values the ends of
rounds with two left, and so on. Seed 1; takes four minutes of processor
time. `python -m bench.train_sinomilia` prints the module `games/sinomilia/computers/weights.py`.
"""

import math
import random
import sys

import numpy as np

from games.sinomilia.computers.players import solved
from games.sinomilia.computers.worth import PLAIN, Estimate, Round, Weights

_POSITIONS, _ITERATIONS = 80, 30
_CHIPS = 30


def position(left: int, rng: random.Random) -> Round:
    """A round with so many left, itself counted: anybody's chips, any cards."""
    shown = 8 - left
    used = [sorted(rng.sample(range(9), shown)) for _ in range(2)]
    if rng.random() < 0.2 and used[1]:
        used[1].remove(rng.choice(used[1]))
    rng.shuffle(used)
    mine = min(max(round(rng.gauss(15, 1 + 1.6 * math.sqrt(shown))), 1), _CHIPS - 1)
    chips = (mine, _CHIPS - mine)
    return Round("starter", chips, (tuple(used[0]), tuple(used[1])), 0)


def fitted(left: int, estimate: Estimate, rng: random.Random) -> Weights:
    """The weights of positions with so many rounds left."""
    rows, worths = [], []
    for _ in range(_POSITIONS):
        begun = position(left, rng)
        solution = solved(begun, _ITERATIONS, estimate)
        worth = float(solution.lay[0] @ solution.begin[0])
        own = [[card not in used for card in range(10)] for used in begun.used]
        held = [int(a) - int(b) for a, b in zip(*own, strict=True)]
        rows.append([begun.chips[0] - begun.chips[1], 1, *held])
        worths.append(min(max(worth, 0.01), 0.99))
    x, p = np.array(rows, float), np.array(worths)
    # Weighted, as log-odds near 0 and 1 are coarse; ridged, as some cards are seldom apart.
    weight = p * (1 - p)
    lines = x.T @ (x * weight[:, None]) + 0.05 * np.eye(x.shape[1])
    found = np.linalg.solve(lines, x.T @ (weight * np.log(p / (1 - p))))
    off = np.abs(1 / (1 + np.exp(-x @ found)) - p).mean()
    print(f"# {left} left: off by {off:.3f}", file=sys.stderr, flush=True)
    return Weights(float(found[0]), float(found[1]), tuple(round(float(w), 4) for w in found[2:]))


def main() -> None:
    """Print the module."""
    rng = random.Random(1)
    learnt: list[Weights] = []
    for left in range(1, 8):
        learnt.append(fitted(left, tuple(learnt) or PLAIN, rng))
    print(
        '"""What `bench/train_sinomilia.py` learnt: by rounds left, lead, start, and ten cards."""'
    )
    print()
    print("LEARNT: tuple[tuple[float, float, tuple[float, ...]], ...] = (")
    for row in learnt:
        print(f"    ({row.lead:.4f}, {row.start:.4f}, {row.cards}),")
    print(")")


if __name__ == "__main__":
    main()
