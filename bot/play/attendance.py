"""Attendance: the players who count as having left, and the matches long enough to be rated.

A computer or the clock decides for a player who left or missed a deadline. No player gains a rating
by such decisions, or by matches that hardly began.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.core import Lasts

from ..storage import Player

_SHARE = 4
"""A player may miss one of this number of decisions."""
_RETURNS = 1
"""Number of times that a player may come back without being rated as having left."""


_USUAL = 4
"""Usual number of decisions of each player, if the game states no other."""
_PART = 4
"""A rated match has at least the usual number of decisions, divided by this."""


class Decision(NamedTuple):
    """A seat's decision: the first ply after it, and True if no person made it."""

    ply: int
    automatic: bool


def left_at(player: Player, decisions: Iterable[Decision]) -> int | None:
    """Return the ply of a player's leaving for the rating, or None.

    A player who is away at the end left after their last own decision. A player who missed over a
    quarter of their decisions, or came back twice, left at the first missed one. A player who was
    removed while present hasn't left.
    """
    if player.left and not player.wronged:
        return player.left_ply or 0
    made = sorted(decisions)
    missed = [decision.ply for decision in made if decision.automatic]
    if player.away:
        return max((decision.ply for decision in made if not decision.automatic), default=0)
    if player.computer or player.left:
        return None
    absent = _SHARE * len(missed) > len(made) or player.returns > _RETURNS
    return min(missed, default=0) if absent else None


def long_enough(game: object, seats: int, options: object, decisions: int) -> bool:
    """Return True if a match with this number of decisions is long enough to be rated."""
    usual = game.usual_moves(seats, options) if isinstance(game, Lasts) else _USUAL * seats
    return _PART * decisions >= usual
