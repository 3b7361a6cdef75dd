"""6 nimmt!: the cards that others are taken to play."""

import numpy as np

from ..cards import FULL, JOKERS
from .many import Floats, Hands, Ints, Rows, fits

_TAKES = -2.0
"""The liking of a card that takes a row. Others have none."""


def liked(rows: Rows, hands: Hands) -> Floats:
    """Return the liking of each card, as the logarithm of its odds. Axes [card, world]."""
    row, worlds = fits(rows, hands), np.arange(hands.shape[1])
    takes = np.where(row < 0, hands >= len(JOKERS), rows.lengths[row, worlds] == FULL)
    found: Floats = np.float32(_TAKES) * takes
    return found


def drawn(liking: Floats, rng: np.random.Generator) -> Ints:
    """A place in hand for each world, as likely as it is liked."""
    noise = rng.random(liking.shape, dtype=np.float32)
    least = np.float32(1e-12)
    places: Ints = (liking - np.log(-np.log(noise + least) + least)).argmax(0)
    return places
