"""Schwimmen: what lives are worth, as the chance to be the last swimmer."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, factorial

import numpy as np

from .many import Floats

_END = 40.0
_STEPS = 400
_MOST = 6
"""So many losses put a seat out at most: five lives, and swimming."""


@lru_cache(1)
def _curves() -> tuple[Floats, Floats]:
    """By losses and time: how likely so many have happened, and that the last of them does now."""
    times = (np.arange(_STEPS) + 0.5) * _END / _STEPS
    now = [[t**n * exp(-t) / factorial(n) for t in times] for n in range(_MOST)]
    density: Floats = (np.array(now) * _END / _STEPS).astype(np.float32)
    past: Floats = (np.cumsum(density, 1) - density / 2).astype(np.float32)
    return past, density


@lru_cache(4096)
def last_swimmer(own: int, others: tuple[int, ...]) -> float:
    """The chance to be the last one in with so many lives against these, all equally strong.

    That one of n seats loses, each as likely, over and over, is what n clocks do that run alike:
    the chance is that one's own rings its last after all others have.
    """
    past, now = _curves()
    chance = now[own].copy()
    for lives in others:
        chance *= past[lives]
    return float(chance.sum())


@lru_cache(256)
def chances(lives: tuple[int, ...], own: int) -> Floats:
    """By who loses a life, a bit for each place: the chance of one place to be the last swimmer."""
    everybody = range(len(lives))
    found = []
    for lost in range(1 << len(lives)):
        after = [lives[at] - (lost >> at & 1) for at in everybody]
        if max(after) < 0:
            after = list(lives)
        found.append(_chance(after, own))
    return np.array(found, np.float32)


def _chance(lives: Sequence[int], own: int) -> float:
    if lives[own] < 0:
        return 0.0
    others = sorted(n for at, n in enumerate(lives) if at != own and n >= 0)
    return last_swimmer(lives[own], tuple(others))
