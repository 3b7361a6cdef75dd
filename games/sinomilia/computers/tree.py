"""One round of Sinomilia as a graph of public positions.

A public position is what lies on the table and who laid it, the change cards, the turn before and
whose turn it is. How the chips came there is forgotten, so different orders meet in one position.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FULL = 9
MOONS = 2
"""The most moons that are counted. More bring little, and would double the positions."""

SUN, MOON, PASS, CHANGE = range(4)
OTHER, PASSED, MOONED = range(3)
"""The previous turn, as far as it matters."""

NOWHERE = -1

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


def held(chips: tuple[int, int], position: Public) -> int:
    """The chips that who is to act still holds."""
    seat, changed = position.turn, position.changed
    return chips[seat] - position.laid[seat] - changed[seat] + changed[1 - seat]


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
    """Positions of one seat that lead only into later layers: the bounds, and the ways in.

    `ways` are numbers of `4 · parent + action`, counted among the other seat's positions. A row
    holds one of each child, and `NOWHERE` for children without more. The first layer has none.
    """

    turn: int
    begun: int
    ended: int
    ways: Places


@dataclass(frozen=True, eq=False)
class Tree:
    """All positions of a round, those of each seat by themselves, in the order of their layers.

    `children` by seat, position and action: a position of the other seat; −1 where it can't be
    taken; −2 less the number of an end. Each way into an end is an end of its own, so that its
    `entries` (seat, 4 · parent + action) are single.
    """

    positions: tuple[tuple[Public, ...], tuple[Public, ...]]
    children: tuple[Places, Places]
    ends: tuple[End, ...]
    entries: tuple[Places, Places]
    layers: tuple[Layer, ...]

    @cached_property
    def numbers(self) -> dict[Public, int]:
        """The number of a position among its seat's."""
        return {p: n for own in self.positions for n, p in enumerate(own)}


# A seat can spend at most nine chips and a change in a round.
_RICH = FULL + 2


def tree_of(chips: tuple[int, int]) -> Tree:
    """Return the positions of a round that begins with these chips, the starter's first."""
    return _tree(min(chips[0], _RICH), min(chips[1], _RICH))


def _moves(chips: tuple[int, int], position: Public) -> list["Public | End | None"]:
    moves: list[Public | End | None] = [None] * 4
    moves[PASS] = after(position, PASS)
    if held(chips, position) > 0:
        moves[SUN], moves[MOON] = after(position, SUN), after(position, MOON)
        if not position.changed[position.turn]:
            moves[CHANGE] = after(position, CHANGE)
    return moves


@lru_cache(256)
def _tree(first: int, second: int) -> Tree:
    chips = (first, second)
    found: dict[Public, list[Public | End | None]] = {}
    todo = [Public()]
    while todo:
        position = todo.pop()
        if position not in found:
            found[position] = _moves(chips, position)
            todo += [move for move in found[position] if isinstance(move, Public)]
    own = [tuple(sorted((p for p in found if p.turn == t), key=_depth)) for t in (0, 1)]
    number = {p: n for positions in own for n, p in enumerate(positions)}
    ends: list[End] = []
    entries: list[list[int]] = [[], []]
    ways: dict[Public, list[int]] = {p: [] for p in found}
    children = [np.full((len(positions), 4), -1, np.int64) for positions in own]
    for t in (0, 1):
        for n, position in enumerate(own[t]):
            for action, move in enumerate(found[position]):
                if isinstance(move, Public):
                    children[t][n, action] = number[move]
                    ways[move].append(4 * n + action)
                elif isinstance(move, End):
                    children[t][n, action] = -2 - len(entries[t])
                    entries[t].append(4 * n + action)
    for t in (0, 1):
        for entry in entries[t]:
            end = found[own[t][entry // 4]][entry % 4]
            assert isinstance(end, End)
            ends.append(end)
    children[1] = np.where(children[1] <= -2, children[1] - len(entries[0]), children[1])
    layers = []
    for t in (0, 1):
        at = 0
        for depth, group in groupby(own[t], key=_depth):
            positions = list(group)
            into = zip_longest(*(ways[p] for p in positions), fillvalue=NOWHERE)
            rows = np.array([*into], np.int64).reshape(-1, len(positions))
            layers.append((depth, Layer(t, at, at + len(positions), rows)))
            at += len(positions)
    layers.sort(key=lambda pair: pair[0])
    return Tree(
        (own[0], own[1]),
        (children[0], children[1]),
        tuple(ends),
        (np.array(entries[0], np.int64), np.array(entries[1], np.int64)),
        tuple(layer for _, layer in layers),
    )


def _depth(position: Public) -> int:
    return 2 * (position.chips + sum(position.changed)) + (position.before == PASSED)
