"""Bluff: two seats with a die each, solved by regret matching.

The solution depends on the own die, the last bid and the bid before it. Earlier bids add next to
nothing. `python -m bench.bluff.train` computes it.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from ...thinking.weights import load
from .. import Bid, Move, matching
from ..state import FACES, View, higher_bids
from .odds import Floats

BIDS = higher_bids(None, 2)
"""All bids, the lowest first; in tables the last place is for a challenge."""

CHALLENGE = len(BIDS)

TRUE: Floats = np.array(
    [[[matching((a, b), bid.face) >= bid.count for b in FACES] for a in FACES] for bid in BIDS],
    float,
)
"""True if the bidder wins a challenge. Axes [bid, bidder's die, other die]."""

Mixes = list[Floats]
"""A table for each last bid, none first. Axes [bid before (none first), own die, choice]."""


def choices(last: int) -> list[int]:
    """Return the possible choices after a bid (-1: none)."""
    return [*range(last + 1, CHALLENGE), *([CHALLENGE] if last >= 0 else [])]


def worths(mixes: Mixes) -> Mixes:
    """Return the chance to win if both play these mixes afterwards.

    A table for each last bid, axes [choice, own die, other die].
    """
    found: Mixes = [np.zeros((CHALLENGE + 1, 6, 6)) for _ in range(CHALLENGE + 1)]
    for last in range(CHALLENGE - 1, -2, -1):
        here = found[last + 1]
        for bid in range(last + 1, CHALLENGE):
            # The answering player knows this bid and the one before.
            mix = mixes[bid + 1][last + 1]
            here[bid] = 1 - np.einsum("dc,cdo->od", mix, found[bid + 1])
        if last >= 0:
            here[CHALLENGE] = 1 - TRUE[last].T
    return found


@cache
def learned() -> Mixes:
    """The mixes that were learned, stored in hundredths."""
    often = [mix.astype(float) for mix in load(__package__, "duel")["hundredths"]]
    return [mix / np.maximum(mix.sum(2, keepdims=True), 1) for mix in often]


@cache
def _learned_worths() -> Mixes:
    return worths(learned())


def is_duel(left: Sequence[int]) -> bool:
    """Return True if two seats are left with a die each."""
    return sum(left) == 2 == len(left) - left.count(0)


def mix(view: View, legal: Sequence[Move]) -> list[float]:
    """Return the frequency of each legal move."""
    *_, before, last = _bids(view)
    often = learned()[last + 1][before + 1, view.hand[0] - 1]
    return [float(often[_choice(move)]) for move in legal]


def weigh(view: View, legal: Sequence[Move]) -> list[float]:
    """The chance to win with each of the legal moves, if the other plays as learned."""
    made = _bids(view)
    other: Floats = np.ones(6)
    for at in range(len(made) - 1, 1, -2):
        other = other * (learned()[made[at - 1] + 1][made[at - 2] + 1, :, made[at]] + 1e-6)
    of = _learned_worths()[made[-1] + 1][:, view.hand[0] - 1] @ (other / other.sum())
    return [float(of[_choice(move)]) for move in legal]


def _bids(view: View) -> list[int]:
    """The bids so far, after two that stand for none."""
    return [-1, -1, *(BIDS.index(bid) for _, bid in view.bids)]


def _choice(move: Move) -> int:
    return BIDS.index(move) if isinstance(move, Bid) else CHALLENGE
