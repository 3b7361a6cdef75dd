"""6 nimmt!: a small learned net.

`Worth` says how many bulls a hand will still bring among these rows: to its holder, and to each
of the others.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...thinking.weights import load
from .many import Floats, Hands, Rows
from .traits import Unseen, of_cards, of_rows

TENS = 10.0
"""The net thinks in tens of bulls."""


@dataclass(frozen=True)
class Worth:
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
