"""Learn the net of 6 nimmt! by self-play: `python -m bench.nimmt.train`.

Many deals are played by careful players among careful and careless ones, and the worth of hands is
learned from them. Another worth is learned with jokers in play. `… worth` learns only the first,
`… worth_jokers` the other. Seeds 12 and 13.
"""

import sys
from pathlib import Path

import numpy as np

from games.nimmt.computers import nets
from games.nimmt.computers.many import Floats
from games.nimmt.computers.nets import OF_CARD, OF_ROWS, Worth

from ..adam import Adam
from .lessons import Lot, lessons

RATE = 2e-3
BATCH = 512
WIDE = 64
FOLDER = Path(nets.__file__).parent


def new_worth(rng: np.random.Generator) -> Worth:
    shapes = (
        *((WIDE, OF_CARD, 1), (WIDE, OF_ROWS, 0.5), (WIDE, 1, 0.1), (WIDE, WIDE, 0.4)),
        *((WIDE, OF_ROWS, 1), (WIDE, 1, 0.1), (2, WIDE, 0.5)),
    )
    drawn = [rng.normal(size=(high, wide)) * k / np.sqrt(wide) for high, wide, k in shapes]
    return Worth(*(one.astype(np.float32) for one in [*drawn, np.full((2, 1), 0.3)]))


def worth_slope(
    net: Worth, about: Floats, cards: Floats, aim: Floats
) -> tuple[float, dict[str, Floats]]:
    f, size, n = cards.shape
    flat = cards.reshape(f, size * n)
    ground = net.rows @ about + net.bias
    one = (net.card @ flat).reshape(-1, size, n) + ground[:, None]
    on = one > 0
    total = (one * on).sum(1)
    two = net.summed @ total + net.rows_again @ about + net.bias_again
    on2 = two > 0
    act = two * on2
    miss = net.out @ act + net.out_bias - aim
    d = 2 * miss / n
    da = (net.out.T @ d) * on2
    dt = net.summed.T @ da
    d1 = dt[:, None] * on
    dg = d1.sum(1)
    return float((miss[0] ** 2).mean()), {
        "out": d @ act.T,
        "out_bias": d.sum(1, keepdims=True),
        "summed": da @ total.T,
        "rows_again": da @ about.T,
        "bias_again": da.sum(1, keepdims=True),
        "card": d1.reshape(len(d1), -1) @ flat.T,
        "rows": dg @ about.T,
        "bias": dg.sum(1, keepdims=True),
    }


def learn_worth(net: Worth, data: list[Lot], rng: np.random.Generator, rate: float) -> None:
    """Fit the net once to all lots."""
    jobs = [
        (lot, at)
        for lot, (about, _, _) in enumerate(data)
        for at in range(0, about.shape[1] - BATCH, BATCH)
    ]
    adam, loss = Adam(net), []
    for done, j in enumerate(rng.permutation(len(jobs))):
        lot, at = jobs[j]
        miss, slope = worth_slope(net, *(part[..., at : at + BATCH] for part in data[lot]))
        adam.step(slope, rate * (1 - done / len(jobs)) + 1e-5)
        loss.append(miss)
    print(f"miss {np.mean(loss):.4f}", flush=True)


KINDS = (
    *((4, "", 8), (4, "tactical", 2), (4, "jokers", 2), (2, "", 1.4), (2, "tactical", 1)),
    *((3, "", 1), (5, "", 0.7), (6, "", 0.7), (8, "", 0.5), (10, "", 0.5)),
    *((6, "jokers", 0.5), (2, "jokers", 1)),
)
"""Seats, deck, and how much of it is learned from: mostly four seats and the full pack."""

WITH_JOKERS = (
    *((4, "jokers", 4), (2, "jokers", 1), (3, "jokers", 1), (5, "jokers", 0.7)),
    *((6, "jokers", 0.7), (8, "jokers", 0.4), (10, "jokers", 0.4)),
)
"""The same for jokers alone."""


def learned(rng: np.random.Generator, share_of_all: float, *, jokers: bool) -> Worth:
    """Return the worth learned among all kinds of players, from ever new deals.

    With jokers it is learned from less careful players that stray.
    """
    worth = new_worth(rng)
    deals_, lots_, kinds = (8_000, 20, WITH_JOKERS) if jokers else (6_000, 24, KINDS)
    for number in range(lots_):
        lots: list[Lot] = []
        for seats, deck, share in kinds:
            deals = int(deals_ * share * share_of_all)
            lots += lessons(seats, deals, rng, 2.0 if jokers else 4.0, deck, strays=jokers)
        learn_worth(worth, lots, rng, RATE * (1 - number / lots_))
    return worth


def main(share_of_all: float = 1.0, to: Path = FOLDER, *, only: str = "") -> None:
    """Learn the nets, and write them to the folder that the computers read.

    A small `share_of_all` tries the script.
    """
    for seed, name in ((12, "worth"), (13, "worth_jokers")):
        if only in ("", name):
            net = learned(np.random.default_rng(seed), share_of_all, jokers=name != "worth")
            np.savez(to / f"{name}.npz", **vars(net))


if __name__ == "__main__":
    main(only="".join(sys.argv[1:2]))
