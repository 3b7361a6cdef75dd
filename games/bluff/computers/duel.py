"""Bluff: two seats with a die each, solved by regret matching.

The solution depends on the own die, the last bid and the bid before it. Earlier bids add next to
nothing. `python -m bench.bluff.train` computes it. `python -m bench.bluff.response` measures the
loss against a best response.
"""

from collections.abc import Iterator, Sequence
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


def packed(mixes: Mixes) -> Iterator[int]:
    """The mixes in hundredths, of what may be chosen alone."""
    for last, mix in enumerate(mixes, -1):
        for before in range(last + 1 if last >= 0 else 1):
            for die in range(6):
                yield from (round(100 * mix[before, die, choice]) for choice in choices(last))


@cache
def learned() -> Mixes:
    """The mixes that were learned."""
    numbers = iter(load(__package__, "duel")["hundredths"].tolist())
    mixes = []
    for last in range(-1, CHALLENGE):
        mix = np.zeros((max(1, last + 1), 6, CHALLENGE + 1))
        for before in range(len(mix)):
            for die in range(6):
                often = np.array([next(numbers) for _ in choices(last)], float)
                mix[before, die, choices(last)] = often / often.sum()
        mixes.append(mix)
    return mixes


@cache
def _learned_worths() -> Mixes:
    return worths(learned())


def is_duel(left: Sequence[int]) -> bool:
    """Return True if two seats are left with a die each."""
    return sum(left) == 2 == len(left) - left.count(0)


def mix(view: View, legal: Sequence[Move]) -> list[float]:
    """Return the frequency of each legal move."""
    before, last = _bids(view)
    often = learned()[last + 1][before + 1, view.hand[0] - 1]
    return [float(often[_choice(move)]) for move in legal]


def weigh(view: View, legal: Sequence[Move]) -> list[float]:
    """The chance to win with each of the legal moves, if the other plays as learned."""
    _, last = _bids(view)
    made = [-1, -1, *(BIDS.index(bid) for _, bid in view.bids)]
    other: Floats = np.ones(6)
    for at in range(len(made) - 1, 1, -2):
        other = other * (learned()[made[at - 1] + 1][made[at - 2] + 1, :, made[at]] + 1e-6)
    of = _learned_worths()[last + 1][:, view.hand[0] - 1] @ (other / other.sum())
    return [float(of[_choice(move)]) for move in legal]


def _bids(view: View) -> tuple[int, int]:
    """The bid before the last one, and the last one."""
    made = [-1, -1, *(BIDS.index(bid) for _, bid in view.bids)]
    return made[-2], made[-1]


def _choice(move: Move) -> int:
    return BIDS.index(move) if isinstance(move, Bid) else CHALLENGE
