"""One round of Sinomilia as a tree of lines: every order of turns has a place of its own.

Regret matching converges only if no seat forgets. Lines leave out turns that bring next to nothing.
These are a moon before the last chip, a change early or after a pass, and a second change. After
one of them a new tree begins.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .positions import CHANGE, FULL, MOON, OTHER, PASS, SUN, End, Places, Public, after, spent


class Layer(NamedTuple):
    """The `places` after one more turn, of the places before that go on: `inner`.

    They come by action: a pass and a chip of all of `inner`, in its order, then changes of some.
    `changes` numbers those in `inner`, and `before` the one before each of `places`. `turns` and
    `targets`: where turns and changes of the layer stand among those of the seat that is to act.
    """

    seat: int
    inner: Places
    places: slice
    changes: Places
    before: Places
    turns: slice
    targets: slice


@dataclass(frozen=True, eq=False)
class Lines:
    """The places of a tree from its root on.

    By place: `parents`, the last `actions`, `payers` who made it, and what they had `spent` and how
    many chips lay on the `table` before. `children`: axes [action, place]. `ended`: the places of
    ends, and `ending` their numbers among `ends`.
    """

    parents: Places
    actions: Places
    payers: Places
    spent: Places
    table: Places
    children: NDArray[np.int32]
    layers: tuple[Layer, ...]
    ended: Places
    ending: Places
    ends: tuple[End, ...]

    @cached_property
    def edges(self) -> tuple[Places, Places]:
        """The places that a turn of each seat leads to."""
        number = np.arange(len(self.parents))
        # A seat that is never to act has none.
        one, two = (
            np.concatenate([number[:0], *(number[p.places] for p in self.layers if p.seat == t)])
            for t in (0, 1)
        )
        return one, two

    @cached_property
    def changes(self) -> tuple[int, int]:
        """The number of changes of each seat."""
        one, two = (
            max([p.targets.stop for p in self.layers if p.seat == t], default=0) for t in (0, 1)
        )
        return one, two

    def child(self, place: int, action: int) -> int | None:
        """Return the place after a turn, if the lines hold it."""
        found = int(self.children[action, place])
        return None if found < 0 else found

    def legal(self, chips: tuple[int, int]) -> NDArray[np.bool_]:
        """Return True for each place whose last turn may be, if seats begin with these chips."""
        found: NDArray[np.bool_] = np.array(chips).take(self.payers) > self.spent
        found[self.actions == PASS] = True
        return found


@lru_cache(24)
def lines(root: Public, late: int) -> Lines:
    """Return the lines from a position on, with changes from a number of chips on the table."""
    places: list[Public | End] = [root]
    parents, actions = [0], [PASS]
    layers, at, seat = list[Layer](), 0, root.turn
    turns, targets = [0, 0], [0, 0]
    while at < len(places):
        begun = len(places)
        inner = [n for n in range(at, begun) if isinstance(places[n], Public)]
        changing = list[int]()
        for action in (PASS, SUN, CHANGE):
            for number, n in enumerate(inner):
                position = places[n]
                assert isinstance(position, Public)
                turn = _chip(position) if action == SUN else action
                if _held(position, turn, root, late):
                    if turn == CHANGE:
                        changing.append(number)
                    places.append(after(position, turn))
                    parents.append(n)
                    actions.append(turn)
        if inner:
            first, target = turns[seat], targets[seat]
            turns[seat] += len(places) - begun
            targets[seat] += len(changing)
            new, own = slice(begun, len(places)), slice(first, turns[seat])
            changes, part = np.array(changing, np.int64), slice(target, targets[seat])
            at_inner = np.searchsorted(inner, parents[begun:])
            layers.append(Layer(seat, np.array(inner), new, changes, at_inner, own, part))
        at, seat = begun, 1 - seat
    children = np.full((4, len(places)), -1, np.int32)
    children[actions[1:], parents[1:]] = np.arange(1, len(places))
    before = [places[n] for n in parents]
    ended = [n for n, place in enumerate(places) if isinstance(place, End)]
    ends: dict[End, int] = {}
    ending = [ends.setdefault(end, len(ends)) for end in places if isinstance(end, End)]
    return Lines(
        np.array(parents),
        np.array(actions),
        np.array([p.turn if isinstance(p, Public) else 0 for p in before]),
        np.array([spent(p) if isinstance(p, Public) else 0 for p in before]),
        np.array([p.chips if isinstance(p, Public) else 0 for p in before]),
        children,
        tuple(layers),
        np.array(ended),
        np.array(ending),
        tuple(ends),
    )


def _held(position: Public, action: int, root: Public, late: int) -> bool:
    """Return whether lines hold that action: a change, or another that brings something."""
    if action != CHANGE:
        return True
    first = position.changed == root.changed and not position.changed[position.turn]
    return first and position.before == OTHER and position.chips >= late


def _chip(position: Public) -> int:
    """Return the chip that lines hold. The last one ends the round: who lays it means to win."""
    return MOON if position.chips == FULL - 1 else SUN
