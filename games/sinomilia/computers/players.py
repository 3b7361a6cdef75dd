"""Sinomilia: players that guess the other's prediction, and move the table there.

*Hard* solves the round by regret matching, on lines that forget nothing, so it is hard to read. The
worth of an end is the chance to win the match from there. *Normal* solves hastily and for chips
alone, so it bluffs at the wrong times and loses chips it needs later. Both watch for habits of the
opponent. *Easy* walks openly.
"""

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from ...core import Frozen
from ...thinking.players import Told
from ...thinking.weights import load
from .. import Change, Chip, Lay, Move, Pass
from ..state import View
from .habits import Heard, Turns, acts, hear, held, likely, unused
from .lines import lines
from .positions import CHANGE, MOON, PASS, SUN, Action, Numbers, Public, after
from .recall import Answer, Matching
from .worth import Estimate, Round, Weights, ends_worth

LATE = 6
"""Changes come from that number of chips on. Earlier ones bring little."""


class Asked(NamedTuple):
    """A round, the seat that plays it, what it knows of the other, and how long it may think.

    `known`: the chance that the other is of each kind, none if it reckons. Without an estimate only
    the chips of the round count.
    """

    begun: Round
    seat: int
    known: tuple[float, ...]
    estimate: Estimate | None
    iterations: int


def follow(asked: Asked, turns: Turns) -> tuple[Answer, int]:
    """Return the seat's way of playing after these turns, and their place in it."""
    answer, place = (_first if asked.begun.used == ((), ()) else _begin)(asked), 0
    for n, (position, action) in enumerate(turns, 1):
        child = answer.lines.child(place, action)
        if child is None or (action == CHANGE and position.turn != asked.seat):
            answer, place = _anew(asked, turns[:n]), 0
        else:
            place = child
    return answer, place


def _start(asked: Asked) -> Answer:
    return _matched(asked, Public(), (), None, None)


_first = lru_cache(8)(_start)
"""The first rounds, apart: all matches begin alike."""
_begin = lru_cache(12)(_start)


@lru_cache(512)
def worth(asked: Asked, turns: Turns, position: Public, action: int) -> Numbers:
    """Return the most that the other of a seat wins after its action, with each card that it then
    holds. -0.5 to 0.5.
    """
    answer, place = follow(asked, turns)
    child = answer.lines.child(place, action)
    if child is not None:
        return answer.worth(child)
    reached = after(position, action)
    if isinstance(reached, Public):
        return follow(asked, (*turns, (position, action)))[0].worth(0)
    ends = ends_worth(asked.begun, (reached,), asked.estimate)
    first = ends[answer.cards[0], :, 0][:, answer.cards[1]] - 0.5
    laid = answer.laid(place)
    return np.asarray(first @ laid if asked.seat == 1 else -(laid @ first))


@lru_cache(12)
def _anew(asked: Asked, turns: Turns) -> Answer:
    """Return the way of playing from a turn on that the lines before don't hold."""
    answer, place = follow(asked, turns[:-1])
    position, action = turns[-1]
    root = after(position, action)
    assert isinstance(root, Public)
    otherwise = None if action == CHANGE else answer.worth(place)
    own = None if action == CHANGE and position.turn == asked.seat else answer.laid(place)
    return _matched(asked, root, turns, own, otherwise)


def _matched(
    asked: Asked, root: Public, turns: Turns, own: Numbers | None, otherwise: Numbers | None
) -> Answer:
    begun, seat, known, estimate, iterations = asked
    found, reckons, other = lines(root, LATE), 1.0, 1 - seat
    ends = ends_worth(begun, found.ends, estimate)
    matching = Matching(found, begun.chips, unused(begun), seat, ends)
    if known:
        chances = np.array(known, np.float32)[:, None] * held(begun, other, turns)
        chances /= chances.sum()
        reckons = float(chances[0].sum())
        edges = found.edges[other]
        played = acts(matching.cards[other], found.table[edges], found.actions[edges])
        for kind in range(1, len(known)):
            matching.meet(chances[kind], played[kind])
    return matching.run(own, 0.0 if otherwise is None else otherwise, reckons, iterations)


_WEIGHS, _PONDERS = 40, 80
"""The iterations for the worths of moves. Each move without a place in the lines costs as many."""

_SELDOM = 0.02
"""Moves played less often than that, as a part of the most frequent one, are not."""
_REMEMBERED = 4
"""It judges the other by this number of past rounds. Each costs time."""

_HABITLESS = 0.5
"""A player who reckons by at least that chance is taken to have no habits."""
_TEMPTED = 1 / 6
"""The share of moons among a beginner's chips."""


@cache
def learned() -> Estimate:
    """Return the learned estimate of positions between rounds."""
    found = load(__package__, "estimate")
    rows = zip(*(found[name].tolist() for name in ("lead", "start", "cards")), strict=True)
    return tuple(Weights(lead, start, tuple(cards)) for lead, start, cards in rows)


class Solver(Frozen):
    """Solves the round in a number of iterations, and plays its part.

    With `chips` it counts chips alone, and ignores the cards and rounds that are left. `reckoning`:
    the least chance that the other is believed to have no habits. Who answers habits more can be
    read: one that only seems to have them wins 0.3 of a round at 0.1, and 0.01 at 0.8.
    """

    iterations: int
    chips: bool = False
    reckoning: float = 0.8

    def choose(self, view: View, told: Told, legal: Sequence[Move], rng: random.Random) -> Move:
        """A move, as often as the solution has it."""
        if view.phase == "toss":
            return rng.choice(legal)
        return rng.choices(legal, self.mix(view, told, legal))[0]

    def mix(self, view: View, told: Told, legal: Sequence[Move]) -> list[float]:
        """Return the frequency of each move after the toss."""
        me, other = int(view.seat != view.starter), int(view.seat == 0)
        heard = hear(view, told)
        answer, place = follow(self.asked(heard, me, other, self.iterations), heard.turns)
        if view.phase == "lay":
            odds = dict(zip(answer.cards[me], answer.laid(place).tolist(), strict=True))
            chances = [odds[move.card] if isinstance(move, Lay) else 0.0 for move in legal]
        else:
            played = answer.plays(place, _own(view))
            chances = [played.get(action_of(move, _own(view)), 0.0) for move in legal]
        if not any(chances):
            # The solution never comes here with this card.
            best = self.weigh(view, told, legal, random.Random(0))[0][0]
            return [float(move == best) for move in legal]
        # A move with a tiny share is a leftover of the first, averaged iterations.
        return [chance if chance >= _SELDOM * max(chances) else 0.0 for chance in chances]

    def weigh(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """Each move and its worth, best first: the chance to win the match against the own play.

        Where moves are about as good as each other, `choose` plays now one and now another.
        """
        return self.answered(view, told, legal, _WEIGHS)

    def ponder(
        self, view: View, told: Told, legal: Sequence[Move], rng: random.Random
    ) -> list[tuple[Move, float]]:
        """The same as `weigh`, from a solution that has settled more."""
        return self.answered(view, told, legal, _PONDERS)

    def answered(
        self, view: View, told: Told, legal: Sequence[Move], iterations: int
    ) -> list[tuple[Move, float]]:
        """Return moves and what they win at most against such a solver, best first."""
        if view.phase == "toss":
            return [(move, 0.5) for move in legal]
        heard = hear(view, told)
        asked = self.rival(view, heard, iterations)
        own, weighed = unused(asked.begun)[1 - asked.seat], list[tuple[Move, float]]()
        for move in legal:
            if isinstance(move, Lay):
                wins, card = follow(asked, heard.turns)[0].worth(0), move.card
            else:
                action, card = action_of(move, _own(view))
                wins = worth(asked, heard.turns, heard.position, action)
            weighed.append((move, 0.5 + float(wins[own.index(card)])))
        return sorted(weighed, key=lambda pair: -pair[1])

    def rival(self, view: View, heard: Heard, iterations: int) -> Asked:
        """Return the round as a question of the other to such a solver."""
        return self.asked(heard, int(view.seat == view.starter), int(view.seat or 0), iterations)

    def asked(self, heard: Heard, me: int, other: int, iterations: int) -> Asked:
        """Return the question of a round, as that seat of it against the other of the match."""
        past = heard.past[-_REMEMBERED:]
        known = likely([(over, int(other != starter)) for starter, over in past])
        if known[0] >= _HABITLESS:
            known = ()
        else:
            reckons = max(self.reckoning, known[0])
            part = (1 - reckons) / (1 - known[0])
            known = (reckons, *(round(part * chance, 2) for chance in known[1:]))
        estimate = None if self.chips else learned()
        return Asked(heard.begun, me, known, estimate, iterations)


def _own(view: View) -> int:
    assert view.prediction is not None
    return view.prediction


def action_of(move: Move, card: int) -> Action:
    """Return a turn as its number and the card that its seat then holds."""
    match move:
        case Chip(face=face):
            return (SUN if face == "sun" else MOON), card
        case Pass():
            return PASS, card
        case Change(card=new):
            return CHANGE, new
        case _:
            raise ValueError("not a turn")


class Walker(Frozen):
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
NORMAL = Solver(8, chips=True, reckoning=0.1)
HARD = Solver(120)
