"""The answers of a computer in a round of Sinomilia.

It answers on the first lines. After a turn that those don't hold, it answers on new ones. The card
after a change is any. Another such turn could have been made with any card too, but for the card's
worth without it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .habits import RECKONS, Habit, Turns, habits_of, unused
from .lines import lines
from .recall import Answer, Matching, Play
from .tree import CHANGE, End, Numbers, Public, after, tree
from .worth import Estimate, Round, ends_worth

LATE = 6
"""Changes come from that number of chips on. Earlier ones bring little."""
_UNLIKELY = 0.02
"""Habits too unlikely to matter."""


class Asked(NamedTuple):
    """A round, the seat that plays it, what it knows of the other, and how long it may think.

    `known`: the chance that the other reckons, or has each of the habits. Without an estimate only
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
    first = _ends(asked, (reached,))[answer.cards[0], :, 0][:, answer.cards[1]] - 0.5
    laid = answer.laid(place)
    return np.asarray(first @ laid if asked.seat == 1 else -(laid @ first))


def _ends(asked: Asked, ends: tuple[End, ...]) -> Numbers:
    estimate = asked.estimate
    return ends_worth(asked.begun, ends, estimate)


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
    begun, seat, known, _, iterations = asked
    found = lines(root, LATE)
    matching = Matching(found, begun.chips, unused(begun), seat, _ends(asked, found.ends))
    met = _strangers(begun, 1 - seat, known, turns)
    for chances, habit in met:
        matching.meet(chances, _on_lines(matching, habit))
    reckons = 1 - sum(float(chances.sum()) for chances, _ in met)
    return matching.run(own, 0.0 if otherwise is None else otherwise, reckons, iterations)


def _on_lines(matching: Matching, habit: Habit) -> Play:
    found, t = matching.lines, 1 - matching.seat
    turns = habit.turns[:, found.actions[found.edges[t]], found.before[t]] * matching.even[t]
    changes = found.before[t][found.actions[found.edges[t]] == CHANGE]
    return Play(matching.shared(t, turns), habit.targets[:, changes])


def _strangers(
    begun: Round, seat: int, known: tuple[float, ...], turns: Turns
) -> list[tuple[Numbers, Habit]]:
    """Return the habits that the other may have, with the chances of its cards after turns."""
    if not known:
        return []
    reckons = known[0]
    found = [
        (chance * habit.lay, habit)
        for chance, habit in zip(known[1:], habits_of(begun, seat), strict=True)
        if chance >= _UNLIKELY
    ]
    for position, action in turns:
        if position.turn != seat:
            continue
        reckons *= RECKONS[action]
        at = int(np.searchsorted(tree().rows[seat], tree().numbers[position]))
        found = [(_after(chances, habit, action, at), habit) for chances, habit in found]
    whole = np.float32(reckons + sum(float(chances.sum()) for chances, _ in found))
    return [(np.asarray(chances / whole, np.float32), habit) for chances, habit in found]


def _after(chances: Numbers, habit: Habit, action: int, at: int) -> Numbers:
    chances = chances * habit.turns[:, action, at]
    if action != CHANGE:
        return chances
    return np.asarray(chances.sum() * habit.targets[:, at], np.float32)
