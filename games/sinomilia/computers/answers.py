"""The answers of a computer in a round of Sinomilia.

It answers on the first lines. After a turn that those don't hold, it answers on new ones. The card
after a change is any. Another such turn could have been made with any card too, but for the card's
worth without it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .lines import lines
from .past import Turns
from .positions import CHANGE, End, Numbers, Public, after
from .recall import Answer, Matching
from .worth import Estimate, Round, ends_worth

LATE = 6
"""Changes come from that number of chips on. Earlier ones bring little."""


class Asked(NamedTuple):
    """A round, the seat that plays it, and how long it may think.

    Without an estimate only the chips of the round count.
    """

    begun: Round
    seat: int
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
    return _matched(asked, Public(), None, 0.0)


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
    otherwise = 0.0 if action == CHANGE else answer.worth(place)
    own = None if action == CHANGE and position.turn == asked.seat else answer.laid(place)
    return _matched(asked, root, own, otherwise)


def _matched(asked: Asked, root: Public, own: Numbers | None, otherwise: Numbers | float) -> Answer:
    begun, found = asked.begun, lines(root, LATE)
    matching = Matching(found, begun.chips, begun.unused, asked.seat, _ends(asked, found.ends))
    return matching.run(own, otherwise, asked.iterations)
