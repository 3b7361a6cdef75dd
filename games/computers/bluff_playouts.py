"""Bluff: the rest of a round, played in many worlds at once by players who go by the odds."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..bluff_state import WILD
from .bluff_odds import MATCHES, NONE, Floats, Ints, lowest_counts, surely
from .bluff_worth import MOST, brings

_OF: Floats = MATCHES.reshape(-1, WILD)
_CLAIMS = MATCHES.shape[1]
_LATER: Floats = 0.002 * np.arange(WILD)


@dataclass(frozen=True)
class Rows:
    """Rounds under way, one a row, all with the same seat to act.

    `matching`: dice under each seat's cup that match each face (row, seat, face); `open`: those
    that lie open (row, face); `kinds` and `claims` (row, seat): how it plays, and the face it bid
    last; `mine`: dice under the cup of the seat that thinks; `weight`, `face` and `count` of the
    last bid, 0 for none.
    """

    matching: Ints
    open: Ints
    kinds: Ints
    claims: Ints
    mine: Ints
    weight: Ints
    face: Ints
    count: Ints

    def __len__(self) -> int:
        return len(self.count)

    def __getitem__(self, chosen: npt.NDArray[Any]) -> "Rows":
        return Rows(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def bid(self, seat: int, count: Ints, face: Ints) -> "Rows":
        """What is after these bids."""
        claims = self.claims.copy()
        claims[:, seat] = face
        weight = np.where(face == WILD, 2 * count, count)
        return replace(self, claims=claims, weight=weight, face=face, count=count)


@dataclass(frozen=True)
class Rest:
    """How a round may go on: who has how many dice, who thinks, and how hesitant everybody is."""

    left: tuple[int, ...]
    hidden: tuple[int, ...]
    me: int
    end: str
    heat: float

    def after(self, seat: int) -> int:
        """The next seat with dice."""
        seats = len(self.left)
        return next(s for n in range(1, seats + 1) if self.left[s := (seat + n) % seats])

    def unseen(self, rows: Rows, seat: int) -> Ints:
        """Dice hidden from a seat."""
        others = sum(d for s, d in enumerate(self.hidden) if s not in (seat, self.me))
        return others + (np.zeros_like(rows.mine) if seat == self.me else rows.mine)

    def play(
        self, rows: Rows, seat: int, bidder: int, rng: np.random.Generator, *, must: bool = False
    ) -> Floats:
        """What each row is worth to who thinks. `must`: the seat to act must bid, if it can."""
        values = np.empty(len(rows))
        at = np.arange(len(rows))
        dice = sum(self.left)
        lowest_of = lowest_counts(dice)
        while len(rows):
            held = rows.matching[:, seat] + rows.open
            unseen = self.unseen(rows, seat)
            mean = self._mean(rows, seat)
            lowest = lowest_of[rows.weight, rows.face]
            sure = surely(lowest - held, mean, unseen[:, None]) - _LATER
            sure[lowest > dice] = -1.0
            best = sure.argmax(1)
            every = np.arange(len(rows))
            good = sure[every, best]
            f = rows.face - 1
            doubt = 1 - surely(rows.count - held[every, f], mean[every, f], unseen)
            doubts = doubt - good > self.heat * rng.logistic(size=len(rows))
            doubts |= good < 0
            doubts &= rows.face != NONE
            if must:
                doubts &= good < 0
                must = False
            if doubts.any():
                ended = rows[doubts]
                found = ended.matching.sum(1) + ended.open
                beyond = found[np.arange(len(ended)), ended.face - 1] - ended.count
                bring = brings(self.left, seat, bidder, self.me, self.end)
                values[at[doubts]] = bring[np.clip(beyond, -MOST, MOST) + MOST]
                stay = ~doubts
                rows, at = rows[stay], at[stay]
                best, lowest = best[stay], lowest[stay]
            rows = rows.bid(seat, lowest[np.arange(len(rows)), best], best + 1)
            seat, bidder = self.after(seat), seat
        return values

    def _mean(self, rows: Rows, seat: int) -> Floats:
        """By row and face: how many unseen dice match, as the seat thinks."""
        mean = np.zeros((len(rows), WILD))
        kind = rows.kinds[:, seat] * _CLAIMS
        for other, dice in enumerate(self.hidden):
            if other != seat and dice:
                of = _OF[kind + rows.claims[:, other]]
                mean += of * (rows.mine[:, None] if other == self.me else dice)
        return mean


def spread(numbers: Sequence[int], times: int) -> Ints:
    """Each number so many times in a row."""
    return np.repeat(np.array(numbers, np.int64), times)
