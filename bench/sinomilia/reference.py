"""Sinomilia: simple heuristics, a lookahead over one round, regret matching over one round."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from games.sinomilia import Chip, Lay, Pass
from games.sinomilia.computers.past import hear
from games.sinomilia.computers.players import action_of
from games.sinomilia.computers.tree import CHANGE, Numbers, tree
from games.sinomilia.computers.worth import Round, ends_worth
from games.sinomilia.state import View
from games.thinking.thinker import Told


@dataclass(frozen=True)
class Simple:
    """Predicts a middle card, lays suns up to it, then passes."""

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """Return a move towards the own prediction."""
        if view.phase == "lay":
            cards = sorted(move.card for move in legal if isinstance(move, Lay))
            middle = len(cards) // 2
            return Lay(rng.choice(cards[max(0, middle - 2) : middle + 2]))
        if view.phase != "turns":
            return rng.choice(legal)
        assert view.prediction is not None
        if len(view.table) < view.prediction and Chip("sun") in legal:
            return Chip("sun")
        return Pass()


@dataclass(frozen=True)
class Lookahead:
    """Searches the whole round for each possible card of the other, and takes the best average.

    `open`: both players know both cards. Otherwise the other plays at random.
    """

    open: bool = True

    def choose(self, view: View, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """Return the move with the most expected chips."""
        if view.phase == "toss":
            return rng.choice(legal)
        _, round_, position, _ = hear(view, told)
        me = int(view.seat != view.starter)
        ahead = _open if self.open else _alone
        values = ahead(round_, me)
        theirs = [c for c in range(10) if c not in round_.used[1 - me]]
        if view.phase == "lay":
            worth = [float(values[0][m.card, theirs].mean()) for m in legal]
        else:
            worth = []
            for move in legal:
                assert view.prediction is not None
                action, card = action_of(move, view.prediction)
                place = tree().children[action, tree().numbers[position]]
                worth.append(float(values[place][card, theirs].mean()))
        best = max(worth)
        return rng.choice([m for m, w in zip(legal, worth, strict=True) if w > best - 1e-5])


Ahead = list[Numbers]
"""Values for a seat by its card and the other's, by place in the round's tree."""


def _ends(round_: Round, me: int) -> list[Any]:
    """Return the values of ends at their places, and none of positions."""
    ends = ends_worth(round_, tree().ends, None).transpose(2, 0, 1)
    own = ends if me == 0 else 1 - ends.transpose(0, 2, 1)
    return [*[None] * len(tree().positions), *own[tree().ending]]


def _backwards(round_: Round) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
    """Yield each position, who is to act, and the actions with their places, the last one first."""
    legal, children = tree().legal(round_.chips), tree().children
    for n in reversed(range(len(tree().positions))):
        moves = [(action, int(children[action, n])) for action in range(4) if legal[action, n]]
        yield n, int(tree().turns[n]), moves


@lru_cache(4)
def _open(round_: Round, me: int) -> Ahead:
    values = _ends(round_, me)
    cards = [[c for c in range(10) if c not in used] for used in round_.used]
    for n, t, moves in _backwards(round_):
        worths = []
        for action, place in moves:
            table = values[place]
            if action == CHANGE and t == me:
                table = np.broadcast_to(table[cards[t]].max(0), (10, 10))
            elif action == CHANGE:
                table = np.broadcast_to(table[:, cards[t]].min(1)[:, None], (10, 10))
            worths.append(table)
        values[n] = np.maximum.reduce(worths) if t == me else np.minimum.reduce(worths)
    return values


@lru_cache(4)
def _alone(round_: Round, me: int) -> Ahead:
    cards = [[c for c in range(10) if c not in used] for used in round_.used]
    values: list[Any] = _ends(round_, me)
    first = len(tree().positions)
    values[first:] = [table[:, cards[1 - me]].mean(1) for table in values[first:]]
    for n, t, moves in _backwards(round_):
        worths = []
        for action, place in moves:
            table = values[place]
            if action == CHANGE and t == me:
                table = np.full(10, table[cards[t]].max())
            worths.append(table)
        values[n] = np.maximum.reduce(worths) if t == me else np.mean(worths, 0)
    return [np.repeat(table[:, None], 10, 1) for table in values]


SIMPLE = Simple()
LOOKAHEAD = Lookahead()
HOPEFUL = Lookahead(open=False)
