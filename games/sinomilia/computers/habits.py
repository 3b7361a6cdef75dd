"""Sinomilia by people of simple habits, and the likelihood that a player is one of them.

The first kind of player reckons. The second only passes. The third walks up to its number. The
cards turned at the ends of rounds show which one a player is.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...thinking.players import Told
from ..events import Changed, ChipLaid, Paid, Passed, RoundBegan, Turned
from ..state import Card, View
from .positions import CHANGE, MOON, PASS, SUN, Cards, End, Numbers, Places, Public, after, spent
from .worth import Round

_ODD = 0.04
"""The share of actions that differ from the habit."""
_PRIOR = (0.95, 0.02, 0.03)
"""The prior chance of each kind."""
_RECKONS = np.array([0.35, 0.15, 0.4, 0.1], np.float32)
"""The chance of each action of a player who reckons."""
_LEAST, _HARDLY = 0.1, 1e-12
"""The least chance that a player reckons, and of a round by a player of a kind."""

Turns = tuple[tuple[Public, int], ...]
"""The position before each turn of a round, and the action."""


class Past(NamedTuple):
    """A round that is over: its turns, by position and action, and the cards turned at its end."""

    begun: Round
    turns: Turns
    cards: tuple[int, int]


def unused(begun: Round) -> tuple[Cards, Cards]:
    """The cards both may lay."""
    first, second = (tuple(c for c in range(10) if c not in used) for used in begun.used)
    return first, second


def acts(own: Cards, table: Places, actions: Places) -> Numbers:
    """Return the chance of each turn, by the chips on the table. Axes [kind, card, turn]."""
    short = table < np.array(own)[:, None]
    walks = np.where(short, actions == SUN, actions == PASS)
    passes = np.broadcast_to(actions == PASS, short.shape)
    habits = np.where(np.stack([passes, walks]), 1 - _ODD, _ODD / 3)
    reckons = np.broadcast_to(_RECKONS[actions], short.shape)
    return np.concatenate([reckons[None], habits]).astype(np.float32)


def held(begun: Round, seat: int, turns: Turns) -> Numbers:
    """Return the chance of a seat's turns so far with each card that it then holds.

    Axes [kind, card].
    """
    own = unused(begun)[seat]
    found = np.full((len(_PRIOR), len(own)), 1 / len(own), np.float32)
    found[1:] *= 2 * _ODD
    found[1] += (1 - 2 * _ODD) * _middle(len(own), (len(own) - 1) // 2, 0, 1)
    found[2] += (1 - 2 * _ODD) * _middle(len(own), len(own) // 2, 2, 2)
    for position, action in turns:
        # A pass for want of chips shows no habit.
        if position.turn == seat and spent(position) < begun.chips[seat]:
            found *= acts(own, np.array([position.chips]), np.array([action]))[:, :, 0]
            if action == CHANGE:
                # Any card may lie there now.
                found[:] = found.mean(1, keepdims=True)
    return found


def _middle(size: int, middle: int, below: int, above: int) -> Numbers:
    """Mostly one of the middle cards."""
    lay = np.full(size, 0.2 / size, np.float32)
    some = slice(max(0, middle - below), middle + above)
    lay[some] += 0.8 / len(lay[some])
    return np.asarray(lay / lay.sum(), np.float32)


def likely(past: Sequence[tuple[Past, int]]) -> tuple[float, ...]:
    """Return the chance that a player is of each kind, by rounds and its role there."""
    chances = np.array(_PRIOR)
    for one, seat in past:
        chances *= _fits(one, seat)
        chances /= chances.sum()
    reckons = max(float(chances[0]), _LEAST)
    rest = chances[1:] / max(chances[1:].sum(), 1e-30) * (1 - reckons)
    return (round(reckons, 2), *(round(float(chance), 2) for chance in rest))


@lru_cache(64)
def _fits(past: Past, seat: int) -> tuple[float, ...]:
    turned = unused(past.begun)[seat].index(past.cards[seat])
    found = held(past.begun, seat, past.turns)[:, turned]
    return tuple(max(float(chance), _HARDLY) for chance in found)


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
