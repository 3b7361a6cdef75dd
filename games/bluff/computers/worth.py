"""Bluff: what the dice left are worth, and what a challenge therefore brings."""

from functools import lru_cache

import numpy as np

from .odds import Floats

MOST = 6
"""No seat can lose more dice in a challenge."""

POWER, GROWTH = 1.5, 0.6
"""The chance to be the last grows with the dice to this power, times e to GROWTH × dice.

Fitted to matches of two and four players of the second reference. Seats with more dice also lose
fewer."""

LEAD = 1.6
"""The weight of a die in a match that ends with the first seat out: chances go with e to LEAD ×
dice."""


@lru_cache(4096)
def worth(left: tuple[int, ...], me: int, end: str) -> float:
    """Return a seat's chance to win a match with these dice left. A shared win counts in part."""
    out = left.count(0)
    if len(left) - out == 1:
        return float(left[me] > 0)
    if end == "first_out":
        if out:
            most = max(left)
            return (left[me] == most) / left.count(most)
        chances = [np.exp(LEAD * dice) for dice in left]
    else:
        chances = [dice**POWER * np.exp(GROWTH * dice) for dice in left]
    return float(chances[me] / sum(chances))


@lru_cache(1024)
def brings(left: tuple[int, ...], challenger: int, bidder: int, me: int, end: str) -> Floats:
    """Return the worth to a seat by the number of dice beyond the bid, from MOST too few."""
    values = []
    for beyond in range(-MOST, MOST + 1):
        after = list(left)
        if beyond == 0:
            after = [dice - (dice > 0 and seat != bidder) for seat, dice in enumerate(left)]
        else:
            loser = challenger if beyond > 0 else bidder
            after[loser] = max(0, left[loser] - abs(beyond))
        values.append(worth(tuple(after), me, end))
    return np.array(values)
