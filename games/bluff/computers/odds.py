"""Bluff: how likely bids are for many hands at once, and what players who go by that do."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import Frozen
from ..state import FACES, WILD, Bid, Dice, higher_bids

Floats = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]

NONE = 0
"""The face claimed by who hasn't bid."""


class Kind(Frozen):
    """A style of play.

    `trust`: odds that a bidder's die matches, relative to another die. `wilds`: it counts the wilds
    under other cups. `low`: preference for a higher bid over a lower one. `mean`: it challenges
    bids beyond the likely count. Others challenge a bid that is likelier false than their own best
    bid is true.
    """

    trust: float = 1.0
    wilds: bool = True
    low: float = 1e-5
    mean: bool = False


KINDS = (
    Kind(),
    Kind(trust=2.0),
    Kind(trust=4.0),
    Kind(low=0.01),
    Kind(low=0.01, wilds=False),
    Kind(low=1.0, mean=True),
)

HONEST = 3
"""The first of these kinds bid as their dice suggest. The bids of the others reveal little."""


def _chances(kind: Kind) -> list[list[float]]:
    """Return a die's chance to match. Axes [face its owner claims (none first), face asked]."""
    rows = []
    for claimed in (NONE, *FACES):
        weights = [1.0] * len(FACES)
        if claimed:
            weights[claimed - 1] = weights[WILD - 1] = kind.trust
        asked = [{face, WILD} if kind.wilds else {face} for face in FACES]
        rows.append([sum(weights[f - 1] for f in fit) / sum(weights) for fit in asked])
    return rows


MATCHES: Floats = np.array([_chances(kind) for kind in KINDS], np.float32)
"""The believed chance that a die matches. Axes [kind of player, face claimed, face asked]."""

LOW: Floats = np.array([kind.low for kind in KINDS], np.float32)
MEAN: Floats = np.array([kind.mean for kind in KINDS])
"""Axis [kind of player]."""

STEPS = 96
"""Steps of a die's chance. The chance of a die without a claim is one of the steps."""

_MOST = 36


def faces_of(dice: Dice) -> Ints:
    """Return the number of dice that show 1, 2 … wild."""
    return np.bincount(np.array(dice, np.int64), minlength=WILD + 1)[1:].astype(np.int64)


def matches_of(faces: Ints) -> Ints:
    """Return the number of dice that match each face."""
    matching = faces + faces[..., -1:]
    matching[..., -1] = faces[..., -1]
    return matching


@lru_cache(16)
def rolls(dice: int) -> tuple[Ints, Floats]:
    """Return all rolls of a number of dice as counts by face, and the chance of each."""
    found, chances = [], []
    for roll in combinations_with_replacement(FACES, dice):
        faces = [roll.count(face) for face in FACES]
        ways = factorial(dice)
        for number in faces:
            ways //= factorial(number)
        found.append(faces)
        chances.append(ways / len(FACES) ** dice)
    return np.array(found, np.int64), np.array(chances)


@lru_cache(64)
def lowest_counts(dice: int) -> Ints:
    """The lowest higher count of each face, by weight and face of the last bid (both 0: none).

    A count above the number of dice means that there is none.
    """
    table = np.empty((2 * dice + 1, WILD + 1, len(FACES)), np.int64)
    for weight in range(2 * dice + 1):
        for face in range(WILD + 1):
            plain = [max(1, weight + (other <= face)) for other in FACES if other != WILD]
            wild = weight // 2 + 1 if face == WILD else max(1, (weight + 1) // 2)
            table[weight, face] = [*plain, wild]
    return table


@lru_cache(64)
def ranks(dice: int) -> Ints:
    """The number of bids lower than each of those bids."""
    counts = lowest_counts(dice)
    heights = WILD * counts + np.arange(len(FACES))
    heights[..., -1] += WILD * counts[..., -1]
    return np.asarray(heights.argsort(-1).argsort(-1), np.int64)


@lru_cache(1)
def _tails() -> Floats:
    """The chance of at least a count of matches.

    Axes [unseen dice, count, STEPS × chance of one die], flattened.
    """
    p = np.linspace(0, 1, STEPS + 1, dtype=np.float32)
    table = np.zeros((_MOST + 1, _MOST + 2, STEPS + 1), np.float32)
    table[:, 0] = 1
    for dice in range(1, _MOST + 1):
        before = table[dice - 1]
        table[dice, 1:] = p * before[:-1] + (1 - p) * before[1:]
    return table.ravel()


def surely(wanted: Ints, mean: Floats, unseen: Ints | int) -> Floats:
    """Return the chance that a count of unseen dice matches, given the mean number of matches."""
    step = (mean * (STEPS / np.maximum(unseen, 1)) + 0.5).astype(np.int64)
    line = np.minimum(np.maximum(wanted, 0), unseen + 1) + unseen * (_MOST + 2)
    found: Floats = _tails().take(line * (STEPS + 1) + step)
    return found


class Claim(Frozen):
    """A bid or a challenge (no bid) as it was made, with all that was seen of the others."""

    seat: int
    bid: Bid | None
    dice: int
    shown: tuple[int, ...]
    others: tuple[tuple[int, int], ...]
    before: Bid | None
    showed: bool

    @property
    def unseen(self) -> int:
        """Dice hidden from who claims."""
        return sum(hidden for hidden, _ in self.others)


_HEAT = 0.06
"""A bid that is likelier by this much is made e times as often."""
_STRAY = 0.04
"""The share of bids made without a known reason."""


@lru_cache(1024)
def likelihood(claim: Claim, dice: int) -> Floats:
    """Return the chance of an act. Axes [kind of player, roll]."""
    held = matches_of(rolls(dice)[0]) + np.array(claim.shown)
    mean = np.zeros((len(KINDS), 1, len(FACES)))
    for hidden, claimed in claim.others:
        mean[:, 0] += hidden * MATCHES[:, claimed]
    unseen, bid, before = claim.unseen, claim.bid, claim.before
    weight, last = before.height if before else (0, NONE)
    lowest = lowest_counts(claim.dice)[weight, last]
    sure = surely(lowest - held, mean, unseen)
    rank = ranks(claim.dice)[weight, last].copy()
    if bid is not None:
        at = bid.face - 1
        sure[..., at] = surely(bid.count - held[:, at], mean[..., at], unseen)
        rank[at] += WILD * (bid.count - lowest[at])
    doubts = np.zeros(sure.shape[:2])
    if before is not None and not claim.showed:
        f = before.face - 1
        doubt = 1 - surely(before.count - held[:, f], mean[..., f], unseen)
        above = np.sign(before.count - held[:, f] - mean[..., f] - 0.01)
        over = np.where(MEAN[:, None], above, doubt - sure.max(-1))
        doubts = 1 / (1 + np.exp(-over / _HEAT))
    share = doubts
    if bid is not None:
        score = np.where(lowest <= claim.dice, sure - LOW[:, None, None] * rank, -np.inf)
        often = np.exp((score - score.max(-1, keepdims=True)) / _HEAT)
        share = (1 - doubts) * often[..., at] / often.sum(-1)
    likely = np.asarray(share * (1 - _STRAY) + _STRAY / 10)
    likely.flags.writeable = False
    return likely


def product(claims: Sequence[Claim], dice: int, at: slice = slice(None)) -> Floats:
    """Return the chance of all a seat's claims.

    Axes [kind of player, roll]. The last kind makes any legal move.
    """
    all_of = np.ones((len(KINDS) + 1, len(rolls(dice)[0][at])))
    for claim in claims:
        all_of[:-1] *= likelihood(claim, dice)[:, at]
        all_of[-1] /= len(higher_bids(claim.before, claim.dice)) + 1
    return all_of


@lru_cache(16)
def _places(dice: int) -> dict[tuple[int, ...], int]:
    return {tuple(faces): at for at, faces in enumerate(rolls(dice)[0].tolist())}


def place_of(dice: Dice) -> int:
    """Return a roll's place among all rolls of its number of dice."""
    return _places(len(dice))[tuple(dice.count(face) for face in FACES)]


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
