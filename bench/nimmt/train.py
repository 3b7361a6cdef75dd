"""Learn the nets of 6 nimmt! by self-play: `python -m bench.nimmt.train`.

Three times, many deals are played by habit and the worth of hands is learned from them. Hands are
weighed with it one trick ahead, and a new habit is learned from the weights. At last the worth is
learned again from more deals: careful play among careful and careless people. Another worth is
learned with jokers in play.

`python -m bench.nimmt.train worth` learns only these two by the stored habit, `… jokers` only the
last. Seed 11. It takes ten minutes of one quiet core, five with the two, two with the last.
"""

import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np

from games.nimmt.computers import nets
from games.nimmt.computers.ahead import Ahead
from games.nimmt.computers.many import Floats
from games.nimmt.computers.nets import Habit, Worth
from games.nimmt.computers.traits import OF_CARD, OF_ROWS

from ..adam import Adam
from .lessons import Lot, exams, lessons

SEED = 11
SURE = 0.7
"""A card that is cheaper by this number of bulls is played e times as often."""

RATE = 2e-3
LAST_WIDE = 64
LAST_DEALS = 6_000
LAST_LOTS = 24
JOKERS_WIDE = 64
JOKERS_DEALS = 8_000
JOKERS_LOTS = 20
FOLDER = Path(nets.__file__).parent


def _weights(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> Floats:
    drawn_: Floats = (rng.normal(size=shape) * scale / np.sqrt(shape[-1])).astype(np.float32)
    return drawn_


def new_worth(rng: np.random.Generator, wide: int = 32) -> Worth:
    return Worth(
        _weights(rng, wide, OF_CARD),
        _weights(rng, wide, OF_ROWS, scale=0.5),
        _weights(rng, wide, 1, scale=0.1),
        _weights(rng, wide, wide, scale=0.4),
        _weights(rng, wide, OF_ROWS),
        _weights(rng, wide, 1, scale=0.1),
        _weights(rng, 2, wide, scale=0.5),
        np.full((2, 1), 0.3, np.float32),
    )


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


def learn_worth(
    net: Worth,
    data: list[Lot],
    rng: np.random.Generator,
    epochs: int,
    batch: int = 512,
    rate: float = RATE,
) -> None:
    """Fit the net. The last tenth of each lot is kept to test it."""
    jobs = [
        (lot, at)
        for lot, (about, _, _) in enumerate(data)
        for at in range(0, int(about.shape[1] * 0.9) - batch, batch)
    ]
    adam = Adam(net)
    steps = epochs * len(jobs)
    done = 0
    for epoch in range(epochs):
        loss = []
        for j in rng.permutation(len(jobs)):
            lot, at = jobs[j]
            about, cards, aim = (part[..., at : at + batch] for part in data[lot])
            miss, slope = worth_slope(net, about, cards, aim)
            adam.step(slope, rate * (1 - done / steps) + 1e-5)
            done += 1
            loss.append(miss)
        test = [
            worth_slope(net, *(part[..., int(part.shape[-1] * 0.9) :] for part in lot))[0]
            for lot in data
        ]
        var = [float(lot[2][0].var()) for lot in data]
        print(
            f"  worth: epoch {epoch} miss {np.mean(loss):.4f}, "
            f"new {np.mean(test):.4f} of {np.mean(var):.4f}",
            flush=True,
        )


def new_habit(rng: np.random.Generator, wide: int = 16) -> Habit:
    return Habit(
        _weights(rng, wide, OF_CARD),
        _weights(rng, wide, OF_ROWS, scale=0.5),
        _weights(rng, wide, 1, scale=0.1),
        _weights(rng, 1, wide),
    )


def habit_slope(
    net: Habit, about: Floats, cards: Floats, cost: Floats
) -> tuple[float, dict[str, Floats]]:
    f, size, n = cards.shape
    flat = cards.reshape(f, size * n)
    one = (net.card @ flat).reshape(-1, size, n) + (net.rows @ about + net.bias)[:, None]
    on = one > 0
    act = (one * on).reshape(len(one), -1)
    liked = (net.out @ act).reshape(size, n)
    p, q = _soft(liked), _soft(-cost / SURE)
    d = ((p - q) / n).reshape(1, -1)
    d1 = (net.out.T @ d).reshape(-1, size, n) * on
    dg = d1.sum(1)
    loss = float((q * np.log((q + 1e-9) / (p + 1e-9))).sum(0).mean())
    return loss, {
        "out": d @ act.T,
        "card": d1.reshape(len(d1), -1) @ flat.T,
        "rows": dg @ about.T,
        "bias": dg.sum(1, keepdims=True),
    }


def _soft(liked: Floats) -> Floats:
    e = np.exp(liked - liked.max(0))
    soft: Floats = e / e.sum(0)
    return soft


def learn_habit(
    net: Habit,
    data: list[Lot],
    rng: np.random.Generator,
    epochs: int,
    batch: int = 100,
    rate: float = 5e-3,
) -> None:
    jobs = [
        (lot, at)
        for lot, (about, _, _) in enumerate(data)
        for at in range(0, about.shape[1] - batch + 1, batch)
    ]
    adam, done = Adam(net), 0
    for epoch in range(epochs):
        loss = []
        for j in rng.permutation(len(jobs)):
            lot, at = jobs[j]
            miss, slope = habit_slope(net, *(part[..., at : at + batch] for part in data[lot]))
            adam.step(slope, rate * (1 - done / epochs / len(jobs)) + 1e-5)
            done += 1
            loss.append(miss)
        if epoch in (0, epochs - 1):
            print(f"  habit: epoch {epoch} miss {np.mean(loss):.4f}", flush=True)


def save(net: Worth | Habit, to: Path, name: str) -> None:
    """Write a net as `<name>.npz`."""
    np.savez(to / f"{name}.npz", **{f.name: getattr(net, f.name) for f in fields(net)})


KINDS: Sequence[tuple[int, dict[str, bool], float]] = (
    (4, {}, 4),
    (4, {"tactical": True}, 1),
    (4, {"jokers": True}, 1),
    (2, {}, 1.4),
    (2, {"tactical": True}, 1),
    (3, {}, 1),
    (5, {}, 0.7),
    (6, {}, 0.7),
    (8, {}, 0.5),
    (10, {}, 0.5),
    (6, {"jokers": True}, 0.5),
    (2, {"jokers": True}, 1),
)
"""Seats, deck, and how much of it is learned from: mostly four seats and the full pack."""

WITH_JOKERS = ((4, 4), (2, 1), (3, 1), (5, 0.7), (6, 0.7), (8, 0.4), (10, 0.4))
"""Seats, and how much of it is learned from for jokers alone."""


def learn_both(rng: np.random.Generator, share_of_all: float) -> Habit:
    """Learn worth and habit by turns, and return the last habit."""
    worth, habit = new_worth(rng), new_habit(rng)
    for turn in range(3):
        known = habit if turn else None
        lots: list[Lot] = []
        for seats, kind, share in KINDS:
            lots += lessons(known, seats, int(1_500 * share * share_of_all), rng, **kind)
        learn_worth(worth, lots, rng, 4)
        ahead, seen = Ahead(worth, habit, 150), list[Lot]()
        for seats, kind, share in KINDS:
            per = max(1, int((250 * share if share >= 1 else 100) * share_of_all))
            seen += exams(ahead, known, seats, int(400 * share), per, rng, **kind)
        habit = new_habit(rng)
        learn_habit(habit, seen, rng, 25)
    return habit


def last_worth(habit: Habit, rng: np.random.Generator, share_of_all: float) -> Worth:
    """Return the worth learned among all kinds of players.

    It sees each deal once, at a falling learning rate.
    """
    worth = new_worth(rng, LAST_WIDE)
    for lot in range(LAST_LOTS):
        lots: list[Lot] = []
        for seats, kind, share in KINDS:
            # Most people sit by fours.
            weight = 2 if seats == 4 else 1
            deals = int(LAST_DEALS * share * weight * share_of_all)
            lots += lessons(habit, seats, deals, rng, of_care=4.0, **kind)
        learn_worth(worth, lots, rng, 1, rate=RATE * (1 - lot / LAST_LOTS))
    return worth


def worth_with_jokers(habit: Habit, rng: np.random.Generator, share_of_all: float) -> Worth:
    """Return the worth with jokers in play, learned by less careful players that stray."""
    worth = new_worth(rng, JOKERS_WIDE)
    for lot in range(JOKERS_LOTS):
        lots: list[Lot] = []
        for seats, share in WITH_JOKERS:
            deals = int(JOKERS_DEALS * share * share_of_all)
            lots += lessons(habit, seats, deals, rng, of_care=2.0, strays=True, jokers=True)
        learn_worth(worth, lots, rng, 1, rate=RATE * (1 - lot / JOKERS_LOTS))
    return worth


def main(share_of_all: float = 1.0, to: Path = FOLDER, *, only: str = "") -> None:
    """Learn the nets, and write them to the folder that the computers read.

    A small `share_of_all` tries the script.
    """
    rng = np.random.default_rng(SEED)
    if only:
        habit = nets.habit()
    else:
        habit = learn_both(rng, share_of_all)
        save(habit, to, "habit")
    if only != "jokers":
        worth = last_worth(habit, np.random.default_rng(SEED + 1), share_of_all)
        save(worth, to, "worth")
    worth = worth_with_jokers(habit, np.random.default_rng(SEED + 2), share_of_all)
    save(worth, to, "worth_jokers")


if __name__ == "__main__":
    main(only="".join(sys.argv[1:2]))
