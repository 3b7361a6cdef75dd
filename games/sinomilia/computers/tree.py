"""One round of Sinomilia as a graph of public positions.

A public position is what lies on the table and who laid it, the change cards, the turn before and
whose turn it is. How the chips came there is forgotten, so different orders meet in one position.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FULL = 9
MOONS = 2
"""The most moons that are counted. More bring little, and would double the positions."""

SUN, MOON, PASS, CHANGE = range(4)
OTHER, PASSED, MOONED = range(3)
"""The previous turn, as far as it matters."""

Action = tuple[int, int]
"""A turn, and the card that its seat then holds."""
Cards = tuple[int, ...]
Numbers = NDArray[np.float32]
Places = NDArray[np.int64]


class Public(NamedTuple):
    """The public facts within a round. Seats are relative to the starter (0)."""

    laid: tuple[int, int] = (0, 0)
    moons: int = 0
    changed: tuple[bool, bool] = (False, False)
    before: int = OTHER
    turn: int = 0
    actor: int | None = None

    @property
    def chips(self) -> int:
        """The number of chips on the table."""
        return sum(self.laid)


class End(NamedTuple):
    """The end of a round: the chips laid by seat, moons, change cards, and the last actor."""

    laid: tuple[int, int]
    moons: int
    changed: tuple[bool, bool]
    actor: int | None


def _raised(pair: tuple[int, int], at: int) -> tuple[int, int]:
    return (pair[0] + 1, pair[1]) if at == 0 else (pair[0], pair[1] + 1)


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
    moons = min(moons + moon, MOONS)
    table = _raised(laid, turn)
    if sum(table) == FULL:
        return End(table, moons, changed, turn)
    return Public(table, moons, changed, MOONED if moon else OTHER, 1 - turn, turn)


class Layer(NamedTuple):
    """Positions that lead to later layers alone.

    The starter's come first, the other's from `other` on.
    """

    begun: int
    other: int
    ended: int


@dataclass(frozen=True, eq=False)
class Tree:
    """All positions of a round between rich seats, in the order of their layers.

    Places are numbers of positions, then of ways into ends, then one of what can't be. `children`:
    places, axes [action, position]. `ending`: the end that each way leads to, a number among
    `ends`. `spent`: the chips that who is to act has laid or given.
    """

    positions: tuple[Public, ...]
    turns: Places
    children: Places
    spent: Places
    ends: tuple[End, ...]
    ending: Places
    layers: tuple[Layer, ...]

    @cached_property
    def numbers(self) -> dict[Public, int]:
        """The number of a position."""
        return {p: n for n, p in enumerate(self.positions)}

    @cached_property
    def rows(self) -> tuple[Places, Places]:
        """The numbers of the positions of each seat."""
        return np.flatnonzero(self.turns == 0), np.flatnonzero(self.turns == 1)

    @cached_property
    def count(self) -> Places:
        """The chips on the table."""
        return np.array([p.chips for p in self.positions])

    def legal(self, chips: tuple[int, int]) -> NDArray[np.bool_]:
        """Return True for each action that may be, if seats begin with these chips.

        Axes [action, position].
        """
        found = self.children < len(self.positions) + len(self.ending)
        found &= np.array(chips)[self.turns] > self.spent
        found[PASS] = True
        return found


def _moves(position: Public) -> list["Public | End | None"]:
    moves: list[Public | End | None] = [after(position, action) for action in range(4)]
    if position.changed[position.turn]:
        moves[CHANGE] = None
    return moves


@cache
def tree() -> Tree:
    """Return the positions of a round. Seats with few chips reach only some of them."""
    found: dict[Public, list[Public | End | None]] = {}
    todo = [Public()]
    while todo:
        position = todo.pop()
        if position not in found:
            found[position] = _moves(position)
            todo += [move for move in found[position] if isinstance(move, Public)]
    positions = sorted(found, key=lambda p: (_depth(p), p.turn))
    number = {p: n for n, p in enumerate(positions)}
    ends: dict[End, int] = {}
    ending: list[int] = []
    size = len(positions)
    children = np.full((4, size), -1, np.int64)
    for n, position in enumerate(positions):
        for action, move in enumerate(found[position]):
            if isinstance(move, Public):
                children[action, n] = number[move]
            elif isinstance(move, End):
                children[action, n] = size + len(ending)
                ending.append(ends.setdefault(move, len(ends)))
    children[children < 0] = size + len(ending)
    layers, at = list[Layer](), 0
    for _, group in groupby(positions, key=_depth):
        own = list(group)
        layers.append(Layer(at, at + sum(p.turn == 0 for p in own), at + len(own)))
        at += len(own)
    return Tree(
        tuple(positions),
        np.array([p.turn for p in positions]),
        children,
        np.array([spent(p) for p in positions]),
        tuple(ends),
        np.array(ending, np.int64),
        tuple(layers),
    )


def spent(position: Public) -> int:
    """The chips that who is to act has laid or given, less those it was given."""
    seat, changed = position.turn, position.changed
    return position.laid[seat] + changed[seat] - changed[1 - seat]


def _depth(position: Public) -> int:
    return 2 * (position.chips + sum(position.changed)) + (position.before == PASSED)
