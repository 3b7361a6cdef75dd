"""Sinomilia by people of simple habits, and the likelihood that a player is one of them.

A habit gives an action for every position and card. The cards turned at the ends of rounds show if
a player has it.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...thinking.players import Told
from ..events import Changed, ChipLaid, Paid, Passed, RoundBegan, Turned
from ..state import Card, View
from .tree import CHANGE, MOON, PASS, SUN, Cards, End, Numbers, Public, after, tree
from .worth import Round, ends_worth

_ODD = 0.04
"""The share of actions that differ from the habit."""
_SHARP = 0.008
"""Turns worth less by this part of all chips are chosen less by a factor of e."""

PRIOR = (0.9, 0.02, 0.03, 0.025, 0.025)
"""The prior chance of each habit.

An unknown player reckons, only passes, walks up to its number, or looks ahead. It looks ahead as if
all saw all cards, or as if the other turned at random."""
RECKONS = {SUN: 0.35, MOON: 0.15, PASS: 0.4, CHANGE: 0.1}
_LEAST = 0.1


class Past(NamedTuple):
    """A round that is over: its turns, by position and action, and the cards turned at its end."""

    begun: Round
    turns: tuple[tuple[Public, int], ...]
    cards: tuple[int, int]


class Habit(NamedTuple):
    """A player of fixed habits: the chance of each of its cards, and of each turn.

    `turns`: axes [card, action, position of the seat]. `targets`: the card that a change lays, axes
    [card, position of the seat].
    """

    lay: Numbers
    turns: Numbers
    targets: Numbers


def unused(begun: Round) -> tuple[Cards, Cards]:
    """The cards both may lay."""
    first, second = (tuple(c for c in range(10) if c not in used) for used in begun.used)
    return first, second


@lru_cache(16)
def habits_of(begun: Round, seat: int) -> tuple[Habit, ...]:
    """Return the play of a round by a seat with each of the habits."""
    cards, rows, legal = unused(begun), tree().rows[seat], tree().legal(begun.chips)
    own = np.array(cards[seat])
    none = np.full((len(own), len(rows)), 1 / len(own), np.float32)
    passes = np.zeros((len(own), 4, len(rows)), np.float32)
    passes[:, PASS] = 1
    walks = np.zeros_like(passes)
    walks[:, SUN] = (tree().count[rows] < own[:, None]) & legal[SUN, rows]
    walks[:, PASS] = 1 - walks[:, SUN]
    found = [(_middle(len(own), 0, 1), passes, none), (_middle(len(own), 2, 2), walks, none)]
    ends = ends_worth(begun, tree().ends, None)[cards[0], :][:, cards[1]]
    if seat == 1:
        ends = 1 - ends.transpose(1, 0, 2)
    found += [_looking(legal, seat, ends, open_) for open_ in (True, False)]
    odd = _ODD * legal[:, rows] / legal[:, rows].sum(0)
    return tuple(
        Habit(
            (1 - 2 * _ODD) * lay + 2 * _ODD / len(own),
            ((1 - _ODD) * turns + odd).astype(np.float32),
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


def _looking(
    legal: NDArray[np.bool_], seat: int, ends: Numbers, open_: bool
) -> tuple[Numbers, Numbers, Numbers]:
    """Looks ahead to the round's end, and takes the best against any card of the other.

    Thinks that both see all cards (`open_`), or that the other turns at random.
    """
    if not open_:
        ends = ends.mean(1, keepdims=True)
    size, own = legal.shape[1], len(ends)
    values = np.zeros((*ends.shape[:2], size + len(tree().ending) + 1), np.float32)
    values[:, :, size:-1] = ends.take(tree().ending, 2)
    turns = np.zeros((own, 4, size), np.float32)
    targets = np.zeros((own, size), np.float32)
    for begun, other, ended in reversed(tree().layers):
        for t, here in ((0, slice(begun, other)), (1, slice(other, ended))):
            may = legal[:, here]
            worths = values.take(tree().children[:, here], 2)
            if t == seat:
                mean = worths.mean(1)
                targets[:, here] = _best(mean[:, CHANGE], 0)
                mean[:, CHANGE] = mean[:, CHANGE].max(0)
                worths[:, :, CHANGE] = worths[:, :, CHANGE].max(0)
                turns[:, :, here] = _best(np.where(may, mean, -9), 1)
                values[:, :, here] = np.where(may, worths, -9).max(2)
            elif open_:
                worths[:, :, CHANGE] = worths[:, :, CHANGE].min(1, keepdims=True)
                values[:, :, here] = np.where(may, worths, 9).min(2)
            else:
                values[:, :, here] = (worths * (may / may.sum(0))).sum(2)
    rows = tree().rows[seat]
    return _best(values[:, :, 0].mean(1), 0), turns.take(rows, 2), targets.take(rows, 1)


def _best(worths: Numbers, axis: int) -> Numbers:
    """Return the frequency of each action along an axis."""
    found = np.exp((worths - worths.max(axis, keepdims=True)) / _SHARP)
    return np.asarray(found / found.sum(axis, keepdims=True), np.float32)


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
    own = unused(past.begun)[seat]
    chance = 1 / len(own)
    habits = habits_of(past.begun, seat)
    hidden = [habit.lay for habit in habits]
    for position, action in past.turns:
        if position.turn != seat:
            continue
        chance *= RECKONS[action]
        at = int(np.searchsorted(tree().rows[seat], tree().numbers[position]))
        for n, habit in enumerate(habits):
            hidden[n] = hidden[n] * habit.turns[:, action, at]
            if action == CHANGE:
                hidden[n] = hidden[n].sum() * habit.targets[:, at]
    turned = own.index(past.cards[seat])
    return (chance, *(max(float(part[turned]), 1e-12) for part in hidden))


Turns = tuple[tuple[Public, int], ...]
"""The position before each turn of a round, and the action."""


class Heard(NamedTuple):
    """The rounds that are over with who started each, and the one under way."""

    past: tuple[tuple[int, Past], ...]
    begun: Round
    position: Public
    turns: Turns


def hear(view: View, told: Told) -> Heard:
    """Cut events into rounds. Seats are relative to each round's starter."""
    chips, nines = (15, 15), 0
    used: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    past: list[tuple[int, Past]] = []
    starter, position = 0, Public()
    turns: list[tuple[Public, int]] = []
    cards = [0, 0]

    def begun() -> Round:
        pair = (chips[starter], chips[1 - starter])
        shown = (tuple(sorted(used[starter])), tuple(sorted(used[1 - starter])))
        return Round(view.options.tie, pair, shown, nines)

    for event in told:
        match event:
            case RoundBegan(starter=seat):
                starter, position, turns = int(seat), Public(), []
            case ChipLaid() | Changed() | Passed():
                action = _action(event)
                turns.append((position, action))
                reached = after(position, action)
                position = position if isinstance(reached, End) else reached
            case Turned(seat=seat, card=card):
                cards[seat] = card
            case Paid():
                both = (cards[starter], cards[1 - starter])
                past.append((starter, Past(begun(), tuple(turns), both)))
                chips = event.chips
                used = (_added(used[0], cards[0]), _added(used[1], cards[1]))
                nines = nines + 1 if cards == [9, 9] else 0
            case _:
                pass
    return Heard(tuple(past), begun(), position, tuple(turns))


def _action(event: ChipLaid | Changed | Passed) -> int:
    if isinstance(event, ChipLaid):
        return SUN if event.face == "sun" else MOON
    return CHANGE if isinstance(event, Changed) else PASS


def _added(used: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return used if card == 9 else (*used, card)
