"""Bluff: the rest of a round, played in many worlds at once by players who go by the odds."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..state import WILD
from .odds import LOW, MATCHES, MEAN, MOST, NONE, Floats, Ints, brings, lowest_counts, ranks, surely

_OF: Floats = MATCHES.reshape(-1, WILD)
_CLAIMS = MATCHES.shape[1]


@dataclass(frozen=True)
class Worlds:
    """Sampled dice, the world as the last axis.

    `matching`: dice under each seat's cup that match each face, axes [seat, world, face]. `open`:
    open dice, axes [world, face]. `kinds`: style of play, axes [seat, world]. `mine`: dice under
    the cup of the thinking seat.
    """

    matching: Ints
    open: Ints
    kinds: Ints
    mine: Ints

    @property
    def found(self) -> Ints:
        """All dice that match each face, by world."""
        return np.asarray(self.matching.sum(0) + self.open)


@dataclass(frozen=True)
class Rows:
    """Rounds under way, one a row, all with the same seat to act.

    `world`: where; `claims` (seat, row): the face each seat bid last; `weight`, `face` and `count`
    of the last bid, 0 for none.
    """

    world: Ints
    claims: Ints
    weight: Ints
    face: Ints
    count: Ints

    def __len__(self) -> int:
        return len(self.count)

    def only(self, chosen: npt.NDArray[Any]) -> "Rows":
        """Some of them."""
        return Rows(
            self.world[chosen],
            self.claims[:, chosen],
            self.weight[chosen],
            self.face[chosen],
            self.count[chosen],
        )

    def bid(self, seat: int, count: Ints, face: Ints) -> "Rows":
        """Return the position after these bids."""
        claims = self.claims.copy()
        claims[seat] = face
        weight = np.where(face == WILD, 2 * count, count)
        return replace(self, claims=claims, weight=weight, face=face, count=count)


@dataclass(frozen=True)
class Rest:
    """The public facts of a playout: dice by seat, the thinking seat, and hesitation."""

    left: tuple[int, ...]
    hidden: tuple[int, ...]
    me: int
    end: str
    heat: float

    def after(self, seat: int) -> int:
        """The next seat with dice."""
        seats = len(self.left)
        return next(s for n in range(1, seats + 1) if self.left[s := (seat + n) % seats])

    def play(
        self,
        worlds: Worlds,
        rows: Rows,
        seat: int,
        bidder: int,
        rng: np.random.Generator,
        *,
        must: bool = False,
    ) -> Floats:
        """Return the worth of each row to the thinking seat.

        `must`: the seat to act must bid if it can.
        """
        values = np.empty(len(rows))
        at = np.arange(len(rows))
        dice, found = sum(self.left), worlds.found
        lowest_of, rank_of = lowest_counts(dice), ranks(dice)
        while len(rows):
            world, every = rows.world, np.arange(len(rows))
            held = (worlds.matching[seat] + worlds.open)[world]
            others = sum(d for s, d in enumerate(self.hidden) if s not in (seat, self.me))
            unseen = np.full(len(rows), others)
            if seat != self.me:
                unseen += worlds.mine[world]
            kind = worlds.kinds[seat][world]
            mean = self._mean(worlds, rows, seat, kind * _CLAIMS)
            lowest = lowest_of[rows.weight, rows.face]
            sure = surely(lowest - held, mean, unseen[:, None])
            sure[lowest > dice] = -WILD
            best = (sure - LOW[kind][:, None] * rank_of[rows.weight, rows.face]).argmax(1)
            good = sure[every, best]
            f = rows.face - 1
            wanted = rows.count - held[every, f]
            doubt = 1 - surely(wanted, mean[every, f], unseen)
            above = np.sign(wanted - mean[every, f] - 0.01)
            over = np.where(MEAN[kind], above, doubt - good)
            doubts = over > self.heat * rng.logistic(size=len(rows))
            doubts |= good < 0
            doubts &= rows.face != NONE
            if must:
                doubts &= good < 0
                must = False
            if doubts.any():
                beyond = found[world[doubts], f[doubts]] - rows.count[doubts]
                bring = brings(self.left, seat, bidder, self.me, self.end)
                values[at[doubts]] = bring[np.clip(beyond, -MOST, MOST) + MOST]
                stay = np.flatnonzero(~doubts)
                rows, at = rows.only(stay), at[stay]
                best, lowest = best[stay], lowest[stay]
            rows = rows.bid(seat, lowest[np.arange(len(rows)), best], best + 1)
            seat, bidder = self.after(seat), seat
        return values

    def _mean(self, worlds: Worlds, rows: Rows, seat: int, kind: Ints) -> Floats:
        """Return the number of unseen dice that match, as the seat estimates it.

        Axes [row, face].
        """
        mean = np.zeros((len(rows), WILD), np.float32)
        for other, dice in enumerate(self.hidden):
            if other != seat and dice:
                of = _OF[kind + rows.claims[other]]
                mean += of * (worlds.mine[rows.world, None] if other == self.me else dice)
        return mean
