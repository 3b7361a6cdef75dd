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


def turn(many: Many, close_from: Floats, kinds: Ints) -> None:
    """One turn by habit: from what worth on it closes, and its kind, by place and first world."""
    after = many.after_moves()
    closed = many.closer >= 0
    last = closed | many.last_round()
    looks = ~last & (kinds[many.place, many.number] > 0)
    liked = likings()[after + CODES * looks]
    liked[PASS] += _TIE
    moves = liked.argmax(0)
    hand = after[moves, np.arange(len(moves))]
    close = ~last & (worths()[hand] >= close_from[many.place, many.number])
    many.turn(moves, close)


def playout(many: Many, close_from: Floats, kinds: Ints) -> Ints:
    """Play on to the end of the deal.

    Return the seats that lost a life by first world, a bit for each place.
    """
    while len(many.number):
        turn(many, close_from, kinds)
    return many.lost


KINDS = (0.35, 0.45, 0.2)
"""The odds of the kinds of seats: one takes the best card now, one looks ahead, one is unknown."""

_SURE, _VAGUE = 0.15, 2.5
_CARELESS = np.array([[0.03], [0.03], [0.2]], np.float32)
_CONTENT = np.float32(0.3)
"""The worth that a swap must gain to be as likely as a pass."""


def likelihood(after: Ints, move: Ints | int, last: bool) -> Floats:
    """Return the chance of a move by kind of seat and hand, among the moves to these hands."""
    now: Floats = worths()[after] + (ranking().ranks[after] * 1e-3).astype(np.float32)
    ahead = now.copy() if last else likings()[CODES + after]
    for liked in (now, ahead):
        liked[PASS] += _CONTENT
    found = np.stack([_chosen(now, move, _SURE), _chosen(ahead, move, _SURE)])
    found = np.concatenate([found, _chosen(ahead, move, _SURE if last else _VAGUE)[None]])
    return (1 - _CARELESS) * found + _CARELESS / np.float32(len(after))


def _chosen(liked: Floats, move: Ints | int, sure: float) -> Floats:
    odds = np.exp((liked - liked.max(0)) / np.float32(sure))
    chosen = odds[move] if isinstance(move, int) else odds[move, np.arange(len(move))]
    found: Floats = chosen / odds.sum(0)
    return found
