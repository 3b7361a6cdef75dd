"""Sinomilia: players that guess the other's prediction, and move the table there.

*Hard* solves the round by regret matching, on lines that forget nothing, so it is hard to
read. The worth of an end is the chance to win the match from there. *Normal* solves hastily and for
chips alone, so it bluffs at the wrong times and loses chips it needs later. Both watch for habits
of the opponent. *Easy* walks openly.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from ...thinking.thinker import Told
from ...thinking.weights import load
from .. import Change, Chip, Lay, Move, Pass
from ..state import View
from .answers import Asked, follow
from .habits import habits_of, likely, unused
from .past import Heard, hear, turns
from .round import Action, Known, Numbers, Solved, solve
from .tree import CHANGE, MOON, PASS, SUN, End
from .worth import Estimate, Round, Weights, ends_worth

_SELDOM = 0.02
"""Moves played less often than that, as a part of the most frequent one, are not."""
_REMEMBERED = 4
"""It judges the other by this number of past rounds. Each costs time."""

_RECKONS = 0.5
"""A player who reckons by at least that chance is taken to have no habits."""
_TRUSTED = 0.8
"""The least chance that the other reckons, on lines. Who answers habits more can be read: one that
only seems to have them wins 0.3 of a round at 0.1, and 0.01 at this."""

_TEMPTED = 1 / 6
"""The share of moons among a beginner's chips."""


@cache
def learned() -> Estimate:
    """Return the learned estimate of positions between rounds."""
    found = load(__package__, "estimate")
    rows = zip(*(found[name].tolist() for name in ("lead", "start", "cards")), strict=True)
    return tuple(Weights(lead, start, tuple(cards)) for lead, start, cards in rows)


def solution(
    begun: Round,
    iterations: int,
    estimate: Estimate | None,
    against: int = 0,
    known: tuple[float, ...] = (),
) -> Solved:
    """Return a solved round. Without an estimate it is solved for chips alone.

    `known`: the chance that the seat `against` reckons, or has each of the habits.
    """

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
    return solve(begun.chips, unused(begun), worth, iterations, (habits[0], habits[1]))


solved = lru_cache(32)(solution)
opening = lru_cache(8)(solution)
"""The solution of a match's first round, apart: all matches begin alike."""


Weighed = tuple[Move, float, float]
"""A move, how often it is to be played, and its worth."""


@dataclass(frozen=True)
class Solver:
    """Solves the round in a number of iterations, and plays its part.

    With `chips` it counts chips alone, and ignores the cards and rounds that are left. With
    `habits` it watches for habits of the opponent. With more thought it takes `deep` iterations.
    With `recalls` it plays by that number of iterations on lines that forget nothing.
    """

    iterations: int
    chips: bool = False
    habits: bool = False
    deep: int = 0
    recalls: int = 0

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """A move, as often as the solution has it."""
        if view.phase == "toss":
            return rng.choice(legal)
        odds = self.mix(view, told, legal)
        return rng.choices(legal, odds)[0] if max(odds) > 0 else rng.choice(legal)

    def mix(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """Return the frequency of each move after the toss."""
        chances = self._recalled(view, told, legal) if self.recalls else []
        if not any(chances):
            chances = [chance for _, chance, _ in self._weighed(view, told, legal)]
        # A move with a tiny share is a leftover of the first, averaged iterations.
        return [chance if chance >= _SELDOM * max(chances) else 0.0 for chance in chances]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """Each move and its worth, best first: the chance to win the match.

        Where moves are about as good as each other, `choose` plays now one and now another.
        """
        if view.phase == "toss":
            return [(move, 0.5) for move in legal]
        weighed = self._weighed(view, told, legal)
        return sorted(((m, w) for m, _, w in weighed), key=lambda pair: -pair[1])

    def ponder(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """The same as `weigh`, from a solution that has settled: after an early one, values of
        moves played seldom are still far off.
        """
        return replace(self, iterations=self.deep).weigh(view, told, legal, rng)

    def _weighed(self, view: View, told: Told, legal: Sequence[Move]) -> list[Weighed]:
        heard = hear(view, told)
        me = int(view.seat != view.starter)
        found = self._solved(heard, me, view.seat == 0)
        if view.phase == "lay":
            lay, begin, own = found.lay[me], found.begin[me], found.cards[me]
            places = [(move, own.index(move.card)) for move in legal if isinstance(move, Lay)]
            return [(move, float(lay[n]), float(begin[n])) for move, n in places]
        assert view.prediction is not None
        played = found.plays(heard.position, view.prediction)
        return [(move, *played[_action(move)]) for move in legal]

    def _recalled(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """Return the frequency of each move on lines, or none where it plays none of them."""
        heard = hear(view, told)
        me = int(view.seat != view.starter)
        answer, place = follow(self.asked(heard, me, view.seat == 0), turns(told))
        if view.phase == "lay":
            lay = answer.laid(place)
            cards = answer.cards[me]
            return [float(lay[cards.index(m.card)]) if isinstance(m, Lay) else 0.0 for m in legal]
        assert view.prediction is not None
        odds = answer.plays(place, view.prediction)
        return [odds.get(_action(move), 0.0) for move in legal]

    def asked(self, heard: Heard, me: int, other: int) -> Asked:
        """Return the question of a round, as that seat of it against the other of the match."""
        known = self._known(heard, other)
        if not known or known[0] >= _RECKONS:
            known = ()
        else:
            part = (1 - _TRUSTED) / (1 - known[0])
            known = (_TRUSTED, *(round(part * chance, 2) for chance in known[1:]))
        return Asked(heard.begun, me, known, learned(), self.recalls)

    def _known(self, heard: Heard, other: int) -> tuple[float, ...]:
        if not self.habits:
            return ()
        past = heard.past[-_REMEMBERED:]
        return likely([(over, int(other != starter)) for starter, over in past])

    def _solved(self, heard: Heard, me: int, other: int) -> Solved:
        known = self._known(heard, other)
        found = solved if heard.past else opening
        estimate = None if self.chips else learned()
        return found(heard.begun, self.iterations, estimate, 1 - me, known)


def _action(move: Move) -> Action:
    match move:
        case Chip(face=face):
            return SUN if face == "sun" else MOON
        case Pass():
            return PASS
        case Change(card=card):
            return (CHANGE, card)
        case _:
            raise ValueError("not a turn")


@dataclass(frozen=True)
class Walker:
    """Lays any number and goes there openly.

    Beginners' errors: now and then it lays a chip with the moon up, because that brings more. So
    the other can end the round before it is there. It lays any number, high ones too. It never
    waits, changes or bluffs, and it ignores the other's plan.
    """

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """Towards the own number."""
        if view.phase != "turns":
            return rng.choice(legal)
        assert view.prediction is not None
        if len(view.table) >= view.prediction:
            return Pass()
        return Chip("moon" if rng.random() < _TEMPTED else "sun")


EASY = Walker()
NORMAL = Solver(8, chips=True, habits=True)
HARD = Solver(60, habits=True, deep=120, recalls=120)
