"""Learn what boxes are worth in COLORSE by self-play: `python -m bench.train_colorse`.

Many rounds are played side by side, signs by regret matching over the ends of the duel, takes by
what they lead to, both by the net as it is; then it is taught who won, the nearer the end the
more. From nothing, for four seats and for three. Seed 5; about five minutes of one core.
"""

import sys
import time
from dataclasses import fields
from pathlib import Path
from textwrap import wrap

import numpy as np

from games.colorse_state import DUELS
from games.computers import colorse_many as many
from games.computers.colorse_many import ANY, OF_SEAT, PACKED, SPECIALS, Bits, Floats, Ints
from games.computers.colorse_worth import (
    ENDS,
    Duels,
    Net,
    about_next,
    ended,
    sign_worths,
    solve,
)

SEED = 5
HIDDEN = 32
WEIGHTS = Path(many.__file__).with_name("colorse_weights.py")
TRUST = 0.85
"""How far a position's aim follows the round's course, instead of what the next one is thought."""
STRAY = 0.04
"""How often a sign is any, so that all positions are seen."""


def new_net(seats: int, rng: np.random.Generator) -> Net:
    wide = seats * OF_SEAT
    return Net(
        (rng.normal(size=(HIDDEN, wide)) / np.sqrt(wide)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (rng.normal(size=(seats, HIDDEN)) * 0.05).astype(np.float32),
        np.zeros(seats, np.float32),
    )


class Pack:
    """The cards of many rounds that nobody has seen, by kind, and those out of the round."""

    def __init__(self, deals: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.hidden = np.repeat(PACKED[None], deals, 0)
        self.out = np.zeros_like(self.hidden)

    def draw(self) -> Ints:
        """A card in each round; out of the pack with it."""
        empty = self.hidden.sum(1) < 1
        self.hidden[empty], self.out[empty] = self.out[empty], 0
        reach = self.hidden.cumsum(1)
        at = self.rng.random((len(reach), 1)) * reach[:, -1:]
        kinds: Ints = np.minimum((reach <= at).sum(1), ANY - 1)
        self.hidden[np.arange(len(kinds)), kinds] -= 1
        return kinds

    def only(self, running: Ints) -> None:
        self.hidden, self.out = self.hidden[running], self.out[running]


def _counts(boxes: Bits) -> Floats:
    """How many cards of each kind lie in boxes."""
    flat = boxes.reshape(len(boxes), -1)
    found = [(flat == card).sum(1) for card in many.BITS[:SPECIALS]]
    return np.stack([*found, ((flat & 32) != 0).sum(1)], 1).astype(np.float32)


Lot = tuple[Floats, Floats]
"""What positions are like, and what they proved worth."""


def played(net: Net, seats: int, deals: int, rng: np.random.Generator) -> tuple[Lot, float]:
    """Rounds played to their ends; the positions after their duels, and duels a round."""
    pack = Pack(deals, rng)
    boxes = np.zeros((deals, seats, 6), np.uint8)
    for seat in range(seats):
        boxes[:, seat] = many.put(boxes[:, seat], pack.draw())
    backs = rng.random((deals, seats)) < 0.25
    boxes[:, :, 0] = np.where(backs, 16, boxes[:, :, 0])
    ups, down = np.stack([pack.draw(), pack.draw()], 1), pack.draw()
    who = np.arange(deals)
    aims = np.eye(seats, dtype=np.float32)
    course: list[tuple[Ints, Floats, Floats]] = []
    won = np.full((deals, seats), 1 / seats, np.float32)
    for duel in range(DUELS):
        unseen = pack.hidden.copy()
        unseen[np.arange(len(who)), down] += 1
        found = ended(net, Duels(boxes, ups, unseen), aims)
        mixes = solve(sign_worths(found), np.ones(len(who), np.bool_))[0]
        shown = []
        for mix in mixes:
            mix = (1 - STRAY) * mix + STRAY / 3
            at = rng.random((len(who), 1)) * mix.sum(1, keepdims=True)
            shown.append(np.minimum((mix.cumsum(1) <= at).sum(1), 2))
        rows = np.arange(len(who))
        # A tie here is over at once; the third of three is as likely as people make it.
        end = ENDS[shown[0], shown[1]]
        world = found.world[rows, end, down]
        before, left = boxes, found.ups[rows, world]
        boxes = found.boxes[rows, world]
        took = (ups != left).sum(1)
        drew = end != 6
        cards = np.array([1, 1, 2, 2, 2, 1, 0])[end]
        took_down = drew & (took < cards)
        shows = np.zeros_like(pack.out)
        for n in range(2):
            shows[rows, ups[:, n]] += left[:, n] == ANY
        shows[rows, down] += took_down
        pack.out += np.maximum(_counts(before) + shows - _counts(boxes), 0)
        for n in range(2):
            gone = left[:, n] == ANY
            if gone.any():
                ups = ups.copy()
                ups[:, n] = _redrawn(pack, gone, ups[:, n])
        if took_down.any():
            down = _redrawn(pack, took_down, down)
        full = (boxes != 0).all(2)
        over = full.any(1)
        about = about_next(boxes[:, None], left[:, None], pack.hidden)[:, 0]
        first = (np.full(len(who), duel) + 1) % seats
        course.append((who[~over], about[~over], np.zeros(0, np.float32)))
        winner = (full.argmax(1) + first - 1) % seats
        won[who[over]] = np.eye(seats, dtype=np.float32)[winner[over]]
        running = np.flatnonzero(~over)
        boxes, ups, down, who = boxes[running], ups[running], down[running], who[running]
        pack.only(running)
        if not len(who):
            break
        boxes = np.roll(boxes, -1, 1)
    length = sum(len(part[0]) for part in course) / deals + 1
    return _aimed(net, course, won), length


def _redrawn(pack: Pack, gone: Bits, kinds: Ints) -> Ints:
    """Other cards where these are gone; what is drawn for the rest goes back."""
    drawn = pack.draw()
    rows = np.flatnonzero(~gone)
    pack.hidden[rows, drawn[rows]] += 1
    return np.where(gone, drawn, kinds)


def _aimed(net: Net, course: list[tuple[Ints, Floats, Floats]], won: Floats) -> Lot:
    """What is to be learned of each position: mostly what came of it in the end."""
    seats = won.shape[1]
    later = won.copy()
    abouts, aims = [], []
    for duel in range(len(course) - 1, -1, -1):
        who, about, _ = course[duel]
        if not len(who):
            continue
        turn = -((duel + 1) % seats)
        aim = np.roll(later[who], turn, 1)
        abouts.append(about)
        aims.append(aim)
        mixed = TRUST * aim + (1 - TRUST) * net(about)
        later[who] = np.roll(mixed, -turn, 1)
    return np.concatenate(abouts), np.concatenate(aims)


class Adam:
    """Steps down a slope."""

    def __init__(self, net: Net) -> None:
        self.net, self.t = net, 0
        self.names = [field.name for field in fields(net)]
        self.m = {n: np.zeros_like(getattr(net, n)) for n in self.names}
        self.v = {n: np.zeros_like(getattr(net, n)) for n in self.names}

    def learn(self, lot: Lot, rng: np.random.Generator, rate: float, epochs: int) -> float:
        """The mean miss of the last epoch."""
        about, aim = lot
        miss = 0.0
        for _ in range(epochs):
            order = rng.permutation(len(about))
            losses = []
            for at in range(0, len(order), 512):
                part = order[at : at + 512]
                losses.append(self._step(about[part], aim[part], rate))
            miss = float(np.mean(losses))
        return miss

    def _step(self, x: Floats, aim: Floats, rate: float) -> float:
        net = self.net
        before = x @ net.seen.T + net.seen_bias
        hidden = np.maximum(before, 0)
        chance = net(x)
        off = (chance - aim) / len(x)
        back = (off @ net.said) * (before > 0)
        slope = {
            "seen": back.T @ x,
            "seen_bias": back.sum(0),
            "said": off.T @ hidden,
            "said_bias": off.sum(0),
        }
        self.t += 1
        for n in self.names:
            g = slope[n]
            self.m[n] += 0.1 * (g - self.m[n])
            self.v[n] += 0.001 * (g * g - self.v[n])
            m = self.m[n] / (1 - 0.9**self.t)
            v = self.v[n] / (1 - 0.999**self.t)
            w = getattr(net, n)
            w -= (rate * m / (np.sqrt(v) + 1e-8)).astype(np.float32)
        return float(-(aim * np.log(chance + 1e-9)).sum(1).mean())


def learned(seats: int, share: float, rng: np.random.Generator) -> Net:
    """A net for so many seats, from nothing."""
    net = new_net(seats, rng)
    adam = Adam(net)
    kept: list[Lot] = []
    turns = 24
    for turn in range(turns):
        deals = int((400 if turn < 6 else 1_200) * share)
        lot, length = played(net, seats, deals, rng)
        kept = [*kept, lot][-6 if turn > 8 else -2 :]
        whole = (np.concatenate([a for a, _ in kept]), np.concatenate([b for _, b in kept]))
        rate = 2e-3 if turn < 10 else 2e-3 * (turns - turn) / (turns - 10) + 5e-5
        miss = adam.learn(whole, rng, rate, 4)
        line = f"{seats} seats, turn {turn}: {length:.1f} duels a round, miss {miss:.4f}"
        print(line, f"{time.process_time():.0f} s", file=sys.stderr, flush=True)
    return net


def written(nets: dict[int, Net]) -> str:
    """The module that holds the nets, in thousandths."""
    lines = [
        '"""COLORSE: the nets, learned by `python -m bench.train_colorse`, in thousandths."""',
        "",
        "from .colorse_worth import Net, thousandths",
        "",
        "NETS: dict[int, Net] = {",
    ]
    for seats, net in nets.items():
        lines.append(f"    {seats}: Net(")
        for field in fields(net):
            part = getattr(net, field.name)
            text = " ".join(str(round(1000 * x)) for x in part.reshape(-1).tolist())
            lines.append(f"        {field.name}=thousandths(")
            lines.append(f"            {part.shape},")
            lines += ['            """', *wrap(text, 98), '            """,', "        ),"]
        lines.append("    ),")
    lines += ["}", '"""By seats."""']
    return "\n".join(lines) + "\n"


def main(share: float = 0.5, to: Path = WEIGHTS) -> None:
    """Learn, and write the nets where the computers read them; a share of it tries the way."""
    rng = np.random.default_rng(SEED)
    nets: dict[int, Net] = {}
    for seats, part in ((4, share), (3, share / 2)):
        nets[seats] = learned(seats, part, rng)
        to.write_text(written(nets), encoding="utf-8")


if __name__ == "__main__":
    main()
