"""Bluff: a player by odds, and one that also trusts bids and shows dice."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

from games.bluff import WILD, Bid, Challenge, Dice, Face, Move, Show, View, matching
from games.bluff.state import higher_bids
from games.thinking.thinker import Told

Unseen = tuple[tuple[int, float], ...]
"""Unseen dice, as (number of dice, chance of a match) pairs."""


@cache
def _exactly(unseen: Unseen) -> tuple[float, ...]:
    """Return the distribution of matching dice, from none to all."""
    chances = [1.0]
    for dice, p in unseen:
        here = [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]
        sums = [0.0] * (len(chances) + dice)
        for n, a in enumerate(chances):
            for m, b in enumerate(here):
                sums[n + m] += a * b
        chances = sums
    return tuple(chances)


@cache
def at_least(unseen: Unseen, wanted: int) -> float:
    """Return the chance that at least `wanted` dice match."""
    return 1.0 if wanted <= 0 else sum(_exactly(unseen)[wanted:])


@dataclass(frozen=True)
class Odds:
    """Makes the likeliest bid, or challenges if that is likelier to win.

    `trust`: weight of a bidder's last face for its dice, relative to other faces. `shows`: gain in
    likelihood needed to show dice, or None to never show.
    """

    trust: float = 1.0
    shows: float | None = None

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Return the best move by the odds."""
        bids = higher_bids(view.bids[-1][1] if view.bids else None, view.dice)
        held = view.hand
        best = max(bids, key=lambda bid: self._chance(view, bid, held), default=None)
        good = self._chance(view, best, held) if best else 0.0
        if Challenge() in legal and 1 - self._chance(view, view.bids[-1][1], held) > good:
            return Challenge()
        if best is None:
            return Challenge()
        if self.shows is not None and view.may_show and good < 1:
            hope, dice = max(self._hopes(view, bids), default=(0.0, ()))
            if hope > good + self.shows:
                return Show(dice)
        return best

    def _hopes(self, view: View, bids: Sequence[Bid]) -> Iterator[tuple[float, Dice]]:
        """Yield the likelihood of each face's bid after its matching dice are shown."""
        for bid in {bid.face: bid for bid in reversed(bids)}.values():
            dice = tuple(die for die in view.hand if matching((die,), bid.face))
            if 0 < len(dice) < len(view.hand):
                yield self._chance(view, bid, dice, len(view.hand) - len(dice)), dice

    def _chance(self, view: View, bid: Bid, hand: Dice, rerolled: int = 0) -> float:
        open_dice = tuple(die for dice in view.shown for die in dice)
        unseen = self._unseen(view, bid.face, rerolled)
        return at_least(unseen, bid.count - matching((*hand, *open_dice), bid.face))

    def _unseen(self, view: View, face: Face, rerolled: int) -> Unseen:
        latest = {int(seat): bid.face for seat, bid in view.bids}
        plain = 1 / 6 if face == WILD else 1 / 3
        groups: dict[float, int] = {plain: rerolled}
        for seat, dice in enumerate(view.left):
            if seat == view.seat:
                continue
            p, claimed = plain, latest.get(seat)
            if claimed is not None and self.trust != 1:
                weights = [1.0] * 6
                weights[claimed - 1] = weights[WILD - 1] = self.trust
                p = sum(weights[f - 1] for f in {face, WILD}) / sum(weights)
            groups[p] = groups.get(p, 0) + dice - len(view.shown[seat])
        return tuple(sorted((n, p) for p, n in groups.items() if n))


FIRST = Odds()
SECOND = Odds(trust=2.0, shows=0.1)
