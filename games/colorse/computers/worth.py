"""COLORSE: the worth of boxes after a duel, and so of each end of a duel.

Seats are counted from the duel's parent. A seat that takes and places maximises its own worth.
"""

from functools import cache

import numpy as np

from ...core import Frozen
from ...thinking.weights import load
from .many import ANY, Bits, Bools, Floats, Ints, lose, put, traits

PARENT_ONE, CHILD_ONE, PARENT_TWO, CHILD_TWO, BOTH, NEXT, NOBODY = range(7)
"""The ends of a duel: who takes; `NEXT` after both have lost a card."""

ENDS = np.array(
    [[BOTH, CHILD_TWO, PARENT_ONE], [PARENT_TWO, NEXT, CHILD_ONE], [CHILD_ONE, PARENT_ONE, NOBODY]]
)
"""The end of a duel. Axes [parent's sign, child's sign]."""


class Net(Frozen):
    """Each seat's chance to win the round, the next duel's parent first."""

    seen: Floats
    seen_bias: Floats
    said: Floats
    said_bias: Floats

    def __call__(self, about: Floats) -> Floats:
        """Return the chances. The traits of the boxes, next parent first, are the last axis."""
        hidden = np.maximum(about @ self.seen.T + self.seen_bias, 0)
        logits = hidden @ self.said.T + self.said_bias
        logits -= logits.max(-1, keepdims=True)
        odds = np.exp(logits)
        chance: Floats = odds / odds.sum(-1, keepdims=True)
        return chance


@cache
def learned(seats: int) -> Net:
    """Return the learned net of a number of seats."""
    return Net(**load(__package__, f"net_{seats}"))


class Duels(Frozen):
    """Positions before a duel.

    `boxes`: axes [deal, seat, cell]. `ups`: the two open kinds of the market. `unseen`: the number
    of unseen cards of each kind.
    """

    boxes: Bits  # [deal, seat, cell]
    ups: Ints  # [deal, place]
    unseen: Floats  # [deal, kind]


def about_next(boxes: Bits, ups: Ints, unseen: Floats) -> Floats:
    """The traits of positions after a duel, by deal and world, as a net reads them."""
    found = np.roll(traits(boxes, ups, unseen), -1, 2)
    return found.reshape(*found.shape[:2], -1)


def after(net: Net, boxes: Bits, ups: Ints, unseen: Floats) -> Floats:
    """Return each seat's chance to win, from the parent of the finished duel.

    Axes [deal, world, seat].
    """
    chance = np.roll(net(about_next(boxes, ups, unseen)), 1, -1)
    full = (boxes != 0).all(-1)
    won = full.any(-1)
    if won.any():
        sure = np.eye(boxes.shape[2], dtype=np.float32)[full.argmax(-1)]
        chance = np.where(won[..., None], sure, chance)
    return chance


_N = ANY
# First and second card taken: the market's up cards (0, 1), the face-down one by its kind (2…).
_ONE = np.arange(2 + _N)[:, None]
_TWO = np.array(
    [(0, 1), (1, 0)]
    + [pair for i in range(2) for k in range(_N) for pair in ((i, 2 + k), (2 + k, i))]
)
_SHARED = np.array(
    [pair for i in range(2) for pair in [(i, 1 - i)] + [(i, 2 + k) for k in range(_N)]]
    + [(2 + k, j) for j in range(2) for k in range(_N)]
)
_PLANS = ((_ONE, 0, 0), (_ONE, 1, 1), (_TWO, 0, 0), (_TWO, 1, 1), (_SHARED, 0, 1), (_ONE, 2, 2))
"""The cards taken in each end but the last, with the first and second taker: parent, child, or the
next duel's child."""
_STARTS = np.cumsum([0, len(_ONE), len(_ONE), len(_TWO), len(_TWO), len(_SHARED), len(_ONE), 1])

_FIRST = np.concatenate([plan[:, 0] for plan, _, _ in _PLANS])
_FIRST_BY = np.concatenate([np.full(len(plan), by) for plan, by, _ in _PLANS])
_PAIRED = np.flatnonzero(
    np.concatenate([np.full(len(plan), plan.shape[1] == 2) for plan, *_ in _PLANS])
)
_SECOND = np.concatenate([plan[:, 1] for plan, *_ in _PLANS if plan.shape[1] == 2])
_SECOND_BY = np.concatenate([np.full(len(p), by) for p, _, by in _PLANS if p.shape[1] == 2])
_GONE = np.zeros((_STARTS[-1], 2 + _N), np.bool_)
"""True if a card is taken. Axes [end, card]."""
_GONE[np.arange(len(_FIRST)), _FIRST] = True
_GONE[_PAIRED, _SECOND] = True


Worths = Floats  # [deal, end, seat]
SignWorths = Floats  # [who (parent, child), deal, parent's sign, child's sign]
Mixes = Floats  # [who (parent, child), deal, sign]


class Ended(Frozen):
    """Duels as they may end.

    `worth`: what each end is worth to each seat, by deal, end and seat. `world`: where each end
    leads, by deal, end and kind of the market's face-down card: a world of `boxes` and `ups`.
    """

    worth: Worths
    world: Ints  # [deal, end, face-down kind]
    boxes: Bits
    ups: Ints


def ended(net: Net, duels: Duels, aims: Floats) -> Ended:
    """All ends of duels. `aims`: what it is worth to each seat (row) that a seat wins the round."""
    base, seats, deals = duels.boxes, duels.boxes.shape[1], len(duels.boxes)
    kinds = np.concatenate([duels.ups, np.repeat(np.arange(_N)[None], deals, 0)], 1)
    third = 2 % seats
    boxes = np.repeat(base[:, None], len(_GONE), 1)
    boxes[:, _STARTS[NEXT] : _STARTS[NOBODY], :2] = lose(base[:, :2])[:, None]
    first, by = np.arange(len(_FIRST)), np.where(_FIRST_BY == 2, third, _FIRST_BY)
    boxes[:, first, by] = put(boxes[:, first, by], kinds[:, _FIRST])
    boxes[:, _PAIRED, _SECOND_BY] = put(boxes[:, _PAIRED, _SECOND_BY], kinds[:, _SECOND])
    ups = np.where(_GONE[:, :2], ANY, duels.ups[:, None])
    worth = after(net, boxes, ups, duels.unseen) @ np.swapaxes(aims, -1, -2)
    share = duels.unseen / np.maximum(duels.unseen.sum(-1, keepdims=True), 1)
    parts = [
        _one(worth, _STARTS[PARENT_ONE], 0, share),
        _one(worth, _STARTS[CHILD_ONE], 1, share),
        _two(worth, _STARTS[PARENT_TWO], 0, share),
        _two(worth, _STARTS[CHILD_TWO], 1, share),
        _shared(worth, _STARTS[BOTH], share),
        _one(worth, _STARTS[NEXT], third, share),
        (worth[:, -1], np.full((deals, _N), _STARTS[NOBODY])),
    ]
    return Ended(
        np.stack([part[0] for part in parts], 1),
        np.stack([part[1] for part in parts], 1),
        boxes,
        ups,
    )


Part = tuple[Floats, Ints]
"""The worth of an end, axes [deal, seat], and the world it leads to, axes [deal, face-down kind].
"""


def _mean(worth: Floats, share: Floats) -> Floats:
    """Over the kinds, which are the last axis but one."""
    mean: Floats = np.einsum("d...ks,dk->d...s", worth, share)
    return mean


def _best(options: Floats, seat: int) -> Ints:
    """Which of the options, the last axis but one, serves a seat best."""
    best: Ints = options[..., seat].argmax(-1)
    return best


def _picked(options: Floats, which: Ints) -> Floats:
    return np.take_along_axis(options, which[..., None, None], -2)[..., 0, :]


def _one(worth: Floats, start: int, seat: int, share: Floats) -> Part:
    """A seat takes one card."""
    found = worth[:, start : start + 2 + _N]
    options = np.concatenate([found[:, :2], _mean(found[:, 2:], share)[:, None]], 1)
    which = _best(options, seat)
    at = start + np.where(which[:, None] == 2, 2 + np.arange(_N), which[:, None])
    return _picked(options, which), at


def _two(worth: Floats, start: int, seat: int, share: Floats) -> Part:
    """A seat takes both up cards, or first the one face down and then an up card."""
    deals, seats = len(worth), worth.shape[2]
    shown = worth[:, start : start + 2]
    order = _best(shown, seat)
    hidden = worth[:, start + 2 : start + len(_TWO)].reshape(deals, 2, _N, 2, seats)
    hidden = hidden.transpose(0, 2, 1, 3, 4).reshape(deals, _N, 4, seats)
    pair = _best(hidden, seat)
    options = np.stack([_picked(shown, order), _mean(_picked(hidden, pair), share)], 1)
    which = _best(options, seat)
    down = 2 + (pair // 2) * 2 * _N + np.arange(_N) * 2 + pair % 2
    return _picked(options, which), start + np.where(which[:, None] == 1, down, order[:, None])


def _shared(worth: Floats, start: int, share: Floats) -> Part:
    """The parent takes a card, then the child takes one, then both place."""
    size = 1 + _N
    options, ats = [], []
    for i in range(2):
        found = worth[:, start + i * size : start + (i + 1) * size]
        answers = np.stack([found[:, 0], _mean(found[:, 1:], share)], 1)
        which = _best(answers, 1)
        options.append(_picked(answers, which))
        ats.append(i * size + np.where(which[:, None] == 1, 1 + np.arange(_N), 0))
    found = worth[:, start + 2 * size : start + len(_SHARED)]
    answers = _mean(found.reshape(len(found), 2, _N, -1), share)
    which = _best(answers, 1)
    options.append(_picked(answers, which))
    ats.append(2 * size + which[:, None] * _N + np.arange(_N))
    chosen = np.stack(options, 1)
    which = _best(chosen, 0)
    at = np.take_along_axis(np.stack(ats, 1), which[:, None, None], 1)[:, 0]
    return _picked(chosen, which), start + at


def solve(tables: SignWorths, again: Bools, rounds: int = 40) -> tuple[Mixes, SignWorths]:
    """Return the frequency of each sign of parent and child, by regret matching.

    `tables`: the worth of each pair of signs, axes [who (parent, child), deal, parent's sign,
    child's sign]. A tie that is fought `again` is worth the mean of the signs. The tables are
    returned with that worth.
    """
    worth = tables.copy()
    # Only the differences between a seat's worths count, so they need no common scale.
    spread = worth.max((2, 3)) - worth.min((2, 3)) + 1e-6
    worth /= spread[:, :, None, None]
    worth[1] = worth[1].swapaxes(1, 2)
    ties = worth[:, :, 2, 2]
    ties[:] = np.where(again, worth.mean((2, 3)), ties)
    regret = np.zeros(worth.shape[:3], np.float32)
    total = np.zeros_like(regret)
    mix = np.full_like(regret, 1 / 3)
    for n in range(1, rounds + 1):
        gain = np.einsum("wdab,wdb->wda", worth, mix[::-1])
        mean = np.einsum("wda,wda->wd", gain, mix)
        regret += gain - mean[:, :, None]
        np.maximum(regret, 0, out=regret)
        # A little of every sign, so that nothing is divided by nothing.
        mix = regret + 1e-6
        mix /= np.einsum("wda->wd", mix)[:, :, None]
        total += n * mix
        ties += again * (mean - ties) * 0.2
    worth[1] = worth[1].swapaxes(1, 2)
    average: Floats = total / (rounds * (rounds + 1) / 2)
    return average, worth * spread[:, :, None, None]


def sign_worths(ended: Ended) -> SignWorths:
    """Return the worth of pairs of signs.

    Axes [who (parent, child), deal, parent's sign, child's sign]. A tie counts as the end of the
    duel.
    """
    return np.stack([ended.worth[:, ENDS, who] for who in range(2)])
