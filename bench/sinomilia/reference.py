"""Sinomilia: simple heuristics, a lookahead over one round, regret matching over one round."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from games.sinomilia import Change, Chip, Lay, Pass
from games.sinomilia.computers.past import hear
from games.sinomilia.computers.round import Numbers
from games.sinomilia.computers.tree import CHANGE, MOON, PASS, SUN, tree_of
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
        _, round_, position = hear(view, told)
        me = int(view.seat != view.starter)
        ahead = _open if self.open else _alone
        values = ahead(round_, me)
        theirs = [c for c in range(10) if c not in round_.used[1 - me]]
        tree = tree_of(round_.chips)
        if view.phase == "lay":
            worth = [float(values[0][0][m.card, theirs].mean()) for m in legal]
        else:
            children = tree.children[me][tree.numbers[position]]
            worth = []
            for move in legal:
                action = {Chip("sun"): SUN, Chip("moon"): MOON, Pass(): PASS}.get(move, CHANGE)
                card = move.card if isinstance(move, Change) else view.prediction
                child = children[action]
                table = values[2][-2 - child] if child < 0 else values[1 - me][child]
                worth.append(float(table[card, theirs].mean()))
        best = max(worth)
        return rng.choice([m for m, w in zip(legal, worth, strict=True) if w > best - 1e-5])


Ahead = tuple[list[Numbers], list[Numbers], Numbers]
"""Values for a seat by its card and the other's: positions of both seats, and ends."""


def _ends(round_: Round, me: int) -> Numbers:
    ends = ends_worth(round_, tree_of(round_.chips).ends, (), chips=True)
    return ends if me == 0 else 1 - ends.transpose(0, 2, 1)


@lru_cache(4)
def _open(round_: Round, me: int) -> Ahead:
    tree, ends = tree_of(round_.chips), _ends(round_, me)
    values: list[list[Any]] = [[None] * len(p) for p in tree.positions]
    cards = [[c for c in range(10) if c not in used] for used in round_.used]
    for layer in reversed(tree.layers):
        t = layer.turn
        for n in range(layer.begun, layer.ended):
            worths = []
            for action, child in enumerate(tree.children[t][n].tolist()):
                if child == -1:
                    continue
                table = ends[-2 - child] if child < 0 else values[1 - t][child]
                if action == CHANGE and t == me:
                    table = np.broadcast_to(table[cards[t]].max(0), (10, 10))
                elif action == CHANGE:
                    table = np.broadcast_to(table[:, cards[t]].min(1)[:, None], (10, 10))
                worths.append(table)
            values[t][n] = np.maximum.reduce(worths) if t == me else np.minimum.reduce(worths)
    return values[0], values[1], ends


@lru_cache(4)
def _alone(round_: Round, me: int) -> Ahead:
    tree, ends = tree_of(round_.chips), _ends(round_, me)
    cards = [[c for c in range(10) if c not in used] for used in round_.used]
    mean = ends[:, :, cards[1 - me]].mean(2)
    values: list[list[Any]] = [[None] * len(p) for p in tree.positions]
    for layer in reversed(tree.layers):
        t = layer.turn
        for n in range(layer.begun, layer.ended):
            worths = []
            for action, child in enumerate(tree.children[t][n].tolist()):
                if child == -1:
                    continue
                table = mean[-2 - child] if child < 0 else values[1 - t][child]
                if action == CHANGE and t == me:
                    table = np.full(10, table[cards[t]].max())
                worths.append(table)
            values[t][n] = np.maximum.reduce(worths) if t == me else np.mean(worths, 0)
    wide = [[np.repeat(v[:, None], 10, 1) for v in own] for own in values]
    return wide[0], wide[1], np.repeat(mean[:, :, None], 10, 2)


SIMPLE = Simple()
LOOKAHEAD = Lookahead()
HOPEFUL = Lookahead(open=False)
