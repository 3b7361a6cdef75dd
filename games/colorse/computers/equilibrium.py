"""Exact equilibria of duels: the mixes of both against which no sign gains.

A mix with a number of signs makes the opponent indifferent between as many of its own. All pairs of
supports of equal size are solved, and the one that fits is the equilibrium.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from .many import Bools, Floats, Ints

Exact = NDArray[np.float64]
Tables = Floats | Exact  # [who (parent, child), deal, parent's sign, child's sign]

_SIGNS = 3
# The largest supports come first. Of several equilibria the most mixed one is played.
_SUPPORTS = [
    (parent, child)
    for size in range(_SIGNS, 0, -1)
    for parent in combinations(range(_SIGNS), size)
    for child in combinations(range(_SIGNS), size)
]
_NUDGES: Exact = 1e-5 * np.array([[3, 8, 1], [6, 0, 9], [4, 7, 2]])
"""Added to all tables, so that no equations depend on each other."""
_SLACK = 1e-6


def _equations(mine: int, theirs: int) -> tuple[Bools, Exact]:
    """Return the equations by support, and those of the three cells that hold a table's row.

    The unknowns are the shares of signs and the worth. `mine` and `theirs` are 0 for the parent.
    """
    rows = np.zeros((len(_SUPPORTS), 4, 4), np.bool_)
    fixed = np.zeros((len(_SUPPORTS), 4, 4))
    for n, support in enumerate(_SUPPORTS):
        unshown = [sign for sign in range(_SIGNS) if sign not in support[theirs]]
        for sign in range(_SIGNS):
            if sign in support[mine]:
                rows[n, sign, :_SIGNS] = True
                fixed[n, sign, _SIGNS] = -1
            else:
                fixed[n, sign, unshown.pop()] = 1
        fixed[n, _SIGNS, :_SIGNS] = 1
    return rows, fixed


_EQUATIONS = _equations(0, 1), _equations(1, 0)
_WHOLE: Exact = np.array([[0.0], [0.0], [0.0], [1.0]])


def _indifferent(table: Exact, who: int) -> tuple[Exact, Exact]:
    """Return the opponent's mixes that make a duellist indifferent, and the most a sign gains.

    `table`: the duellist's worth, by deal, own and opponent's sign. Results by deal and support.
    """
    rows, fixed = _EQUATIONS[who]
    wide = np.zeros((len(table), 1, 4, 4))
    wide[:, 0, :_SIGNS, :_SIGNS] = table
    solved = np.linalg.solve(np.where(rows, wide, fixed), _WHOLE)
    found: Exact = np.asarray(solved[..., 0], np.float64)
    mixes = found[..., :_SIGNS]
    gains: Exact = np.einsum("dab,dkb->dka", table, mixes).max(2) - found[..., _SIGNS]
    off: Exact = np.maximum(gains, -mixes.min(2))
    return mixes, off


def equilibrium(tables: Tables) -> Exact:
    """Return the frequency of each sign. Axes [who (parent, child), deal, sign]."""
    worth = np.asarray(tables, np.float64)
    lowest = worth.min((2, 3), keepdims=True)
    worth = (worth - lowest) / (worth.max((2, 3), keepdims=True) - lowest + 1e-9) + _NUDGES
    childs, gained = _indifferent(worth[0], 0)
    parents, lost = _indifferent(worth[1].swapaxes(1, 2), 1)
    off = np.maximum(gained, lost)
    fits = off < _SLACK
    at: Ints = np.where(fits.any(1), fits.argmax(1), off.argmin(1))
    deals = np.arange(len(at))
    mixes = np.maximum(np.stack([parents[deals, at], childs[deals, at]]), 0)
    found: Exact = mixes / mixes.sum(2, keepdims=True)
    return found


def fought(tables: Tables, ties: Ints) -> tuple[Exact, Exact]:
    """Return the equilibrium of each duel, and the tables with the worth of their ties.

    `ties`: the number of ties that are still fought again, by deal.
    """
    worth = np.array(tables, np.float64)
    ended = worth.copy()
    mixes = equilibrium(worth)
    for n in range(1, int(ties.max(initial=0)) + 1):
        again = np.einsum("wdab,da,db->wd", worth, *mixes)
        more = ties >= n
        worth[:, more] = ended[:, more]
        worth[:, more, 2, 2] = again[:, more]
        mixes[:, more] = equilibrium(worth[:, more])
    return mixes, worth
