"""Bluff: moves tried in worlds that fit what was bid."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core import Frozen
from ...thinking.players import Told
from .. import Bid, Challenge, Move, Show
from ..state import WILD, View, higher_bids
from . import beliefs
from .odds import (
    HONEST,
    LOW,
    MATCHES,
    MEAN,
    MOST,
    NONE,
    Floats,
    Ints,
    brings,
    faces_of,
    lowest_counts,
    matches_of,
    ranks,
    surely,
)

_OF: Floats = MATCHES.reshape(-1, WILD)
_CLAIMS = MATCHES.shape[1]


_WORLDS = 400
"""Worlds drawn by the bids."""
_ROWS, _AGAIN = 500, 400
"""Playouts that all moves share, and those of the best moves."""
_KEPT = 4
"""The number of best moves."""
_LEAST = 0.12
"""The least chance of a bid worth trying."""
_HEAT = 0.02
"""The hesitation of the players in playouts."""
_HONEST = 0.5
"""The share of others with honest bids before it believes bids to come."""


class Worlds(Frozen):
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


class Rows(Frozen):
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


class Rest(Frozen):
    """The public facts of a playout: dice by seat, the thinking seat, and hesitation."""

    left: tuple[int, ...]
    hidden: tuple[int, ...]
    me: int
    end: str
    heat: float = _HEAT

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


def weigh(
    view: View, told: Told, legal: Sequence[Move], rng: random.Random
) -> list[tuple[Move, float]]:
    """The moves worth a thought and the chance to win the match with each, best first."""
    chance = np.random.default_rng(rng.getrandbits(64))
    assert view.seat is not None
    me, round_ = int(view.seat), beliefs.now(view, told)
    faces, kinds = beliefs.worlds(view, told, round_, _WORLDS, chance)
    kinds[me] = _own_kind(view, kinds)
    lie = np.tile(matches_of(_open(view)), (_WORLDS, 1))
    mine = np.full(_WORLDS, len(view.hand))
    worlds = Worlds(matches_of(faces), lie, kinds, mine)
    found = worlds.found
    weighed: list[tuple[Move, float]] = []
    if Challenge() in legal:
        bidder, bid = view.bids[-1]
        beyond = np.clip(found[:, bid.face - 1] - bid.count, -MOST, MOST) + MOST
        bring = brings(view.left, me, int(bidder), me, view.options.end)
        weighed.append((Challenge(), float(bring[beyond].mean())))
    moves = _moves(view, legal, found)
    tried = Tried(view, me, round_.claimed, worlds, chance)
    if moves:
        first = max(8, min(_WORLDS, _ROWS // len(moves)))
        values = tried.values(moves, 0, first)
        order = np.argsort(-values)
        best = np.sort(order[:_KEPT])
        if len(moves) > 1:
            chosen = [moves[n] for n in best]
            more = min(_WORLDS - first, _AGAIN // len(chosen))
            if more > 0:
                values[best] = (values[best] * first + tried.values(chosen, first, more) * more) / (
                    first + more
                )
        weighed += [(move, float(v)) for move, v in zip(moves, values, strict=True)]
    return sorted(weighed, key=lambda pair: -pair[1])


def _moves(view: View, legal: Sequence[Move], found: Ints) -> list[Move]:
    """Return the bids and shows worth trying, or all of them where a part is asked for."""
    bids = [move for move in legal if isinstance(move, Bid)]
    if len(bids) < len(higher_bids(view.bids[-1][1] if view.bids else None, view.dice)):
        return [*bids, *(move for move in legal if isinstance(move, Show))]
    shows = _worth_showing(view) if view.may_show else []
    return [*_bids(view, found), *shows]


def _own_kind(view: View, kinds: Ints) -> Ints:
    """Return the thinking seat's style by world: it believes bids, or uses the odds alone."""
    others = [seat for seat, dice in enumerate(view.left) if dice and seat != view.seat]
    honest = (kinds[others] < HONEST).mean(0) >= _HONEST
    return np.where(honest, 1, HONEST)


def _bids(view: View, found: Ints) -> list[Bid]:
    """The bids that may be true: of each face some counts from the lowest that is higher."""
    bids = higher_bids(view.bids[-1][1] if view.bids else None, view.dice)
    often = (found[:, :, None] >= np.arange(view.dice + 1)).mean(0)
    likely = [often[bid.face - 1, bid.count] for bid in bids]
    least = min([_LEAST, *sorted(likely)[-2:]])
    return [b for b, true in zip(bids, likely, strict=True) if true >= least]


def _open(view: View) -> Ints:
    return faces_of(tuple(die for dice in view.shown for die in dice))


def _worth_showing(view: View) -> list[Show]:
    """Return the shows of dice that match a face, with wilds shown or rerolled."""
    shows = []
    wilds = view.hand.count(WILD)
    for face in sorted(set(view.hand)):
        dice = (face,) * view.hand.count(face)
        if face != WILD:
            dice += (WILD,) * wilds
        if 0 < len(dice) < len(view.hand):
            shows.append(Show(dice))
    return shows


class Tried(Frozen):
    """Moves of one decision, each played on in the same worlds."""

    view: View
    me: int
    claimed: tuple[int, ...]
    worlds: Worlds
    chance: np.random.Generator

    def values(self, moves: Sequence[Move], first: int, worlds: int) -> Floats:
        """Return the mean worth of each move in these worlds."""
        bids = [move for move in moves if isinstance(move, Bid)]
        shows = [move for move in moves if isinstance(move, Show)]
        parts = []
        if bids:
            parts.append(self._of_bids(bids, first, worlds))
        if shows:
            parts.append(self._of_shows(shows, first, worlds))
        return np.concatenate(parts)

    def _rows(self, world: Ints) -> Rows:
        bid = self.view.bids[-1][1] if self.view.bids else None
        weight, face = bid.height if bid else (0, NONE)
        number = len(world)
        return Rows(
            world=world,
            claims=np.repeat(np.array(self.claimed)[:, None], number, 1),
            weight=np.full(number, weight),
            face=np.full(number, face),
            count=np.full(number, bid.count if bid else 0),
        )

    @property
    def _rest(self) -> Rest:
        hidden = [d - len(s) for d, s in zip(self.view.left, self.view.shown, strict=True)]
        return Rest(self.view.left, tuple(hidden), self.me, self.view.options.end)

    def _of_bids(self, bids: Sequence[Bid], first: int, worlds: int) -> Floats:
        rows = self._rows(np.tile(np.arange(first, first + worlds), len(bids)))
        counts = np.repeat([bid.count for bid in bids], worlds)
        faces = np.repeat([bid.face for bid in bids], worlds)
        rows, rest = rows.bid(self.me, counts, faces), self._rest
        values = rest.play(self.worlds, rows, rest.after(self.me), self.me, self.chance)
        return np.asarray(values.reshape(len(bids), worlds).mean(1))

    def _of_shows(self, shows: Sequence[Show], first: int, worlds: int) -> Floats:
        some = np.tile(np.arange(first, first + worlds), len(shows))
        matching, lie = self.worlds.matching[:, some], self.worlds.open[some]
        mine = np.empty(len(some), np.int64)
        for n, show in enumerate(shows):
            part = slice(n * worlds, (n + 1) * worlds)
            again = len(self.view.hand) - len(show.dice)
            rolled = self.chance.multinomial(again, [1 / WILD] * WILD, worlds)
            matching[self.me, part] = matches_of(rolled)
            lie[part] += matches_of(faces_of(show.dice))
            mine[part] = again
        rerolled = Worlds(matching, lie, self.worlds.kinds[:, some], mine)
        # A round begins without a bid, and a seat that shows must bid.
        bidder = int(self.view.bids[-1][0]) if self.view.bids else self.me
        rows = self._rows(np.arange(len(some)))
        values = self._rest.play(rerolled, rows, self.me, bidder, self.chance, must=True)
        return np.asarray(values.reshape(len(shows), worlds).mean(1))
