"""Schwimmen: what lives are worth, as the chance to be the last swimmer."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, factorial

import numpy as np

from .many import Floats

_END = 40.0
_STEPS = 400
_MOST = 6
"""The most losses that put a seat out: five lives, and swimming."""


@lru_cache(1)
def _curves() -> tuple[Floats, Floats]:
    """The chance of a number of losses by a time, and the rate of the last one.

    Axes [losses, time].
    """
    times = (np.arange(_STEPS) + 0.5) * _END / _STEPS
    now = [[t**n * exp(-t) / factorial(n) for t in times] for n in range(_MOST)]
    density: Floats = (np.array(now) * _END / _STEPS).astype(np.float32)
    past: Floats = (np.cumsum(density, 1) - density / 2).astype(np.float32)
    return past, density


@lru_cache(4096)
def last_swimmer(own: int, others: tuple[int, ...]) -> float:
    """Return the chance to be the last one in with these lives, all seats equally strong.

    One of n seats loses at a time, each as likely. That equals n clocks that run alike. The result
    is the chance that the seat's clock rings its last after all others.
    """
    past, now = _curves()
    chance = now[own].copy()
    for lives in others:
        chance *= past[lives]
    return float(chance.sum())


@lru_cache(256)
def chances(lives: tuple[int, ...], own: int) -> Floats:
    """Return a place's chance to be the last swimmer, by the seats that lose a life (a bit for each
    place).
    """
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
