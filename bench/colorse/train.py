"""Learn the worth of boxes in COLORSE by self-play: `python -m bench.colorse.train`.

Many rounds are played side by side. Signs follow regret matching over the ends of the duel, and
takes follow the worth of the result, both by the current net. The net then learns the winners, late
positions most. It starts from nothing, with four seats and with three. Seed 5, about four minutes
of one core.
"""

from pathlib import Path

import numpy as np

from games.colorse.cards import BACK
from games.colorse.computers import many as many
from games.colorse.computers.many import OF_SEAT, PACKED, SPECIALS, Bits, Bools, Floats, Ints
from games.colorse.computers.worth import ENDS, Duels, Net, about_next, ended, sign_worths, solve
from games.colorse.state import DUELS

from ..adam import Adam

SEED = 5
HIDDEN = 32
FOLDER = Path(many.__file__).parent
TRUST = 0.85
"""The share of the round's outcome in a position's aim. The next one's estimate has the rest."""
_TAKES = np.array([1, 1, 2, 2, 2, 1, 0])
"""The number of cards taken at each end of a duel."""
STRAY = 0.04
"""The share of random signs, so that all positions are seen."""


def new_net(seats: int, rng: np.random.Generator) -> Net:
    wide = seats * OF_SEAT
    seen = rng.normal(size=(HIDDEN, wide)) / np.sqrt(wide)
    said = rng.normal(size=(seats, HIDDEN)) * 0.05
    every = (seen, np.zeros(HIDDEN), said, np.zeros(seats))
    return Net(*(one.astype(np.float32) for one in every))


class Pack:
    """The unseen cards of many rounds by kind, and those out of the round."""

    def __init__(self, deals: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.hidden = np.repeat(PACKED[None], deals, 0)
        self.out = np.zeros_like(self.hidden)

    def draw(self) -> Ints:
        """Take a card out of each round's pack."""
        empty = self.hidden.sum(1) < 1
        self.hidden[empty], self.out[empty] = self.out[empty], 0
        kinds = _picked(self.hidden, self.rng)
        self.hidden[np.arange(len(kinds)), kinds] -= 1
        return kinds

    def replace(self, kinds: Ints, gone: Bools) -> Ints:
        """Draw other cards where these are gone. The other drawn cards go back."""
        drawn, rows = self.draw(), np.flatnonzero(~gone)
        self.hidden[rows, drawn[rows]] += 1
        return np.where(gone, drawn, kinds)


def _picked(weights: Floats, rng: np.random.Generator) -> Ints:
    """Return a place of the last axis by these weights."""
    reach = weights.cumsum(-1)
    at = rng.random((*reach.shape[:-1], 1)) * reach[..., -1:]
    picked: Ints = np.minimum((reach <= at).sum(-1), reach.shape[-1] - 1)
    return picked


def _counts(boxes: Bits) -> Floats:
    """Return the number of cards of each kind in boxes."""
    flat = boxes.reshape(len(boxes), -1)
    found = [(flat == card).sum(1) for card in many.BITS[:SPECIALS]]
    return np.stack([*found, ((flat & 32) != 0).sum(1)], 1).astype(np.float32)


Lot = tuple[Floats, Floats]
"""The traits of positions, and their aims."""


def played(net: Net, seats: int, deals: int, rng: np.random.Generator) -> tuple[Lot, float]:
    """Play rounds to their ends. Return the positions after their duels, and duels a round."""
    pack = Pack(deals, rng)
    boxes = np.zeros((deals, seats, 6), np.uint8)
    for seat in range(seats):
        boxes[:, seat] = many.put(boxes[:, seat], pack.draw())
    backs = rng.random((deals, seats)) < 0.25
    boxes[:, :, 0] = np.where(backs, many.bits(BACK), boxes[:, :, 0])
    market = np.stack([pack.draw() for _ in range(3)], 1)
    who, aims = np.arange(deals), np.eye(seats, dtype=np.float32)
    course: list[tuple[Ints, Floats]] = []
    won = np.full((deals, seats), 1 / seats, np.float32)
    for duel in range(DUELS):
        rows, ups, down = np.arange(len(who)), market[:, :2], market[:, 2]
        unseen = pack.hidden.copy()
        unseen[rows, down] += 1
        found = ended(net, Duels(boxes, ups, unseen), aims)
        # A tie ends the duel here; what it is worth to fight it again is in the mixes.
        mixes = solve(sign_worths(found), np.ones(len(who), np.bool_))[0]
        end = ENDS[tuple(_picked((1 - STRAY) * mixes + STRAY / 3, rng))]
        world = found.world[rows, end, down]
        before, left = boxes, found.ups[rows, world]
        boxes = found.boxes[rows, world]
        took = left != ups
        took = np.column_stack([took, took.sum(1) < _TAKES[end]])
        came = np.zeros_like(pack.out)
        for n in range(3):
            came[rows, market[:, n]] += took[:, n]
        pack.out += np.maximum(_counts(before) + came - _counts(boxes), 0)
        about = about_next(boxes[:, None], left[:, None], pack.hidden)[:, 0]
        market = np.stack([pack.replace(market[:, n], took[:, n]) for n in range(3)], 1)
        full = (boxes != 0).all(2)
        over = full.any(1)
        course.append((who[~over], about[~over]))
        winner = (full.argmax(1) + duel) % seats
        won[who[over]] = aims[winner[over]]
        running = np.flatnonzero(~over)
        if not len(running):
            break
        boxes, market = np.roll(boxes[running], -1, 1), market[running]
        who, pack.hidden, pack.out = who[running], pack.hidden[running], pack.out[running]
    length = sum(len(part) for part, _ in course) / deals + 1
    return _aimed(course, won, net), length


def _aimed(course: list[tuple[Ints, Floats]], won: Floats, net: Net) -> Lot:
    """Return the aims of the positions: mostly the outcome of the round."""
    seats = won.shape[1]
    later = won.copy()
    abouts, aims = [], []
    for duel, (who, about) in reversed([*enumerate(course)]):
        if len(who):
            turn = -((duel + 1) % seats)
            aim = np.roll(later[who], turn, 1)
            abouts.append(about)
            aims.append(aim)
            later[who] = np.roll(TRUST * aim + (1 - TRUST) * net(about), -turn, 1)
    return np.concatenate(abouts), np.concatenate(aims)


def learn(adam: Adam, lot: Lot, rng: np.random.Generator, rate: float, epochs: int) -> float:
    """Train a net on a lot and return the mean loss."""
    about, aim = lot
    orders = (rng.permutation(len(about)) for _ in range(epochs))
    parts = (order[at : at + 512] for order in orders for at in range(0, len(order), 512))
    return float(np.mean([_step(adam, about[part], aim[part], rate) for part in parts]))


def _step(adam: Adam, x: Floats, aim: Floats, rate: float) -> float:
    net = adam.net
    before = x @ net.seen.T + net.seen_bias
    hidden = np.maximum(before, 0)
    chance = net(x)
    off = (chance - aim) / len(x)
    back = (off @ net.said) * (before > 0)
    slope = {"seen": back.T @ x, "seen_bias": back.sum(0)}
    adam.step(slope | {"said": off.T @ hidden, "said_bias": off.sum(0)}, rate)
    return float(-(aim * np.log(chance + 1e-9)).sum(1).mean())


def learned(seats: int, share: float, rng: np.random.Generator) -> Net:
    """Return a net of a number of seats, learned from nothing."""
    net = new_net(seats, rng)
    adam = Adam(net)
    kept, turns = list[Lot](), 24
    for turn in range(turns):
        deals = int((400 if turn < 6 else 1_200) * share)
        lot, length = played(net, seats, deals, rng)
        kept = [*kept, lot][-6 if turn > 8 else -2 :]
        about, aim = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        rate = 2e-3 if turn < 10 else 2e-3 * (turns - turn) / (turns - 10) + 5e-5
        miss = learn(adam, (about, aim), rng, rate, 4)
        print(f"{seats} seats, turn {turn}: {length:.1f} duels, miss {miss:.4f}", flush=True)
    return net


def main(share: float = 0.5, to: Path = FOLDER) -> None:
    """Learn the nets, and write them to that folder. A small `share` tries the script."""
    rng = np.random.default_rng(SEED)
    for seats, part in ((4, share), (3, share / 2)):
        np.savez(to / f"net_{seats}.npz", **vars(learned(seats, part, rng)))


if __name__ == "__main__":
    main()
