"""The public positions of a round of Sinomilia, and where a turn leads.

A public position is what lies on the table and who laid it, the change cards, the turn before and
whose turn it is. How the chips came there is forgotten, so different orders meet in one position.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core import Seat
from ..state import added

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
    table = added(laid, Seat(turn), 1)
    if sum(table) == FULL:
        return End(table, moons, changed, turn)
    return Public(table, moons, changed, MOONED if moon else OTHER, 1 - turn, turn)


def spent(position: Public) -> int:
    """The chips that who is to act has laid or given, less those it was given."""
    seat, changed = position.turn, position.changed
    return position.laid[seat] + changed[seat] - changed[1 - seat]
