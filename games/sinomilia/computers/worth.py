"""A seat's worth of Sinomilia after a round: the chance to win the match from there."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core import Frozen
from ..state import CARDS, Card
from .positions import End, Numbers


class Round(Frozen):
    """The beginning of a round, by seat relative to the starter: all inputs of its solution."""

    tie: str
    chips: tuple[int, int]
    used: tuple[tuple[Card, ...], tuple[Card, ...]]
    nines: int


class Weights(NamedTuple):
    """The weights of a position with a number of rounds left. The logistic of the sum is the
    chance.

    `lead`: for each chip more than the other. `start`: for beginning the next round. `cards`: for
    each card held and not by the other.
    """

    lead: float
    start: float
    cards: tuple[float, ...]


Estimate = tuple[Weights, ...]
"""The weights by rounds left, from 1. The last ones also stand for more rounds."""

PLAIN: Estimate = tuple(Weights(0.25 / n**0.5, 0.0, (0.0,) * 10) for n in range(1, 9))


def ends_worth(begun: Round, ends: Sequence[End], estimate: Estimate | None) -> Numbers:
    """Return the worth of ends to the starter. Without an estimate only chips count.

    Axes [starter's card, other's card, end].
    """
    laid = np.array([end.laid for end in ends], np.float32).T
    moons = np.array([end.moons for end in ends], np.float32)
    changed = np.array([end.changed for end in ends], np.float32).T
    actor = np.array([-1 if e.actor is None else e.actor for e in ends])
    count = laid.sum(0)
    held = np.array(begun.chips, np.float32)[:, None] - laid - changed + changed[::-1]
    off = abs(np.arange(10, dtype=np.float32)[:, None] - count)
    tie = (count == 0) | (actor < 0) | (actor == 1)
    wins = off[:, None] < off + 0.5 * tie
    after = []
    for winner in (0, 1):
        poor, rich = held[winner], held[1 - winner]
        due = moons + 2 + np.where(poor == 0, 5, np.where(poor == 1, 2, 0))
        paid = np.minimum(due, rich)
        after.append(poor + count + paid - (rich - paid))
    lead = np.where(wins, after[0], -after[1])
    total = sum(begun.chips)
    if estimate is None:
        return np.asarray(0.5 + lead / (2 * total), np.float32)
    return _match_worth(begun, lead, wins, total, estimate)


def _match_worth(begun: Round, lead: Numbers, wins: Any, total: int, estimate: Estimate) -> Numbers:
    values: list[Numbers] = []
    sizes: list[Any] = []
    weights = np.array([w.cards for w in estimate], np.float32)
    for used in begun.used:
        own = np.array([card not in used for card in CARDS])
        spent = np.arange(10) != 9
        sizes.append(own.sum() - spent)
        values.append((weights @ own)[:, None] - np.where(spent, weights, 0))
    rounds = np.minimum(sizes[0][:, None], sizes[1][None, :]) - 2
    nines = np.zeros((10, 10), bool)
    nines[9, 9] = begun.nines >= 2
    over = (abs(lead) >= total) | ((rounds <= 0) | nines)[:, :, None]
    tie = 0.5 if begun.tie == "draw" else 1.0
    final = np.where(lead > 0, 1.0, np.where(lead < 0, 0.0, tie))
    at = np.clip(rounds, 1, len(estimate)) - 1
    mine, theirs = np.indices(rounds.shape)
    cards = values[0][at, mine] - values[1][at, theirs]
    by_lead = np.array([w.lead for w in estimate], np.float32)[at]
    start = np.array([w.start for w in estimate], np.float32)[at]
    ahead = lead * by_lead[:, :, None] + cards[:, :, None]
    ahead += start[:, :, None] * np.where(wins, np.float32(1), np.float32(-1))
    return np.asarray(np.where(over, final, 1 / (1 + np.exp(-ahead))), np.float32)
