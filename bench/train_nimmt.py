"""Learn the nets of 6 nimmt! by self-play: `python -m bench.train_nimmt`.

Three times: many deals are played by habit; from them the worth of hands is learned; hands are
weighed with it one trick ahead, and a new habit is learned from how they are weighed. Then the
worth is learned once more, from more deals. Seed 11; about six minutes of one quiet core.
"""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from games.computers import nimmt_weights as weights
from games.computers.nimmt_ahead import Ahead
from games.computers.nimmt_hands import Knowledge
from games.computers.nimmt_many import Floats, Ints, Rows, split, started_rows, trick
from games.computers.nimmt_nets import TENS, Habit, Worth, drawn
from games.computers.nimmt_traits import OF_CARD, OF_ROWS, Unseen, of_cards, of_rows

SEED = 11
SURE = 0.7
"""By so many bulls a card must be cheaper to be played e times as often."""

LAST_WIDE = 40
WEIGHTS = Path(weights.__file__)

Lot = tuple[Floats, Floats, Floats]
"""What is said of the rows, what of each card, and what is to be learned of it."""


class Table:
    """Deals of one kind, played side by side."""

    def __init__(
        self, seats: int, deals: int, rng: np.random.Generator, tactical: bool, jokers: bool
    ) -> None:
        top = 10 * seats + 4 if tactical else 104
        pack = np.repeat(np.arange(10, 10 * top + 1, 10, dtype=np.int16)[None], deals, 0)
        first = np.empty((deals, 0), np.int16)
        if jokers:
            mixed = rng.permuted(np.repeat(np.arange(10, dtype=np.int16)[None], deals, 0), axis=1)
            first, pack = mixed[:, :seats], np.concatenate([pack, mixed[:, seats:]], 1)
        pack = rng.permuted(pack, axis=1).T
        self.size = 10 + jokers
        self.seats, self.deals, self.rng = seats, deals, rng
        hands = pack[: 10 * seats].reshape(seats, 10, deals)
        if jokers:
            hands = np.concatenate([hands, first.T[:, None]], 1)
        self.hands = np.sort(hands, 1)
        self.rows = started_rows(np.sort(pack[10 * seats : 10 * seats + 4], 0))
        self.hidden = np.zeros((deals, 115), np.int16)
        self.hidden[:, 1 : top + 1] = 1
        self.hidden[:, 105:] = jokers
        self.show(self.rows.ends)

    def show(self, cards: Ints) -> None:
        for line in cards:
            self.hidden[np.arange(self.deals), _mark(line)] = 0

    @property
    def public(self) -> Unseen:
        """For whoever sees no hand."""
        return Unseen(np.cumsum(self.hidden[:, :105], 1, dtype=np.int16))

    def of(self, seat: int) -> Unseen:
        """For a seat."""
        hidden = self.hidden.copy()
        for line in self.hands[seat]:
            hidden[np.arange(self.deals), _mark(line)] = 0
        return Unseen(np.cumsum(hidden[:, :105], 1, dtype=np.int16))

    def choose(self, habit: Habit | None) -> Ints:
        """By seat, the place in hand of what it plays."""
        public = self.public
        places = []
        for hand in self.hands:
            liked = (
                plain(self.rows, hand)
                if habit is None
                else habit(self.rows, hand, public, self.seats - 1)
            )
            places.append(drawn(liked, self.rng))
        return np.stack(places)

    def play(self, places: Ints) -> Ints:
        """A trick; the bulls each seat takes."""
        cards, self.hands = split(self.hands, places)
        self.show(cards)
        return trick(self.rows, cards)


def _mark(cards: Ints) -> Ints:
    """Where a card is marked as hidden: numbers at their value, jokers after them."""
    return np.where(cards < 10, cards + 105, cards // 10)


def plain(rows: Rows, hand: Ints) -> Floats:
    """A habit to begin with: rather a card that takes nothing."""
    traits = of_cards(rows, hand, Unseen(np.arange(105, dtype=np.int16)), 3)
    liked: Floats = -3 * (traits[0] * (1 - traits[1]) + traits[2])
    return liked


def lessons(
    habit: Habit | None, seats: int, deals: int, rng: np.random.Generator, **kind: bool
) -> list[Lot]:
    """From deals played by habit, by cards in hand: rows, cards, and the bulls still to come."""
    table = Table(seats, deals, rng, kind.get("tactical", False), kind.get("jokers", False))
    took: list[Ints] = []
    found = []
    watched = range(seats) if seats <= 4 else range(3)
    while table.hands.shape[1] > 1:
        unseen = [table.of(seat) for seat in watched]
        took.append(table.play(table.choose(habit)))
        size = table.hands.shape[1]
        about = [of_rows(table.rows, unseen[s], size, seats - 1) for s in watched]
        cards = [of_cards(table.rows, table.hands[s], unseen[s], seats - 1) for s in watched]
        found.append((np.concatenate(about, 1), np.concatenate(cards, 2)))
    took.append(table.play(table.choose(habit)))
    to_come = np.cumsum(np.stack(took)[::-1], 0)[::-1]
    out = []
    for n, (about_, cards_) in enumerate(found):
        rest = to_come[n + 1].astype(np.float32) / TENS
        others = (rest.sum(0) - rest) / (seats - 1)
        aim = np.stack([rest[list(watched)].reshape(-1), others[list(watched)].reshape(-1)])
        out.append((about_, cards_, aim))
    return out


class Adam:
    """Steps down a slope."""

    def __init__(self, net: Any) -> None:
        self.net, self.t = net, 0
        self.names = [f.name for f in fields(net)]
        self.m = {n: np.zeros_like(getattr(net, n)) for n in self.names}
        self.v = {n: np.zeros_like(getattr(net, n)) for n in self.names}

    def step(self, slope: dict[str, Floats], rate: float) -> None:
        self.t += 1
        for n in self.names:
            g = slope[n]
            self.m[n] += 0.1 * (g - self.m[n])
            self.v[n] += 0.001 * (g * g - self.v[n])
            m = self.m[n] / (1 - 0.9**self.t)
            v = self.v[n] / (1 - 0.999**self.t)
            w = getattr(self.net, n)
            w -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)


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
    rate: float = 2e-3,
) -> None:
    """Fit the net; the last tenth of each lot is kept to test it."""
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


def exams(
    ahead: Ahead,
    habit: Habit | None,
    seats: int,
    deals: int,
    per: int,
    rng: np.random.Generator,
    *,
    tactical: bool = False,
    jokers: bool = False,
) -> list[Lot]:
    """Hands weighed one trick ahead, by cards in hand: rows, cards, and what each card costs."""
    table, out = Table(seats, deals, rng, tactical, jokers), []
    while (size := table.hands.shape[1]) > 1:
        lots = []
        for deal in rng.choice(deals, per, replace=False):
            seat = int(rng.integers(seats))
            hand = tuple(int(card) for card in table.hands[seat, :, deal])
            marks = np.flatnonzero(table.hidden[deal])
            hidden = [int(m) * 10 if m < 105 else int(m) - 105 for m in marks]
            unseen = tuple(card for card in hidden if card not in hand)
            owe = seats - 1 if jokers and size > 8 else 0
            rows = table.rows.where([deal])
            cost = ahead.of_cards(Knowledge(hand, unseen, seats - 1, owe), rows, hand, rng)
            public = Unseen(np.cumsum(table.hidden[deal, :105], dtype=np.int16))
            held = np.array(hand, np.int16)[:, None]
            lots.append(
                (
                    of_rows(rows, public, size, seats - 1),
                    of_cards(rows, held, public, seats - 1),
                    cost[:, None],
                )
            )
        about, cards, costs = (np.concatenate(part, -1) for part in zip(*lots, strict=True))
        out.append((about, cards, costs))
        table.play(table.choose(habit))
    return out


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


def written(worth: Worth, habit: Habit) -> str:
    """The module that holds the nets, in thousandths."""
    lines = [
        '"""6 nimmt!: the nets, learned by `python -m bench.train_nimmt`, in thousandths."""',
        "",
        "from .nimmt_nets import Habit, Worth, thousandths",
        "",
    ]
    for name, net in (("WORTH", worth), ("HABIT", habit)):
        lines.append(f"{name} = {type(net).__name__}(")
        for field in fields(net):
            part = getattr(net, field.name)
            text = " ".join(str(round(1000 * x)) for x in part.reshape(-1).tolist())
            lines.append(f"    {field.name}=thousandths(")
            lines.append(f"        {part.shape},")
            lines += ['        """', *wrap(text, 98), '        """,', "    ),"]
        lines += [")", ""]
    return "\n".join(lines[:-1]) + "\n"


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


def main(share_of_all: float = 1.0, to: Path = WEIGHTS) -> None:
    """Learn, and write the nets where the computers read them; a share of it tries the way."""
    rng = np.random.default_rng(SEED)
    worth, habit = new_worth(rng), new_habit(rng)
    for turn in range(4):
        last = turn == 3
        lots: list[Lot] = []
        for seats, kind, share in KINDS:
            deals = int((6_000 if last else 1_500) * share * share_of_all)
            lots += lessons(habit if turn else None, seats, deals, rng, **kind)
        if last:
            worth = new_worth(rng, LAST_WIDE)
        learn_worth(worth, lots, rng, 6 if last else 4)
        if last:
            break
        ahead, seen = Ahead(worth, habit, 150), list[Lot]()
        for seats, kind, share in KINDS:
            per = max(1, int((250 * share if share >= 1 else 100) * share_of_all))
            seen += exams(ahead, habit if turn else None, seats, int(400 * share), per, rng, **kind)
        habit = new_habit(rng)
        learn_habit(habit, seen, rng, 25)
    to.write_text(written(worth, habit), encoding="utf-8")


if __name__ == "__main__":
    main()
