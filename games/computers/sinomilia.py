"""Sinomilia: who guesses what the other predicted, and moves the table there.

*Hard* solves the round by regret matching, an end being worth the chance to win the match from
there, and counts with people of simple habits. *Normal* does so hastily and for chips alone.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..sinomilia import Change, Chip, Lay, Move, Pass
from ..sinomilia_state import View
from .sinomilia_habits import habits_of, likely, unused
from .sinomilia_past import Heard, hear
from .sinomilia_round import Known, Numbers, Solved, solve
from .sinomilia_tree import CHANGE, MOON, PASS, SUN, End, tree_of
from .sinomilia_weights import LEARNT
from .sinomilia_worth import PLAIN, Estimate, Round, Weights, ends_worth
from .thinker import Told

WEIGHTS: Estimate = tuple(Weights(*row) for row in LEARNT) or PLAIN


@lru_cache(16)
def solved(
    begun: Round,
    iterations: int,
    estimate: Estimate | None,
    against: int = 0,
    known: tuple[float, ...] = (),
) -> Solved:
    """A round solved; without an estimate, for chips alone.

    `known`: how likely the seat `against` reckons, or has each of the habits.
    """
    tree = tree_of(begun.chips)

    def worth(ends: tuple[End, ...]) -> Numbers:
        return ends_worth(begun, ends, estimate or (), chips=estimate is None)

    habits: list[Known] = [(), ()]
    if known:
        # Those too unlikely to matter cost as much time as the others.
        habits[against] = tuple(
            (chance, habit)
            for chance, habit in zip(known[1:], habits_of(begun, against), strict=True)
            if chance >= 0.02
        )
    return solve(tree, unused(begun), worth, iterations, (habits[0], habits[1]))


@dataclass(frozen=True)
class Solver:
    """Plays its part of the round's solution."""

    iterations: int
    estimate: Estimate | None = WEIGHTS
    habits: bool = False

    def odds(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """How often each of the legal moves is to be played."""
        if view.phase == "toss":
            return [1.0] * len(legal)
        heard = hear(view, told)
        me = int(view.seat != view.starter)
        found = self._solved(heard, me, 1 - (view.seat or 0))
        if view.phase == "lay":
            own = found.cards[me]
            return [float(found.lay[me][own.index(m.card)]) for m in legal if isinstance(m, Lay)]
        assert view.prediction is not None
        played = found.plays(heard.position, view.prediction)
        return [1.0 if played is None else played[_action(move)] for move in legal]

    def _solved(self, heard: Heard, me: int, other: int) -> Solved:
        known: tuple[float, ...] = ()
        if self.habits:
            seats = [int(other != starter) for starter, _ in heard.past]
            known = likely([past for _, past in heard.past], seats)
        return solved(heard.begun, self.iterations, self.estimate, 1 - me, known)

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """A move, as often as the solution has it."""
        odds = self.odds(view, told, legal)
        # What is hardly ever played is what averaging has left of the first tries.
        best = max(odds)
        odds = [chance if chance > 0.1 * best else 0.0 for chance in odds]
        return rng.choices(legal, odds)[0] if best > 0 else rng.choice(legal)


def _action(move: Move) -> int | tuple[int, int]:
    match move:
        case Chip(face=face):
            return SUN if face == "sun" else MOON
        case Pass():
            return PASS
        case Change(card=card):
            return (CHANGE, card)
        case _:
            raise ValueError("not a turn")


HARD = Solver(30, habits=True)
