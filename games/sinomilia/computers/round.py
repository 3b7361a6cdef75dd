"""One round of Sinomilia, solved by regret matching over all public positions at once.

A seat hides one card, and its kind of player. All see the same of either seat, so every position
has one belief about each: the chance of each hidden card and kind. It follows from the play of
both. If different orders meet, theirs are mixed.

By some chance the opponent doesn't reckon but has simple habits: its card then follows a fixed way
of playing. Such players keep the answers to turns honest that two reckoners would never take.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tree import CHANGE, MOON, PASS, SUN, End, Public, Tree

Numbers = NDArray[np.float32]
EndWorths = Numbers  # [end, starter's card, other's card]
Cards = tuple[int, ...]
Worth = Callable[[tuple[End, ...]], EndWorths]
"""The worth of ends to the starter, 0–1."""

_SLIP = 0.01
"""The least chance that a turn is believed to have been any, so that no position is impossible."""


class Habit(NamedTuple):
    """A player of fixed habits: the chance of each of its cards, and of each turn.

    `turns`: axes [position, action, card]. `targets`: the card that a change lays, axes [position,
    card].
    """

    lay: Numbers
    turns: Numbers
    targets: Numbers


Known = tuple[tuple[float, Habit], ...]
"""Habits, and how likely the seat has each."""


Action = int | tuple[int, int]
"""Sun, moon, pass, or a change to a card: `(CHANGE, card)`."""


@dataclass(frozen=True, eq=False)
class Solved:
    """The mean play of a round by both over all iterations, and its worth to each.

    By seat, the starter first: `cards` that each may lay, `lay`, the chance of each, and `turns` by
    position, action and card. `targets`: the card a change lays, by position. `begin` by card, and
    `worth` by position, action and card (of a change by the new card).
    """

    tree: Tree
    cards: tuple[Cards, Cards]
    lay: tuple[Numbers, Numbers]
    turns: tuple[Numbers, Numbers]
    targets: tuple[Numbers, Numbers]
    begin: tuple[Numbers, Numbers]
    worth: tuple[Numbers, Numbers]

    def plays(self, position: Public, card: int) -> dict[Action, tuple[float, float]]:
        """Return the frequency and the worth of each action with that card."""
        seat, at = position.turn, self.tree.numbers[position]
        own = self.cards[seat]
        odds = self.turns[seat][at, :, own.index(card)]
        worth = self.worth[seat][at]
        found: dict[Action, tuple[float, float]] = {
            action: (float(odds[action]), float(worth[action, own.index(card)]))
            for action in (SUN, MOON, PASS)
        }
        for n, other in enumerate(own):
            chance = float(odds[CHANGE] * self.targets[seat][at, n])
            found[CHANGE, other] = (chance, float(worth[CHANGE, n]))
        return found


@dataclass(eq=False)
class _Side:
    """The regrets and sums of a seat."""

    cards: Cards
    habits: Known
    legal: Numbers

    def __post_init__(self) -> None:
        size, own = len(self.legal), len(self.cards)
        self.hidden = own * (1 + len(self.habits))
        self.regret = np.zeros((size, 4, own), np.float32)
        self.aim = np.zeros((size, own), np.float32)
        self.lay = np.zeros(own, np.float32)
        self.so_far = [np.zeros_like(part) for part in (self.regret, self.aim, self.lay)]
        self.total = np.zeros_like(self.regret)
        self.aim_total = np.full_like(self.aim, 1e-9)
        self.lay_total = np.zeros_like(self.lay)
        self.plays = np.empty((size, 4, self.hidden), np.float32)
        for n, (_, habit) in enumerate(self.habits, 1):
            self.plays[:, :, n * own : (n + 1) * own] = habit.turns
        self.even = self.legal / self.legal.sum(1, keepdims=True)
        self.targets = np.empty((size, 1 + len(self.habits), own), np.float32)
        for n, (_, habit) in enumerate(self.habits, 1):
            self.targets[:, n] = habit.targets
        self.rest = 1 - sum(chance for chance, _ in self.habits)
        self.match()

    def learn(self, turns: Numbers, aims: Numbers, lays: Numbers) -> None:
        """Add these gains to the regrets, and play as if the same gains followed once more."""
        parts = (self.regret, self.aim, self.lay)
        for so_far, gains, part in zip(self.so_far, (turns, aims, lays), parts, strict=True):
            np.maximum(so_far + gains, 0, out=so_far)
            np.maximum(so_far + gains, 0, out=part)
        self.match()

    def match(self) -> None:
        """Play in proportion to regrets, or evenly without any."""
        own, regret, aim = len(self.cards), self.regret, self.aim
        sums = regret.sum(1, keepdims=True)
        np.divide(regret, np.maximum(sums, 1e-30), out=self.plays[:, :, :own])
        self.plays[:, :, :own] += self.even * (sums <= 1e-30)
        sums = aim.sum(1, keepdims=True)
        self.aims = np.where(sums > 1e-30, aim / np.maximum(sums, 1e-30), 1 / own)
        self.targets[:, 0] = self.aims
        whole = self.lay.sum()
        self.lays = self.lay / whole if whole > 1e-9 else np.full(own, 1 / own, np.float32)

    @property
    def turns(self) -> Numbers:
        """The frequency of each turn of a reckoner. Axes [position, action, card]."""
        return self.plays[:, :, : len(self.cards)]

    def count(self, reach: Numbers) -> None:
        """Add the current play to the average. `reach` is its weight."""
        self.total += reach[:, None] * self.turns
        changed = (reach * self.turns[:, CHANGE]).sum(1, keepdims=True)
        self.aim_total += changed * self.aims

    def slipping(self) -> Numbers:
        """Return the frequency of each turn if reckoners slip now and then."""
        own, found = len(self.cards), self.plays.copy()
        found[:, :, :own] *= 1 - _SLIP
        found[:, :, :own] += _SLIP * self.even
        return found

    def settle(self) -> None:
        """Play the average from now on."""
        self.regret, self.aim, self.lay = self.total, self.aim_total, self.lay_total
        self.match()

    def first(self) -> Numbers:
        """The chance of each hidden card and kind once the predictions lie."""
        kinds = [self.rest * self.lays, *(chance * habit.lay for chance, habit in self.habits)]
        return np.concatenate(kinds).astype(np.float32)


def solve(
    tree: Tree,
    cards: tuple[Cards, Cards],
    worth: Worth,
    iterations: int,
    habits: tuple[Known, Known] = ((), ()),
) -> Solved:
    """Regret matching, all positions at once.

    `cards`: the possible cards of both, the starter first.
    """
    known = [mixed(tree, cards, habits, t) for t in (0, 1)]
    return _Matching(tree, cards, worth, (known[0], known[1])).run(iterations)


def mixed(tree: Tree, cards: tuple[Cards, Cards], habits: tuple[Known, Known], seat: int) -> Known:
    """One habit for many: at every position as likely this or that as by the way there."""
    if len(habits[seat]) < 2:
        return habits[seat]
    matching = _Matching(tree, cards, None, habits)
    matching.spread()
    begun = matching.offset[seat]
    own = len(cards[seat])
    size = len(tree.positions[seat])
    belief = matching.belief[seat][begun : begun + size, own:].reshape(size, -1, 1, own)
    turns = np.stack([habit.turns for _, habit in habits[seat]], 1)
    belief = belief + 1e-12
    part = belief / belief.sum(1, keepdims=True)
    plays = (turns * part).sum(1)
    changes = (belief * turns[:, :, CHANGE:]).sum((2, 3))[:, :, None] + 1e-12
    targets = np.stack([habit.targets for _, habit in habits[seat]], 1)
    targets = (targets * changes).sum(1) / changes.sum(1)
    chances = [chance for chance, _ in habits[seat]]
    whole = sum(chances)
    lay = sum(chance * habit.lay for chance, habit in habits[seat]) / max(whole, 1e-9)
    return ((whole, Habit(np.asarray(lay, np.float32), plays, targets)),)


def _summed(rows: Numbers) -> Numbers:
    """The first of the rows, the others added to it."""
    first: Numbers = rows[0]
    for row in rows[1:]:
        first += row
    return first


class _Matching:
    def __init__(
        self,
        tree: Tree,
        cards: tuple[Cards, Cards],
        worth: Worth | None,
        habits: tuple[Known, Known],
    ) -> None:
        self.tree, self.cards = tree, cards
        self.sides = [
            _Side(cards[t], habits[t], (tree.children[t] != -1).astype(np.float32)[:, :, None])
            for t in (0, 1)
        ]
        sizes = [len(p) for p in tree.positions]
        # Values and beliefs of a seat: at the positions of seat 0, of seat 1, at the ends, and one
        # place more for what can't be.
        self.offset = (0, sizes[0])
        self.ends = sum(sizes)
        nodes = self.ends + len(tree.ends) + 1
        self.belief = [np.zeros((nodes, side.hidden), np.float32) for side in self.sides]
        self.mass = np.zeros(nodes, np.float32)
        # The chance of a position if only that seat's play counts, summed over the ways there.
        self.alone = [np.zeros(nodes, np.float32) for _ in (0, 1)]
        self.places = [slice(self.offset[t], self.offset[t] + sizes[t]) for t in (0, 1)]
        self.value = [np.zeros((nodes, len(own)), np.float32) for own in cards]
        self.follow = []
        for t in (0, 1):
            child = tree.children[t]
            place = np.where(child >= 0, child + self.offset[1 - t], self.ends - 2 - child)
            self.follow.append(np.where(child == -1, nodes - 1, place))
        self.layers = []
        for layer in tree.layers:
            begun, ended = (n + self.offset[layer.turn] for n in (layer.begun, layer.ended))
            rows, here = slice(layer.begun, layer.ended), slice(begun, ended)
            self.layers.append((layer, rows, here))
        if worth is None:
            return
        unique = {end: n for n, end in enumerate(dict.fromkeys(tree.ends))}
        worths = worth(tuple(unique))[:, cards[0]][:, :, cards[1]]
        at = np.array([unique[end] for end in tree.ends])
        first = worths[at]
        self.worths = [first, np.ascontiguousarray(1 - first.transpose(0, 2, 1))]

    # BLAS may read past the end of a row, and sets the flag for what lies there.
    @np.errstate(invalid="ignore")
    def run(self, iterations: int) -> Solved:
        """Return the average of a number of rounds of regret matching. Later ones weigh more."""
        for iteration in range(1, iterations + 1):
            self.spread()
            for t, side in enumerate(self.sides):
                own = self.belief[t][self.places[t], : len(side.cards)]
                side.count(own * self.alone[t][self.places[t], None] * iteration**2)
                side.lay_total += side.lays * iteration**2
            self._look()
            for t, side in enumerate(self.sides):
                weight, begin = self.alone[1 - t][self.places[t], None], self.value[t][0]
                side.learn(
                    weight[:, None] * self.gains[t],
                    weight * self.aims[t],
                    begin - begin @ side.lays,
                )
        for side in self.sides:
            side.settle()
        self.spread()
        self._look()
        one, two = self.sides
        return Solved(
            self.tree,
            self.cards,
            (one.lays, two.lays),
            (one.turns, two.turns),
            (one.aims, two.aims),
            (self.value[0][0], self.value[1][0]),
            (self.value[0][self.follow[0]], self.value[1][self.follow[1]]),
        )

    def spread(self) -> None:
        """Return the beliefs about both at every position, from the play of both."""
        belief, mass, sides = self.belief, self.mass, self.sides
        alone = self.alone
        belief[0][0], belief[1][0], mass[0] = sides[0].first(), sides[1].first(), 1
        alone[0][0] = alone[1][0] = 1
        plays = [side.slipping() for side in sides]
        # One extra position stands in where a way is missing.
        out = [np.zeros((len(part) + 1, *part.shape[1:]), np.float32) for part in plays]
        flat = [part.reshape(-1, part.shape[2]) for part in out]
        sums = [np.zeros(len(part), np.float32) for part in flat]
        ones = [np.ones(side.hidden, np.float32) for side in sides]
        for layer, rows, here in self.layers:
            t, u = layer.turn, 1 - layer.turn
            if len(layer.ways):
                flow = _summed(flat[u].take(layer.ways, 0))
                whole = flow @ ones[u]
                mass[here] = whole
                parents = layer.ways // 4 + self.offset[u]
                least = np.maximum(mass.take(parents), 1e-30)
                chance = np.asarray(sums[u].take(layer.ways) / least, np.float32)
                alone[u][here] = _summed(alone[u].take(parents) * chance)
                there = np.asarray(chance > 0, np.float32)
                alone[t][here] = _summed(alone[t].take(parents) * there)
                belief[u][here] = flow / whole[:, None]
                seen = belief[t].take(parents, 0)
                seen *= sums[u].take(layer.ways)[:, :, None]
                belief[t][here] = _summed(seen) / whole[:, None]
            hidden = belief[t][here] * mass[here, None]
            np.multiply(plays[t][rows], hidden[:, None, :], out=out[t][rows])
            # A change is seen, but not its card: the new card lies there now.
            changes = out[t][rows, CHANGE].reshape(len(hidden), -1, len(sides[t].cards))
            changing = changes @ ones[t][: changes.shape[2]]
            changes = changing[:, :, None] * sides[t].targets[rows]
            out[t][rows, CHANGE] = changes.reshape(len(hidden), -1)
            ways = slice(4 * layer.begun, 4 * layer.ended)
            sums[t][ways] = flat[t][ways] @ ones[t]
        at = self.ends
        for t in (0, 1):
            entries = self.tree.entries[t]
            here = slice(at, at + len(entries))
            belief[t][here] = flat[t][entries] / np.maximum(sums[t][entries], 1e-30)[:, None]
            belief[1 - t][here] = belief[1 - t][entries // 4 + self.offset[t]]
            at += len(entries)

    def _look(self) -> None:
        """Return the worth of every position to both, and the gain of each turn there."""
        ends = slice(self.ends, self.ends + len(self.tree.ends))
        for t in (0, 1):
            side = self.sides[1 - t]
            seen = self.belief[1 - t][ends].reshape(-1, 1 + len(side.habits), len(side.cards))
            self.value[t][ends] = (self.worths[t] @ seen.sum(1)[:, :, None])[:, :, 0]
        worths = [np.empty_like(side.regret) for side in self.sides]
        for layer, rows, here in reversed(self.layers):
            t, u = layer.turn, 1 - layer.turn
            side, follow = self.sides[t], self.follow[t][rows]
            own = worths[t][rows]
            self.value[t].take(follow, 0, out=own, mode="clip")
            own[:, CHANGE] = np.einsum("pc,pc->p", own[:, CHANGE], side.aims[rows])[:, None]
            plays = side.plays[rows]
            np.einsum("pac,pac->pc", own, plays[:, :, : own.shape[2]], out=self.value[t][here])
            chance = (plays @ self.belief[t][here][:, :, None])[:, :, 0]
            chance *= 1 - _SLIP
            chance += _SLIP * side.even[rows, :, 0]
            self.value[u][here] = (chance[:, None] @ self.value[u].take(follow, 0))[:, 0]
        self.gains, self.aims = [], []
        for t, side in enumerate(self.sides):
            value = self.value[t][self.offset[t] : self.offset[t] + len(side.legal)]
            self.gains.append((worths[t] - value[:, None]) * side.legal)
            changed = self.value[t][self.follow[t][:, CHANGE]]
            self.aims.append(changed - worths[t][:, CHANGE])
