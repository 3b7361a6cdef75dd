"""6 nimmt!: a small learned net, and its input: cards among rows, as numbers.

`Worth` says how many bulls a hand will still bring among these rows: to its holder, and to each
of the others.
"""

from functools import cache

import numpy as np

from ...core import Frozen
from ...thinking.weights import load
from ..cards import FULL, JOKERS
from .many import ADDS, Floats, Hands, Ints, Rows

OF_CARD = 13
OF_ROWS = 16


class Unseen(Frozen):
    """The number of unseen numbers up to 0 … 104, once for all worlds or by world."""

    at_most: Ints

    def upto(self, cards: Ints) -> Floats:
        """Return the number of unseen numbers not above these cards or ends (in tenths)."""
        whole = cards // 10
        np.minimum(whole, 104, out=whole)
        if self.at_most.ndim == 1:
            once: Floats = self.at_most[whole].astype(np.float32)
            return once
        worlds = np.arange(self.at_most.shape[0]) * self.at_most.shape[1]
        each: Floats = self.at_most.reshape(-1)[whole + worlds].astype(np.float32)
        return each

    @property
    def all(self) -> Floats:
        """All of them, at least one."""
        return np.maximum(self.at_most[..., -1], 1).astype(np.float32)


def of_rows(rows: Rows, unseen: Unseen, size: int, others: int) -> Floats:
    """The rows in ascending order, and what is left to play: trait by world."""
    # Ends come first in the packing, and order the rows.
    packed = np.sort((rows.at.astype(np.int32) << 9) + rows.holds, 0)
    holds = packed & 511
    every = np.float32(1) / unseen.all
    worlds = rows.at.shape[1]
    traits = np.empty((OF_ROWS, worlds), np.float32)
    traits[0:4] = unseen.upto((packed >> 11).astype(np.int16)) * every
    traits[4:8] = (holds & 7) * np.float32(0.2)
    traits[8:12] = (holds >> 3) * np.float32(0.1)
    traits[12] = size / 10
    traits[13] = others / 9
    traits[14] = others * size * every
    traits[15] = 0.01 / every
    return traits


def of_cards(rows: Rows, hands: Hands, unseen: Unseen, others: int) -> Floats:
    """Each card of a sorted hand among the rows: trait by place in hand and world."""
    size, worlds = hands.shape
    best = np.where(rows.at[:, None, :] < 4 * hands, rows.at[:, None, :], np.int16(-1)).max(0)
    low = best < 0
    row = np.where(low, 0, 3 - (best & 3))
    # Not in 16 bits: from 10,923 worlds on they are too few for the place of the last row.
    holds = rows.holds.reshape(-1)[row.astype(np.intp) * worlds + np.arange(worlds)]
    least = (rows.holds >> 3).min(0)
    joker = hands < len(JOKERS)
    length = np.where(low, np.int16(0), holds & 7)
    every = np.float32(1) / unseen.all
    place = unseen.upto(hands)
    gap = np.maximum(place - unseen.upto(np.where(low, np.int16(0), best >> 2)), 0)
    likely = np.minimum(gap * (others * every), 5)
    traits = np.empty((OF_CARD, size, worlds), np.float32)
    traits[0] = low
    traits[1] = joker
    traits[2] = length == FULL
    traits[3] = length * np.float32(0.2)
    traits[4] = np.minimum(gap, 30) * np.float32(0.1)
    traits[5] = likely
    traits[6] = np.where(low, least, holds >> 3) * np.float32(0.1)
    traits[7] = (ADDS[hands] >> 3) * np.float32(0.2)
    traits[8] = place * every
    before = np.zeros(worlds, np.float32)
    for at in range(size):
        if at:
            same = row[at] == row[at - 1]
            same &= low[at] == low[at - 1]
            before = np.where(same, before + np.float32(0.3), np.float32(0))
        traits[9, at] = before
    traits[10] = np.clip(likely - (FULL - 1 - length), -3, 3) * (1 - traits[0])
    traits[11] = np.exp(-likely)
    traits[12] = traits[0] * traits[11]
    return traits


TENS = 10.0
"""The net thinks in tens of bulls."""


class Worth(Frozen):
    """A net that looks at each card, adds them up, and adds the rows."""

    card: Floats
    rows: Floats
    bias: Floats
    summed: Floats
    rows_again: Floats
    bias_again: Floats
    out: Floats
    out_bias: Floats

    def __call__(self, rows: Rows, hands: Hands, unseen: Unseen, others: int) -> Floats:
        """Bulls still to come, own and each other's, by world. Hands are sorted."""
        size, worlds = hands.shape
        if not size:
            return np.zeros((2, worlds), np.float32)
        about = of_rows(rows, unseen, size, others)
        cards = of_cards(rows, hands, unseen, others)
        ground = self.rows @ about + self.bias
        total = np.zeros_like(ground)
        for at in range(size):
            seen = self.card @ cards[:, at]
            seen += ground
            total += np.maximum(seen, 0, out=seen)
        again = self.summed @ total + self.rows_again @ about + self.bias_again
        worth: Floats = self.out @ np.maximum(again, 0) + self.out_bias
        return worth * np.float32(TENS)


@cache
def worth(*, jokers: bool) -> Worth:
    """Return the learned worth of hands, with or without jokers in play."""
    return Worth(**load(__package__, "worth_jokers" if jokers else "worth"))
