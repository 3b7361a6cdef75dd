"""Sinomilia: who guesses what the other predicted, and moves the table there.

*Hard* solves the round by regret matching, an end being worth the chance to win the match from
there. *Normal* does so hastily and for chips alone. *Easy* predicts a middling number, walks
towards it openly and never feints, as beginners do.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..sinomilia import Call, Change, Chip, Lay, Move, Pass
from ..sinomilia_events import Changed, ChipLaid, Passed, RoundBegan
from ..sinomilia_state import CARDS, Card, SinomiliaOptions, View
from .sinomilia_round import (
    CHANGE,
    MOON,
    MOONED,
    OTHER,
    PASS,
    PASSED,
    SUN,
    End,
    Numbers,
    Public,
    Solved,
    solve,
    tree_of,
)
from .sinomilia_weights import LEARNT
from .thinker import Told, since


@dataclass(frozen=True)
class Round:
    """Where a round began, by seat relative to the starter: all that its solution depends on."""

    options: SinomiliaOptions
    chips: tuple[int, int]
    used: tuple[tuple[Card, ...], tuple[Card, ...]]
    nines: int
    starter: int


class Weights(NamedTuple):
    """What makes a match won, so many rounds before its end, as a sum whose logistic is the chance.

    `lead`: for a chip more than the other; `start`: for beginning the next round; `cards`: for
    each card held and not by the other.
    """

    lead: float
    start: float
    cards: tuple[float, ...]


Estimate = tuple[Weights, ...]
"""By rounds left, from 1; the last one is for all that are more."""

PLAIN: Estimate = tuple(Weights(0.25 / n**0.5, 0.0, (0.0,) * 10) for n in range(1, 9))


def ends_worth(begun: Round, ends: Sequence[End], estimate: Estimate, *, chips: bool) -> Numbers:
    """What ends are worth to the starter; with `chips`, for the chips alone."""
    laid = np.array([end.laid for end in ends], np.float32)[:, :, None, None]
    moons = np.array([end.moons for end in ends], np.float32)[:, None, None]
    changed = np.array([end.changed for end in ends], np.float32)[:, :, None, None]
    actor = np.array([-1 if e.actor is None else e.actor for e in ends])[:, None, None]
    count = laid.sum(axis=1)
    spent = laid + changed - changed[:, ::-1]
    held = np.array(begun.chips, np.float32)[None, :, None, None] - spent
    first = np.arange(10, dtype=np.float32)[None, :, None]
    second = np.arange(10, dtype=np.float32)[None, None, :]
    off, other_off = abs(first - count), abs(second - count)
    tie = np.where((count == 0) | (actor < 0), True, actor == 1)
    wins = np.where(off == other_off, tie, off < other_off)
    after = []
    for winner in (0, 1):
        poor, rich = held[:, winner], held[:, 1 - winner]
        due = moons + 2 + np.where(poor == 0, 5, np.where(poor == 1, 2, 0))
        paid = np.minimum(due, rich)
        after.append(poor + count + paid - (rich - paid))
    lead = np.where(wins, after[0], -after[1])
    total = sum(begun.chips)
    if chips:
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
    over = (abs(lead) >= total) | ((rounds <= 0) | nines)[None]
    tie = 0.5 if begun.options.tie == "draw" else wins.astype(np.float32)
    final = np.where(lead > 0, 1.0, np.where(lead < 0, 0.0, tie))
    at = np.clip(rounds, 1, len(estimate)) - 1
    mine, theirs = np.indices(rounds.shape)
    cards = values[0][at, mine] - values[1][at, theirs]
    by_lead = np.array([w.lead for w in estimate], np.float32)[at]
    start = np.array([w.start for w in estimate], np.float32)[at]
    ahead = lead * by_lead[None] + cards[None] + start[None] * np.where(wins, 1, -1)
    return np.asarray(np.where(over, final, 1 / (1 + np.exp(-ahead))), np.float32)


WEIGHTS: Estimate = tuple(Weights(*row) for row in LEARNT) or PLAIN


@lru_cache(32)
def solved(begun: Round, iterations: int, estimate: Estimate, chips: bool) -> Solved:
    cards = [tuple(c for c in CARDS if c not in used) for used in begun.used]

    def worth(ends: tuple[End, ...]) -> Numbers:
        return ends_worth(begun, ends, estimate, chips=chips)

    return solve(tree_of(begun.chips), (cards[0], cards[1]), worth, iterations)


def begun(view: View, told: Told) -> tuple[Round, Public]:
    """The round under way as it began, and what lies on its table, the starter first."""
    assert view.starter is not None
    start = view.starter
    _, after = since(told, RoundBegan)
    laid, changed, actor = [0, 0], [False, False], None
    for event in after:
        if isinstance(event, ChipLaid):
            laid[event.seat] += 1
            actor = event.seat
        elif isinstance(event, Changed):
            changed[event.seat] = True
            actor = event.seat
        elif isinstance(event, Passed):
            pass
    chips = [view.chips[s] + laid[s] + changed[s] - changed[1 - s] for s in (start, 1 - start)]
    before = {"pass": PASSED, "moon": MOONED}.get(view.before or "", OTHER)
    turn = 0 if view.phase != "turns" else int(view.seat != start)
    position = Public(
        (laid[start], laid[1 - start]),
        view.table.count("moon"),
        (changed[start], changed[1 - start]),
        before,
        turn,
        None if actor is None else int(actor != start),
    )
    used = (tuple(sorted(view.used[start])), tuple(sorted(view.used[1 - start])))
    return Round(view.options, (chips[0], chips[1]), used, view.nines, 0), position


@dataclass(frozen=True)
class Solver:
    """Plays its part of the round's solution."""

    iterations: int
    estimate: Estimate = WEIGHTS
    chips: bool = False

    def weigh(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """How often each of the legal moves is to be played."""
        if view.phase == "toss":
            return [1.0] * len(legal)
        round_, position = begun(view, told)
        found = solved(round_, self.iterations, self.estimate, self.chips)
        me = int(view.seat != view.starter)
        if view.phase == "lay":
            return [float(found.lay[me][m.card]) for m in legal if isinstance(m, Lay)]
        assert view.prediction is not None
        played = found.plays(position, view.prediction)
        return [1.0 if played is None else played[_action(move)] for move in legal]

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        weights = self.weigh(view, told, legal)
        # What is hardly ever played is what averaging has left of the first tries.
        best = max(weights)
        weights = [w if w > 0.05 * best else 0.0 for w in weights]
        return rng.choices(legal, weights)[0] if best > 0 else rng.choice(legal)


def _action(move: Move) -> int | tuple[int, int]:
    match move:
        case Chip(face=face):
            return SUN if face == "sun" else MOON
        case Pass():
            return PASS
        case Change(card=card):
            return (CHANGE, card)
        case Call() | Lay():
            raise ValueError("not a turn")


HARD = Solver(16)
