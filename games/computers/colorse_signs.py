"""COLORSE: which sign the other will show, and the answer to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ..colorse_state import View
from .colorse_greedy import tables
from .colorse_many import Floats
from .colorse_story import Position, Shown, aims, batch, duels, here
from .colorse_weights import NETS
from .colorse_worth import ended, signs, solve
from .thinker import Told

_SPITES = (0.0, 1 / 3, 1.0)
_CHUNK = 4
_REMEMBERED = 40
"""So many of a seat's latest duels are thought back to."""


@dataclass(frozen=True)
class Stakes:
    """Duels side by side: what pairs of signs are worth to parent and child, by duel, who, parent's
    and child's sign; how often each is to be shown, by duel and who. `worth` and `mix` by what it
    leads to; `cards` and `card_mix` in cards alone, by spite first."""

    worth: Floats
    mix: Floats
    cards: Floats
    card_mix: Floats


def _stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    seats = len(positions[0].boxes)
    wanted = np.array([aims(p.wins, rounds, p.parent) for p in positions], np.float32)
    found = ended(NETS[seats], batch(positions), wanted)
    ties = np.array([p.raus for p in positions])
    first, second, mine, theirs = signs(found, ties, 30)
    cards = np.array(
        [[tables(p.boxes, p.ups, p.parent, spite) for p in positions] for spite in _SPITES],
        np.float32,
    )
    flat = cards.reshape(-1, 2, 3, 3)
    mixes = np.stack(solve(flat[:, 0], flat[:, 1], 30), 1)
    return Stakes(
        np.stack([first, second], 1),
        np.stack([mine, theirs], 1),
        cards,
        mixes.reshape(len(_SPITES), -1, 2, 3),
    )


@lru_cache(1024)
def _past(positions: tuple[Position, ...], rounds: int) -> Stakes:
    """Kept, since a match thinks back to the same duels again and again."""
    return _stakes(positions, rounds)


def stakes(positions: Sequence[Position], rounds: int) -> Stakes:
    """Of many duels; those before the last ones in lots that stay the same."""
    whole = (len(positions) - 1) // _CHUNK * _CHUNK
    parts = [_past(tuple(positions[n : n + _CHUNK]), rounds) for n in range(0, whole, _CHUNK)]
    parts.append(_stakes(positions[whole:], rounds))
    return Stakes(
        np.concatenate([part.worth for part in parts]),
        np.concatenate([part.mix for part in parts]),
        np.concatenate([part.cards for part in parts], 1),
        np.concatenate([part.card_mix for part in parts], 1),
    )


@dataclass(frozen=True)
class Reading:
    """How somebody is read: by habit, by reason, or by what others have shown them.

    `doubt`: how much of each guess is that anything may come; `fading`: how fast proofs age.
    """

    doubt: float = 0.06
    fading: float = 0.97

    def guesses(
        self, found: Stakes, at: int, role: int, own: Floats, late: Floats, foe: Floats
    ) -> Floats:
        """What each way of reading expects a duellist to show: one row each."""
        out = [np.full(3, 1 / 3), own / own.sum(), late / late.sum(), found.mix[at, role]]
        out += [mix[at, role] for mix in found.card_mix]
        expected = foe / foe.sum()
        for table in (found.worth, *found.cards):
            worth = table[at, role] @ expected if role == 0 else expected @ table[at, role]
            out.append(np.float32(worth >= worth.max() - 1e-6))
        rows = np.array(out, np.float32)
        rows /= rows.sum(1, keepdims=True)
        guesses: Floats = (1 - self.doubt) * rows + self.doubt / 3
        return guesses


def expected(
    reading: Reading,
    found: Stakes,
    past: Sequence[Shown],
    story: Sequence[Shown],
    at: Position,
    other: int,
) -> Floats:
    """How likely the other shows each sign now, by all ways of reading it, each as far as it has
    proved right in its duels so far."""
    seats = len(at.boxes)
    counts = np.ones((seats, 3), np.float32)
    late = np.ones(3, np.float32)
    proof = np.log(_PRIOR)
    number = 0
    first = past[0] if past else None
    begun = first is None
    for shown in story:
        begun = begun or shown is first
        parent = shown.position.parent
        duellists = (parent, (parent + 1) % seats)
        if other in duellists:
            role = duellists.index(other)
            if begun:
                foe = counts[duellists[1 - role]]
                rows = reading.guesses(found, number, role, counts[other], late, foe)
                proof = reading.fading * proof + (1 - reading.fading) * np.log(_PRIOR)
                proof += np.log(rows[:, shown.signs[role]])
                number += 1
            late *= 0.8
            late[shown.signs[role]] += 0.8
        for who, seat in enumerate(duellists):
            counts[seat, shown.signs[who]] += 1
    duellists = (at.parent, (at.parent + 1) % seats)
    role = duellists.index(other)
    rows = reading.guesses(found, number, role, counts[other], late, counts[duellists[1 - role]])
    weights = np.exp(proof - proof.max())
    likely: Floats = (weights / weights.sum()) @ rows
    return likely


_PRIOR = np.array([2, 2, 1, 3, 1, 1, 1, 1.5, 0.5, 0.5, 0.5]) / 14


def answer(mine: Floats, theirs: Floats, likely: Floats, trust: float) -> Floats:
    """How often to show each sign against somebody who shows what is likely as often as it is
    trusted, and else answers the answer. Tables by the own sign and the other's."""
    toward = trust * (mine @ likely)[:, None] + (1 - trust) * mine
    mix: Floats = solve(toward[None], theirs[None], 60)[0][0]
    return mix


@dataclass(frozen=True)
class Signs:
    """What is known before a sign: what each pair is worth to oneself, what the other is likely to
    show, and how often to show each."""

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
    # The oldest are dropped by whole lots, so that the lots stay the same.
    drop = max(0, len(past) - _REMEMBERED + _CHUNK - 1) // _CHUNK * _CHUNK
    past = past[drop:]
    found = stakes([*(shown.position for shown in past), at], view.options.rounds)
    likely = expected(reading, found, past, story, at, other)
    worth, theirs = found.worth[-1, mine], found.worth[-1, 1 - mine]
    if mine:
        worth, theirs = worth.T, theirs.T
    return Signs(worth, likely, answer(worth, theirs, likely, trust))
