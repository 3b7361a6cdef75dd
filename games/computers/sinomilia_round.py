"""One round of Sinomilia, solved: regret matching over all public positions of the round at once.

A public position is what lies on the table and who laid it, the change cards, the turn before and
whose turn it is. How the chips came there is forgotten, so different orders meet in one position.
What a seat hides is one card; positions hold a 10 × 10 table of both seats' cards. The order of
work is that of the layers: a layer's positions lead only into later ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sinomilia_state import CARDS

FULL = 9
SUN, MOON, PASS, CHANGE = range(4)
OTHER, PASSED, MOONED = range(3)
"""What the turn before was, as far as it matters."""

Numbers = NDArray[np.float32]
Places = NDArray[Any]
_NEVER = 1e-9


class Public(NamedTuple):
    """What all see within a round; by seat relative to the starter (0)."""

    laid: tuple[int, int] = (0, 0)
    moons: int = 0
    changed: tuple[bool, bool] = (False, False)
    before: int = OTHER
    turn: int = 0
    actor: int | None = None

    @property
    def chips(self) -> int:
        """How many lie on the table."""
        return sum(self.laid)


class End(NamedTuple):
    """How a round may end: the chips laid by seat, moons, change cards, who acted last."""

    laid: tuple[int, int]
    moons: int
    changed: tuple[bool, bool]
    actor: int | None


def _raised(pair: tuple[int, int], at: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if at == 0 else (pair[0], pair[1] + 1)


def held(chips: tuple[int, int], laid: tuple[int, int], changed: tuple[bool, bool]) -> list[int]:
    """The chips each seat still holds."""
    return [chips[s] - laid[s] - changed[s] + changed[1 - s] for s in (0, 1)]


def after(position: Public, action: int) -> "Public | End":
    """The position, or the end, that an action leads to."""
    laid, moons, changed, before, turn, _ = position
    if action == PASS:
        if before != OTHER:
            return End(laid, moons, changed, position.actor)
        return position._replace(before=PASSED, turn=1 - turn)
    if action == CHANGE:
        now = (True, changed[1]) if turn == 0 else (changed[0], True)
        return Public(laid, moons, now, OTHER, 1 - turn, turn)
    moon = action == MOON
    table = _raised(laid, turn)
    if sum(table) == FULL:
        return End(table, moons + moon, changed, turn)
    return Public(table, moons + moon, changed, MOONED if moon else OTHER, 1 - turn, turn)


@dataclass(frozen=True, eq=False)
class Tree:
    """All positions of a round in the order of their layers, then its ends; position 0 begins.

    `children` by position and action, −1 where it isn't possible; `layers` are the bounds of the
    layers; `ends` are numbered after the positions.
    """

    positions: tuple[Public, ...]
    ends: tuple[End, ...]
    children: NDArray[np.int32]
    turns: NDArray[np.int32]
    layers: tuple[tuple[int, int], ...]

    def find(self, position: Public) -> int:
        """The number of a position; −1 where it can't be reached."""
        return self._numbers.get(position, -1)

    @cached_property
    def steps(self) -> list[tuple[int, Places, Places]]:
        """All ways from position to position, layer by layer: action, parents, children.

        No child twice in one of them.
        """
        found = []
        for begun, ended in self.layers:
            for action in (SUN, MOON, PASS, CHANGE):
                child = self.children[begun:ended, action]
                left = np.flatnonzero((child >= 0) & (child < len(self.positions)))
                while len(left):
                    some, first = np.unique(child[left], return_index=True)
                    found.append((action, left[first] + begun, some))
                    left = np.delete(left, first)
        return found

    @cached_property
    def _numbers(self) -> dict[Public, int]:
        return {position: n for n, position in enumerate(self.positions)}


# Nobody can spend more than nine chips and a change in a round.
_RICH = FULL + 2


def tree_of(chips: tuple[int, int]) -> Tree:
    """The positions of a round begun with so many chips, the starter's first."""
    return _tree(min(chips[0], _RICH), min(chips[1], _RICH))


@lru_cache(256)
def _tree(first: int, second: int) -> Tree:
    start, chips = Public(), (first, second)
    found: dict[Public, list[Public | End | None]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position in found:
            continue
        has = held(chips, position.laid, position.changed)[position.turn]
        moves: list[Public | End | None] = [None] * 4
        moves[PASS] = after(position, PASS)
        if has > 0:
            moves[SUN], moves[MOON] = after(position, SUN), after(position, MOON)
            if not position.changed[position.turn]:
                moves[CHANGE] = after(position, CHANGE)
        found[position] = moves
        todo += [move for move in moves if isinstance(move, Public)]
    positions = tuple(sorted(found, key=_layer))
    ends = tuple({move: None for moves in found.values() for move in moves if type(move) is End})
    number: dict[Public | End, int] = dict(zip((*positions, *ends), count(), strict=False))
    children = np.array(
        [[-1 if m is None else number[m] for m in found[p]] for p in positions], dtype=np.int32
    )
    bounds, at = [], 0
    while at < len(positions):
        layer, begun = _layer(positions[at]), at
        while at < len(positions) and _layer(positions[at]) == layer:
            at += 1
        bounds.append((begun, at))
    turns = np.array([p.turn for p in positions], dtype=np.int32)
    return Tree(positions, ends, children, turns, tuple(bounds))


def _layer(position: Public) -> int:
    return 2 * (position.chips + sum(position.changed)) + (position.before == PASSED)


Worth = Callable[[tuple[End, ...]], Numbers]
"""What ends are worth to the starter, 0–1: by end, the starter's card and the other's."""


@dataclass(frozen=True, eq=False)
class Solved:
    """How both play a round, on average over all iterations.

    By seat, the starter first: the `cards` each may lay, and in `lay` the chance of every card.
    `turns`: by position, place of the own card among those, and action: sun, moon, pass, then a
    change to each of those. `worth`: to the starter.
    """

    tree: Tree
    cards: tuple[tuple[int, ...], tuple[int, ...]]
    lay: tuple[Numbers, Numbers]
    turns: Numbers
    worth: float

    def plays(self, position: Public, card: int) -> dict[int | tuple[int, int], float] | None:
        """How often each action is played with that card; a change by `(CHANGE, card)`."""
        at = self.tree.find(position)
        if at < 0:
            return None
        own = self.cards[position.turn]
        row = self.turns[at, own.index(card)]
        simple = {action: float(row[action]) for action in (SUN, MOON, PASS)}
        return simple | {(CHANGE, other): float(row[3 + n]) for n, other in enumerate(own)}


def solve(
    tree: Tree, cards: tuple[tuple[int, ...], tuple[int, ...]], worth: Worth, iterations: int
) -> Solved:
    """Regret matching, all positions at once; `cards`: what both may lay, the starter first."""
    size, width = len(tree.positions), max(map(len, cards))
    # Of a seat with fewer cards some are there twice, and never played.
    slots = [(*own, *own[:1] * (width - len(own))) for own in cards]
    masks = [(np.arange(width) < len(own)).astype(np.float32) for own in cards]
    even = [mask / mask.sum() for mask in masks]
    values = np.empty((size + len(tree.ends), width, width), np.float32)
    values[size:] = worth(tree.ends)[:, slots[0]][:, :, slots[1]]
    own = np.array(masks)[tree.turns]
    legal = np.zeros((size, 1, 3 + width), np.float32)
    legal[:, 0, :3] = tree.children[:, :3] >= 0
    legal[:, 0, 3:] = (tree.children[:, CHANGE, None] >= 0) * own
    regret = np.zeros((size, width, 3 + width), np.float32)
    total = np.zeros_like(regret)
    lay_regret, lay_total = np.zeros((2, 2, width), np.float32)
    plays, lays = _matched(regret, legal), list(even)
    joint = np.empty((size, width, width), np.float32)
    blind = np.array(even)[1 - tree.turns][:, None, :]
    for iteration in range(1, iterations + 1):
        _spread(tree, lays, plays, joint)
        reach = joint.sum(axis=2, keepdims=True)
        belief = np.where(reach > _NEVER, joint / np.maximum(reach, _NEVER), blind)
        total += iteration * reach * plays
        for begun, ended in reversed(tree.layers):
            here = slice(begun, ended)
            regret[here] += _look(tree, here, values, belief, plays) * own[here][:, :, None]
        np.maximum(regret, 0, out=regret)
        plays = _matched(regret, legal)
        for seat, gain in enumerate((values[0] @ lays[1], 1 - lays[0] @ values[0])):
            lay_total[seat] += iteration * lays[seat]
            lay_regret[seat] += (gain - gain @ lays[seat]) * masks[seat]
            np.maximum(lay_regret[seat], 0, out=lay_regret[seat])
        lays = [_matched(lay_regret[seat], masks[seat]) for seat in (0, 1)]
    sums = total.sum(axis=2, keepdims=True)
    played = np.where(sums > _NEVER, total / np.maximum(sums, _NEVER), plays)
    mean = lay_total / lay_total.sum(axis=1, keepdims=True)
    whole = (_whole(mean[0], cards[0]), _whole(mean[1], cards[1]))
    return Solved(tree, cards, whole, played, float(mean[0] @ values[0] @ mean[1]))


def _whole(part: Numbers, cards: tuple[int, ...]) -> Numbers:
    found = np.zeros(len(CARDS), np.float32)
    found[list(cards)] = part[: len(cards)]
    return found


def _matched(regret: Numbers, legal: Numbers) -> Numbers:
    """Plays in proportion to regrets; where there are none, evenly."""
    plays = regret * legal
    sums = plays.sum(axis=-1, keepdims=True)
    counts = np.maximum(legal.sum(axis=-1, keepdims=True), 1)
    found = np.where(sums > 1e-12, plays / np.maximum(sums, 1e-12), legal / counts)
    return np.asarray(found, np.float32)


def _spread(tree: Tree, lays: list[Numbers], plays: Numbers, joint: Numbers) -> None:
    """How likely each pair of cards is at each position, the card of who is to act first."""
    joint[:] = 0
    joint[0] = np.outer(lays[0], lays[1])
    for action, parents, children in tree.steps:
        if action == CHANGE:
            moved = plays[parents][:, :, 3:].transpose(0, 2, 1) @ joint[parents]
        else:
            moved = joint[parents] * plays[parents, :, action, None]
        joint[children] += moved.transpose(0, 2, 1)


def _look(tree: Tree, here: slice, values: Numbers, belief: Numbers, plays: Numbers) -> Numbers:
    """Fill in what a layer's positions are worth to who is to act; the gains of each action."""
    believed, played = belief[here], plays[here]
    worths = np.zeros_like(played)
    sums = np.zeros_like(believed)
    for action in (SUN, MOON, PASS):
        child = tree.children[here, action]
        seen = _turned(tree, child, values, here)
        seen[child < 0] = 0
        worths[:, :, action] = np.einsum("nij,nij->ni", believed, seen)
        sums += played[:, :, action, None] * seen
    child = tree.children[here, CHANGE]
    if (child >= 0).any():
        seen = 1 - values[np.maximum(child, 0)].transpose(0, 2, 1)
        seen[child < 0] = 0
        worths[:, :, 3:] = believed @ seen.transpose(0, 2, 1)
        sums += played[:, :, 3:] @ seen
    values[here] = sums
    mean = np.einsum("nia,nia->ni", played, worths)
    return np.asarray(worths - mean[:, :, None], np.float32)


def _turned(tree: Tree, child: NDArray[np.int32], values: Numbers, here: slice) -> Numbers:
    """What children are worth to who is to act before them.

    A position's table is that of who is to act there; an end's is the starter's.
    """
    seen = values[np.maximum(child, 0)]
    ended = child >= len(tree.positions)
    flip = ~ended | (tree.turns[here] == 1)
    seen[flip] = 1 - seen[flip].transpose(0, 2, 1)
    return seen
