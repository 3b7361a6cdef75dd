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

from .tree import CHANGE, MOON, PASS, SUN, End, Public, tree

Numbers = NDArray[np.float32]
Halves = NDArray[np.float16]
"""Numbers that are kept long."""
EndWorths = Numbers  # [starter's card, other's card, end]
Cards = tuple[int, ...]
Worth = Callable[[tuple[End, ...]], EndWorths]
"""The worth of ends to the starter, 0–1."""

_SLIP = 0.01
"""The least chance that a turn is believed to have been any, so that no position is impossible."""
_LEAST = np.float32(1e-37)
_NONE = np.float32(1e-15)


class Habit(NamedTuple):
    """A player of fixed habits: the chance of each of its cards, and of each turn.

    `turns`: axes [card, action, position of the seat]. `targets`: the card that a change lays, axes
    [card, position of the seat].
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

    By seat, the starter first: `cards` that each may lay, `lay`, the chance of each, and `begin`,
    the worth of each. Of who is to act, axes [card, action, position]: `turns`, and `worth` (of a
    change by the new card). `targets`: the card a change lays, axes [card, position].
    """

    cards: tuple[Cards, Cards]
    lay: tuple[Numbers, Numbers]
    begin: tuple[Numbers, Numbers]
    turns: Halves
    targets: Halves
    worth: Halves

    def plays(self, position: Public, card: int) -> dict[Action, tuple[float, float]]:
        """Return the frequency and the worth of each action with that card."""
        at, own = tree().numbers[position], self.cards[position.turn]
        odds, worth = self.turns[own.index(card), :, at], self.worth[:, :, at]
        found: dict[Action, tuple[float, float]] = {
            action: (float(odds[action]), float(worth[own.index(card), action]))
            for action in (SUN, MOON, PASS)
        }
        for n, other in enumerate(own):
            chance = float(odds[CHANGE] * self.targets[n, at])
            found[CHANGE, other] = (chance, float(worth[n, CHANGE]))
        return found


def solve(
    chips: tuple[int, int],
    cards: tuple[Cards, Cards],
    worth: Worth,
    iterations: int,
    habits: tuple[Known, Known] = ((), ()),
) -> Solved:
    """Regret matching, all positions at once.

    `cards`: the possible cards of both, the starter first.
    """
    known = [mixed(chips, cards, habits, t) for t in (0, 1)]
    return _Matching(chips, cards, (known[0], known[1])).run(worth, iterations)


def mixed(
    chips: tuple[int, int], cards: tuple[Cards, Cards], habits: tuple[Known, Known], seat: int
) -> Known:
    """One habit for many: at every position as likely this or that as by the way there."""
    if len(habits[seat]) < 2:
        return habits[seat]
    matching = _Matching(chips, cards, habits)
    matching.spread()
    rows, own = tree().rows[seat], len(cards[seat])
    belief = matching.belief[1, 1:, :own].take(rows, 2)[:, :, None] + _LEAST
    turns = np.stack([habit.turns for _, habit in habits[seat]])
    plays = (turns * belief).sum(0) / belief.sum(0)
    changes = (belief * turns[:, :, CHANGE:]).sum((1, 2))[:, None] + _LEAST
    targets = np.stack([habit.targets for _, habit in habits[seat]])
    targets = (targets * changes).sum(0) / changes.sum(0)
    whole = sum(chance for chance, _ in habits[seat])
    lay = sum(chance * habit.lay for chance, habit in habits[seat]) / max(whole, 1e-9)
    return ((whole, Habit(np.asarray(lay, np.float32), plays, targets)),)


class _Matching:
    """Positions of both seats are worked at once, as cards of who is to act and of the other.

    A seat with fewer cards has some that it never holds. Places are the last axis, as numpy is fast
    along a long one. Axes of beliefs: [the other or who is to act, kind, card, place]. Those of
    values: [who is to act or the other, card, place], of turns: [card, action, position].
    """

    def __init__(
        self, chips: tuple[int, int], cards: tuple[Cards, Cards], habits: tuple[Known, Known]
    ) -> None:
        self.cards, self.habits = cards, habits
        size, own = len(tree().positions), max(map(len, cards))
        kinds = 1 + max(map(len, habits))
        places = size + len(tree().ending) + 1
        self.legal = tree().legal(chips).astype(np.float32)
        self.even = self.legal / self.legal.sum(0)
        some = [np.arange(own) < len(part) for part in cards]
        self.held = np.array(some, np.float32).T[:, tree().turns]
        self.any_card = self.held / self.held.sum(0)
        self.belief = np.zeros((2, kinds, own, places), np.float32)
        self.value = np.zeros((2, own, places), np.float32)
        # The chance of a position, and if only the play of who is to act or of the other counts,
        # summed over the ways there.
        self.mass = np.zeros(size, np.float32)
        self.alone = np.zeros((2, size), np.float32)
        self.chance = np.zeros((4, size), np.float32)
        # The beliefs and chances that each way brings. The last one stands in where one is missing.
        self.brings = np.zeros((2 * kinds * own + 2, 4 * size + 1), np.float32)
        # The play of reckoners, and of all kinds, with slips of reckoners.
        self.turns = np.repeat(self.even[None], own, 0)
        self.plays = np.zeros((kinds, own, 4, size), np.float32)
        self.targets = np.repeat(self.any_card[None], kinds, 0)
        self.lays = [np.full(len(part), 1 / len(part), np.float32) for part in cards]
        for t, known in enumerate(habits):
            rows = tree().rows[t]
            for n, (_, habit) in enumerate(known, 1):
                self.plays[n, : len(cards[t]), :, rows] = habit.turns.transpose(2, 0, 1)
                self.targets[n, : len(cards[t]), rows] = habit.targets.T

    def run(self, worth: Worth, iterations: int) -> Solved:
        """Return the average of a number of rounds of regret matching. Later ones weigh more."""
        self.worths = self._at_ends(worth)
        size = len(self.mass)
        regrets, aims = _Regrets(self.turns, 1), _Regrets(self.targets[0], 0)
        lays = [_Regrets(part, 0) for part in self.lays]
        for iteration in range(1, iterations + 1):
            self.spread()
            reached = (
                self.turns * (self.belief[1, 0, :, :size] * self.alone[0] * iteration**2)[:, None]
            )
            regrets.total += reached
            aims.total += reached[:, CHANGE].sum(0) * self.targets[0]
            for part, lay in zip(lays, self.lays, strict=True):
                part.total += lay * iteration**2
            gains = self._look()
            changed = self.value[1].take(tree().children[CHANGE], 1) - gains[:, CHANGE]
            self.targets[0] = aims.learn(changed * (self.held * self.alone[1]))
            gains -= self.value[0, :, None, :size]
            gains *= self.legal * self.alone[1]
            self.turns = regrets.learn(gains)
            for t, part in enumerate(lays):
                begin = self.value[t, : len(self.cards[t]), 0]
                self.lays[t] = part.learn(begin - begin @ self.lays[t])
        self.turns, self.targets[0] = regrets.average(), aims.average()
        self.lays = [part.average() for part in lays]
        self.spread()
        self._look()
        one, two = (self.value[t, : len(part), 0].copy() for t, part in enumerate(self.cards))
        return Solved(
            self.cards,
            (self.lays[0], self.lays[1]),
            (one, two),
            self.turns.astype(np.float16),
            self.targets[0].astype(np.float16),
            self.value[1].take(tree().children, 1).astype(np.float16),
        )

    def _at_ends(self, worth: Worth) -> Numbers:
        """Return the worth of ends to who would act next.

        Axes [its card, the other's, way into an end].
        """
        own = self.belief.shape[2]
        one, two = (list(part) + [0] * (own - len(part)) for part in self.cards)
        first = worth(tree().ends)[one][:, two]
        second = 1 - first.transpose(1, 0, 2)
        starting = tree().turns[tree().entries % len(self.mass)] == 1
        ending = tree().ending
        return np.where(starting, first.take(ending, 2), second.take(ending, 2))

    def spread(self) -> None:
        """Find the beliefs about both at every position, from the play of both."""
        belief, alone, mass, size = self.belief, self.alone, self.mass, len(self.mass)
        _, kinds, own, places = belief.shape
        hidden = kinds * own
        flat = belief.reshape(2 * hidden, places)
        brings = self.brings[:, :-1].reshape(-1, 4, size)
        np.multiply(self.turns, np.float32(1 - _SLIP), out=self.plays[0])
        self.plays[0] += np.float32(_SLIP) * self.even
        plays = self.plays.reshape(hidden, 4, size)
        for t, known in enumerate(self.habits):
            some = slice(0, len(self.cards[t]))
            belief[1 - t, 0, some, 0] = (1 - sum(chance for chance, _ in known)) * self.lays[t]
            for n, (chance, habit) in enumerate(known, 1):
                belief[1 - t, n, some, 0] = chance * habit.lay
        mass[0] = alone[:, 0] = 1
        for begun, _, ended, ways in tree().layers:
            here = slice(begun, ended)
            if len(ways):
                found = self.brings.take(ways, 1).sum(1)
                whole = found[:hidden].sum(0)
                mass[here], alone[:, here] = whole, found[2 * hidden :]
                np.divide(found[:-2], np.maximum(whole, _LEAST), out=flat[:, here])
            part = brings[:hidden, :, here]
            joint = flat[hidden:, here] * mass[here]
            np.multiply(plays[:, :, here], joint[:, None], out=part)
            # A change is seen, but not its card: the new card lies there now.
            changes = part[:, CHANGE].reshape(kinds, own, -1).sum(1, keepdims=True)
            part[:, CHANGE] = (changes * self.targets[:, :, here]).reshape(hidden, -1)
            seen = part.sum(0)
            np.multiply(seen, flat[:hidden, None, here], out=brings[hidden:-2, :, here])
            chance = seen / np.maximum(mass[here], _LEAST)
            self.chance[:, here] = chance
            np.multiply(chance > 0, alone[1, here], out=brings[-2, :, here])
            np.multiply(chance, alone[0, here], out=brings[-1, :, here])
        found = self.brings[:-2].take(tree().entries, 1)
        np.divide(found, np.maximum(found[:hidden].sum(0), _LEAST), out=flat[:, size:-1])

    def _look(self) -> Numbers:
        """Return the worth of each turn to who is to act, and find that of every position."""
        value, children, ends = self.value, tree().children, slice(len(self.mass), -1)
        seen = self.belief[:, :, :, ends].sum(1)
        np.einsum("abe,be->ae", self.worths, seen[0], out=value[0, :, ends])
        np.subtract(1, np.einsum("abe,ae->be", self.worths, seen[1]), out=value[1, :, ends])
        worths = np.empty_like(self.turns)
        for begun, _, ended, _ in reversed(tree().layers):
            here = slice(begun, ended)
            theirs, own = value.take(children[:, here], 2)
            own[:, CHANGE] = (own[:, CHANGE] * self.targets[0, :, here]).sum(0)
            worths[:, :, here] = own
            np.einsum("cap,cap->cp", own, self.turns[:, :, here], out=value[0, :, here])
            np.einsum("cap,ap->cp", theirs, self.chance[:, here], out=value[1, :, here])
        return worths


class _Regrets:
    """Regrets along an axis, and the summed play. It begins with even play."""

    def __init__(self, even: Numbers, axis: int) -> None:
        self.axis, self.even = axis, even * _NONE
        self.so_far = np.zeros_like(even)
        self.total = np.zeros_like(even)

    def learn(self, gains: Numbers) -> Numbers:
        """Add these gains, and return the play as if the same ones followed once more."""
        self.so_far += gains
        np.maximum(self.so_far, 0, out=self.so_far)
        gains += self.so_far
        np.maximum(gains, 0, out=gains)
        return self._matched(gains)

    def average(self) -> Numbers:
        """Return the mean play of all iterations."""
        return self._matched(self.total)

    def _matched(self, odds: Numbers) -> Numbers:
        """Return the play in proportion to odds, or even play without any."""
        odds += self.even
        odds /= odds.sum(self.axis, keepdims=True)
        return odds
