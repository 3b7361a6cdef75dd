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
from games.colorse.computers.many import ANY, OF_SEAT, PACKED, SPECIALS, Bits, Bools, Floats, Ints
from games.colorse.computers.worth import ENDS, Duels, Net, about_next, ended, sign_worths, solve
from games.colorse.state import DUELS

from ..adam import Adam

SEED = 5
HIDDEN = 32
FOLDER = Path(many.__file__).parent
TRUST = 0.85
"""The share of the round's outcome in a position's aim. The next position's estimate has the rest.
"""
_TAKES = np.array([1, 1, 2, 2, 2, 1, 0])
"""The number of cards taken at each end of a duel."""
STRAY = 0.04
"""The share of random signs, so that all positions are seen."""


def new_net(seats: int, rng: np.random.Generator) -> Net:
    wide = seats * OF_SEAT
    return Net(
        (rng.normal(size=(HIDDEN, wide)) / np.sqrt(wide)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (rng.normal(size=(seats, HIDDEN)) * 0.05).astype(np.float32),
        np.zeros(seats, np.float32),
    )


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
        reach = self.hidden.cumsum(1)
        at = self.rng.random((len(reach), 1)) * reach[:, -1:]
        kinds: Ints = np.minimum((reach <= at).sum(1), ANY - 1)
        self.hidden[np.arange(len(kinds)), kinds] -= 1
        return kinds

    def only(self, running: Ints) -> None:
        self.hidden, self.out = self.hidden[running], self.out[running]


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
    ups, down = np.stack([pack.draw(), pack.draw()], 1), pack.draw()
    who, aims = np.arange(deals), np.eye(seats, dtype=np.float32)
    course: list[tuple[Ints, Floats]] = []
    won = np.full((deals, seats), 1 / seats, np.float32)
    for duel in range(DUELS):
        rows = np.arange(len(who))
        unseen = pack.hidden.copy()
        unseen[rows, down] += 1
        found = ended(net, Duels(boxes, ups, unseen), aims)
        # A tie ends the duel here; what it is worth to fight it again is in the mixes.
        end = ENDS[tuple(_drawn(solve(sign_worths(found), np.ones(len(who), np.bool_))[0], rng))]
        world = found.world[rows, end, down]
        before, left = boxes, found.ups[rows, world]
        boxes = found.boxes[rows, world]
        took = left != ups
        took_down = took.sum(1) < _TAKES[end]
        came = np.zeros_like(pack.out)
        for n in range(2):
            came[rows, ups[:, n]] += took[:, n]
        came[rows, down] += took_down
        pack.out += np.maximum(_counts(before) + came - _counts(boxes), 0)
        about = about_next(boxes[:, None], left[:, None], pack.hidden)[:, 0]
        ups = np.stack([_redrawn(pack, took[:, n], ups[:, n]) for n in range(2)], 1)
        down = _redrawn(pack, took_down, down)
        full = (boxes != 0).all(2)
        over = full.any(1)
        course.append((who[~over], about[~over]))
        winner = (full.argmax(1) + duel) % seats
        won[who[over]] = aims[winner[over]]
        running = np.flatnonzero(~over)
        if not len(running):
            break
        boxes, ups, down, who = boxes[running], ups[running], down[running], who[running]
        pack.only(running)
        boxes = np.roll(boxes, -1, 1)
    length = sum(len(part) for part, _ in course) / deals + 1
    return _aimed(course, won, net), length


def _drawn(mixes: Floats, rng: np.random.Generator) -> list[Ints]:
    """Draw the signs of parents and children by their mixes, with some random ones."""
    reach = ((1 - STRAY) * mixes + STRAY / 3).cumsum(2)
    at = rng.random((*reach.shape[:2], 1)) * reach[:, :, -1:]
    return list(np.minimum((reach <= at).sum(2), 2))


def _redrawn(pack: Pack, gone: Bools, kinds: Ints) -> Ints:
    """Draw other cards where these are gone. The other drawn cards go back."""
    drawn = pack.draw()
    rows = np.flatnonzero(~gone)
    pack.hidden[rows, drawn[rows]] += 1
    return np.where(gone, drawn, kinds)


def _aimed(course: list[tuple[Ints, Floats]], won: Floats, net: Net) -> Lot:
    """Return the aims of the positions: mostly the outcome of the round."""
    seats = won.shape[1]
    later = won.copy()
    abouts, aims = [], []
    for duel in range(len(course) - 1, -1, -1):
        who, about = course[duel]
        if not len(who):
            continue
        turn = -((duel + 1) % seats)
        aim = np.roll(later[who], turn, 1)
        abouts.append(about)
        aims.append(aim)
        mixed = TRUST * aim + (1 - TRUST) * net(about)
        later[who] = np.roll(mixed, -turn, 1)
    return np.concatenate(abouts), np.concatenate(aims)


def learn(adam: Adam, lot: Lot, rng: np.random.Generator, rate: float, epochs: int) -> float:
    """Train a net on a lot and return the mean loss."""
    about, aim = lot
    losses = []
    for _ in range(epochs):
        order = rng.permutation(len(about))
        for at in range(0, len(order), 512):
            part = order[at : at + 512]
            losses.append(_step(adam, about[part], aim[part], rate))
    return float(np.mean(losses))


def _step(adam: Adam, x: Floats, aim: Floats, rate: float) -> float:
    net = adam.net
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
    adam.step(slope, rate)
    return float(-(aim * np.log(chance + 1e-9)).sum(1).mean())


def learned(seats: int, share: float, rng: np.random.Generator) -> Net:
    """Return a net of a number of seats, learned from nothing."""
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
        miss = learn(adam, whole, rng, rate, 4)
        print(
            f"{seats} seats, turn {turn}: {length:.1f} duels a round, miss {miss:.4f}", flush=True
        )
    return net


def main(share: float = 0.5, to: Path = FOLDER) -> None:
    """Learn the nets, and write them to the folder that the computers read.

    A small `share` of the deals tries the script.
    """
    rng = np.random.default_rng(SEED)
    for seats, part in ((4, share), (3, share / 2)):
        net = learned(seats, part, rng)
        np.savez(to / f"net_{seats}.npz", **vars(net))


if __name__ == "__main__":
    main()
