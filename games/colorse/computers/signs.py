"""COLORSE: which sign the other will show, and the answer to it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...thinking.thinker import Told
from ..state import TIES, View
from .greedy import tables
from .many import Floats, Ints
from .story import Position, Shown, aims, batch, duels, here
from .worth import ended, learned, sign_worths, solve

_SPITES = (0.0, 1 / 3, 1.0)
_REMEMBERED = 40
"""The number of a seat's latest duels that are analysed."""
_KEPT = 4096


@dataclass(frozen=True)
class Stakes:
    """Duels side by side, counted from several sides: what pairs of signs are worth, and how often
    each sign is to be shown.

    The first side is what they lead to, the others are cards, with more and more spite. `worth` by
    who (parent, child), side, duel, parent's and child's sign; `mix` by who, side, duel and sign.
    """

    worth: Floats
    mix: Floats


def _stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    seats = len(positions[0].boxes)
    wanted = np.array([aims(p.wins, rounds, p.parent) for p in positions], np.float32)
    found = ended(learned(seats), batch(positions), wanted)
    cards = np.array(
        [tables(p.boxes, p.ups, p.parent, spite) for spite in _SPITES for p in positions],
        np.float32,
    )
    again = np.array([p.raus < TIES - 1 for p in positions] * (1 + len(_SPITES)))
    worths = np.concatenate([sign_worths(found), cards.swapaxes(0, 1)], 1)
    mix, worth = solve(worths, again, 30)
    sides = (2, 1 + len(_SPITES), len(positions), 3)
    return Stakes(worth.reshape(*sides, 3), mix.reshape(sides))


_kept: dict[tuple[Position, int], tuple[Floats, Floats]] = {}
"""A match thinks back to the same duels again and again."""


def stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    """Return the stakes of many duels.

    All new ones are solved together, which takes hardly longer than one.
    """
    known = [_kept.get((position, rounds)) for position in positions]
    new = [position for position, there in zip(positions, known, strict=True) if there is None]
    if new:
        found = _stakes(new, rounds)
        fresh = [(found.worth[:, :, n], found.mix[:, :, n]) for n in range(len(new))]
        _kept.update(((p, rounds), part) for p, part in zip(new, fresh, strict=True))
        while len(_kept) > _KEPT:
            del _kept[next(iter(_kept))]
        following = iter(fresh)
        known = [there or next(following) for there in known]
    parts = [there for there in known if there]
    return Stakes(np.stack([w for w, _ in parts], 2), np.stack([m for _, m in parts], 2))


@dataclass(frozen=True)
class Reading:
    """Ways to predict a seat's sign: by habit, by reason, or by the signs of others.

    `doubt`: the share of each prediction that any sign may come. `fading`: the weight of older
    proofs.
    """

    doubt: float = 0.06
    fading: float = 0.97

    def guesses(self, found: Stakes, roles: Ints, own: Floats, late: Floats, foe: Floats) -> Floats:
        """Return the prediction of each way. Axes [duel, way, sign].

        Inputs by duel: the seat's role, its counts of signs in all and lately, and its opponent's
        counts.
        """
        at = np.arange(len(roles))
        likely = foe / foe.sum(1, keepdims=True)
        tables = found.worth[roles, :, at]
        facing = np.where(roles[:, None, None, None] == 0, tables, tables.swapaxes(2, 3))
        worth = np.einsum("tsab,tb->tsa", facing, likely)
        best = (worth >= worth.max(2, keepdims=True) - 1e-6).astype(np.float32)
        habits = np.stack([np.ones_like(own), own, late], 1)
        rows: Floats = np.concatenate([habits, found.mix[roles, :, at], best], 1, dtype=np.float32)
        rows /= rows.sum(2, keepdims=True)
        guesses: Floats = (1 - self.doubt) * rows + self.doubt / 3
        return guesses


_PRIOR = np.array([2, 2, 1, 3, 1, 1, 1, 1.5, 0.5, 0.5, 0.5]) / 14
"""The trust in each way of prediction before any proof.

Any sign, its own counts, its latest signs. Then mixing, and the answer to the signs shown, by each
side of the stakes."""


def expected(
    reading: Reading,
    found: Stakes,
    past: Sequence[Shown],
    story: Sequence[Shown],
    at: Position,
    other: int,
) -> Floats:
    """Return the chance of each sign of the opponent, by all ways of prediction.

    Each way is weighted by its success in the seat's duels. The stakes cover the past duels and the
    current one.
    """
    seats = len(at.boxes)
    counts = np.ones((seats, 3), np.float32)
    late = np.ones(3, np.float32)
    before: list[tuple[int, list[Floats]]] = []

    def remember(parent: int) -> int:
        duellists = (parent, (parent + 1) % seats)
        role = duellists.index(other)
        before.append(
            (role, [counts[other].copy(), late.copy(), counts[duellists[1 - role]].copy()])
        )
        return role

    for shown in story:
        parent = shown.position.parent
        if other in (parent, (parent + 1) % seats):
            sign = shown.signs[remember(parent)]
            late *= 0.8
            late[sign] += 0.8
        for who in range(2):
            counts[(parent + who) % seats, shown.signs[who]] += 1
    remember(at.parent)
    kept = before[-len(past) - 1 :]
    roles = np.array([role for role, _ in kept])
    own, lately, foe = (np.array([known[n] for _, known in kept]) for n in range(3))
    rows = reading.guesses(found, roles, own, lately, foe)
    seen = np.array([shown.signs[role] for shown, role in zip(past, roles, strict=False)], np.intp)
    proofs = np.log(rows[np.arange(len(past)), :, seen])
    ages = np.arange(len(past))[::-1]
    proof = np.log(_PRIOR) + (reading.fading**ages) @ proofs
    weights = np.exp(proof - proof.max())
    likely: Floats = (weights / weights.sum()) @ rows[-1]
    return likely


def answer(mine: Floats, theirs: Floats, likely: Floats, trust: float) -> Floats:
    """Return the frequency of each sign against an opponent that shows `likely` at the rate of
    trust, and otherwise counters the counter.

    Tables by the own sign and the opponent's.
    """
    toward = trust * (mine @ likely)[:, None] + (1 - trust) * mine
    mix: Floats = solve(np.stack([toward, theirs])[:, None])[0][0, 0]
    return mix


@dataclass(frozen=True)
class Signs:
    """The analysis before a sign.

    The worth of each pair of signs, the opponent's likely signs, and the frequency of each own
    sign.
    """

    worth: Floats
    likely: Floats
    mix: Floats


def read(view: View, told: Told, reading: Reading, trust: float) -> Signs:
    """The signs of the duel that a duellist's view shows."""
    at = here(view)
    mine = int(view.seat != view.parent)
    other = view.parent if mine else view.child
    story = duels(told)
    past = [
        shown
        for shown in story
        if other in (shown.position.parent, (shown.position.parent + 1) % view.seats)
    ]
    past = past[-_REMEMBERED:]
    found = stakes([*(shown.position for shown in past), at], view.options.rounds)
    likely = expected(reading, found, past, story, at, other)
    worth, theirs = found.worth[mine, 0, -1], found.worth[1 - mine, 0, -1]
    if mine:
        worth, theirs = worth.T, theirs.T
    return Signs(worth, likely, answer(worth, theirs, likely, trust))
