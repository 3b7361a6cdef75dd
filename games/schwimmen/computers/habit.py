"""Schwimmen: how a seat is taken to play that isn't looked into further."""

from functools import lru_cache

import numpy as np

from ...cards import Hand
from .many import CODES, PASS, Floats, Ints, Many, codes, numbers, ranking, reaches, worths

AHEAD = 0.4
"""The weight of a hand's prospects against its worth."""

_SHOWN = 100.0
_TIE = np.float32(1e-5)


@lru_cache(1)
def likings() -> Floats:
    """The liking of a hand by code: for its worth, and for its worth and prospects."""
    best, now = ranking(), worths()
    soon = now + AHEAD * (reaches() - now)
    soon = np.where(best.ranks >= best.shown, _SHOWN + now, soon)
    last = best.ranks.astype(np.float32)
    # A tie of hands goes to the stronger one, a tie of moves to the pass.
    return np.concatenate([last, soon + last * np.float32(1e-5)])


def liking(hand: Hand) -> float:
    """Return the liking of a hand while the deal continues."""
    return float(likings()[CODES + codes(numbers(hand))])


def turn(many: Many, close_from: Floats) -> None:
    """One turn by habit. `close_from`: the worth that it closes from, by place and first world."""
    after = many.after_moves()
    last = (many.closer >= 0) | many.last_round()
    liked = likings()[after + CODES * ~last]
    liked[PASS] += _TIE
    moves = liked.argmax(0)
    hand = after[moves, np.arange(len(moves))]
    close = ~last & (worths()[hand] >= close_from[many.place, many.number])
    many.turn(moves, close)


def playout(many: Many, close_from: Floats) -> Ints:
    """Play on to the end of the deal.

    Return the seats that lost a life by first world, a bit for each place.
    """
    while len(many.number):
        turn(many, close_from)
    return many.lost
