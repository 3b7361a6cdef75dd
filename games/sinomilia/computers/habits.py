"""Sinomilia by people of simple habits, and the likelihood that a player is one of them.

A habit gives an action for every position and card. The cards turned at the ends of rounds show if
a player has it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .round import Habit, Numbers
from .tree import CHANGE, MOON, PASS, SUN, Places, Public, Tree, tree_of
from .worth import Round, ends_worth

_ODD = 0.04
"""The share of actions that differ from the habit."""
_SHARP = 0.008
"""Turns worth less by this part of all chips are chosen less by a factor of e."""

PRIOR = (0.9, 0.02, 0.03, 0.025, 0.025)
"""The prior chance of each habit.

An unknown player reckons, only passes, walks up to its number, or looks ahead. It looks ahead as if
all saw all cards, or as if the other turned at random."""
_RECKONS = {SUN: 0.35, MOON: 0.15, PASS: 0.4, CHANGE: 0.1}
_LEAST = 0.1


class Past(NamedTuple):
    """A round that is over: its turns, by position and action, and the cards turned at its end."""

    begun: Round
    turns: tuple[tuple[Public, int], ...]
    cards: tuple[int, int]


def unused(begun: Round) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards both may lay."""
    first, second = (tuple(c for c in range(10) if c not in used) for used in begun.used)
    return first, second


@lru_cache(64)
def habits_of(begun: Round, seat: int) -> tuple[Habit, ...]:
    """Return the play of a round by a seat with each of the habits."""
    tree, cards = tree_of(begun.chips), unused(begun)
    legal = (tree.children[seat] != -1).astype(np.float32)[:, :, None]
    count = np.array([p.chips for p in tree.positions[seat]])
    own = np.array(cards[seat])
    none = np.full((len(count), len(own)), 1 / len(own), np.float32)
    passes = np.zeros((len(count), 4, len(own)), np.float32)
    passes[:, PASS] = 1
    walks = np.zeros_like(passes)
    walks[:, SUN] = (count[:, None] < own) & (legal[:, SUN] > 0)
    walks[:, PASS] = 1 - walks[:, SUN]
    found = [(_middle(len(own), 0, 1), passes, none), (_middle(len(own), 2, 2), walks, none)]
    ends = ends_worth(begun, tree.ends, (), chips=True)[:, cards[0]][:, :, cards[1]]
    if seat == 1:
        ends = 1 - ends.transpose(0, 2, 1)
    found += [_looking(tree, seat, ends, open_) for open_ in (True, False)]
    even = legal / legal.sum(1, keepdims=True)
    return tuple(
        Habit(
            (1 - 2 * _ODD) * lay + 2 * _ODD / len(own),
            ((1 - _ODD) * turns + _ODD * even).astype(np.float32),
            targets,
        )
        for lay, turns, targets in found
    )


def _middle(size: int, below: int, above: int) -> Numbers:
    """Mostly one of the middle cards."""
    middle = (size - 1) // 2 if below == 0 else size // 2
    lay = np.full(size, 0.2 / size, np.float32)
    some = slice(max(0, middle - below), middle + above)
    lay[some] += 0.8 / len(lay[some])
    return np.asarray(lay / lay.sum(), np.float32)


def _looking(tree: Tree, seat: int, ends: Numbers, open_: bool) -> tuple[Numbers, Numbers, Numbers]:
    """Looks ahead to the round's end, and takes the best against any card of the other.

    Thinks that both see all cards (`open_`), or that the other turns at random.
    """
    if not open_:
        ends = ends.mean(2, keepdims=True)
    sizes = [len(positions) for positions in tree.positions]
    values = np.zeros((sum(sizes) + len(ends), *ends.shape[1:]), np.float32)
    values[sum(sizes) :] = ends
    begins = (0, sizes[0])
    own = ends.shape[1]
    turns = np.zeros((sizes[seat], 4, own), np.float32)
    targets = np.zeros((sizes[seat], own), np.float32)
    for layer in reversed(tree.layers):
        t, rows = layer.turn, slice(layer.begun, layer.ended)
        here = slice(layer.begun + begins[t], layer.ended + begins[t])
        child = tree.children[t][rows]
        legal = child != -1
        worths = values[_places(child, begins[1 - t], sum(sizes))]
        if t == seat:
            mean = worths.mean(3)
            targets[rows] = _best(mean[:, CHANGE])
            mean[:, CHANGE] = mean[:, CHANGE].max(1, keepdims=True)
            worths[:, CHANGE] = worths[:, CHANGE].max(1, keepdims=True)
            turns[rows] = _best(np.where(legal[:, :, None], mean, -9))
            values[here] = np.where(legal[:, :, None, None], worths, -9).max(1)
        elif open_:
            worths[:, CHANGE] = worths[:, CHANGE].min(2, keepdims=True)
            values[here] = np.where(legal[:, :, None, None], worths, 9).min(1)
        else:
            part = legal / legal.sum(1, keepdims=True)
            values[here] = (worths * part[:, :, None, None]).sum(1)
    return _best(values[0].mean(1)[None])[0], turns, targets


def _places(child: Places, begun: int, size: int) -> Places:
    return np.where(child >= 0, child + begun, np.where(child == -1, 0, size - 2 - child))


def _best(worths: Numbers) -> Numbers:
    """Return the frequency of each action, along the second axis."""
    found = np.exp((worths - worths.max(1, keepdims=True)) / _SHARP)
    return np.asarray(found / found.sum(1, keepdims=True), np.float32)


def likely(past: Sequence[tuple[Past, int]]) -> tuple[float, ...]:
    """Return the chance that a player reckons, or has each of the habits, by rounds and its role
    there.
    """
    chances = np.array(PRIOR)
    for one, seat in past:
        chances *= _fits(one, seat)
        chances /= chances.sum()
    reckons = max(float(chances[0]), _LEAST)
    rest = chances[1:] / max(chances[1:].sum(), 1e-30) * (1 - reckons)
    return (round(reckons, 2), *(round(float(chance), 2) for chance in rest))


@lru_cache(64)
def _fits(past: Past, seat: int) -> tuple[float, ...]:
    tree, own = tree_of(past.begun.chips), unused(past.begun)[seat]
    chance = 1 / len(own)
    habits = habits_of(past.begun, seat)
    hidden = [habit.lay for habit in habits]
    for position, action in past.turns:
        if position.turn != seat:
            continue
        chance *= _RECKONS[action]
        at = tree.numbers[position]
        for n, habit in enumerate(habits):
            hidden[n] = hidden[n] * habit.turns[at, action]
            if action == CHANGE:
                hidden[n] = hidden[n].sum() * habit.targets[at]
    turned = own.index(past.cards[seat])
    return (chance, *(max(float(part[turned]), 1e-12) for part in hidden))
