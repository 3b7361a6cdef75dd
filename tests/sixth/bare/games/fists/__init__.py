"""Fists: all hide coins in a fist. The highest number that no other player has gets a point.

seats         2–4.
pack          None.
hidden        The number of coins, until all have chosen.
simultaneous  Always.
ends          After three rounds.
scoring       A point for the highest unique number.
source        Folklore.
"""

from typing import ClassVar

from games.errors import N_
from games.options import Options
from games.sealed import SealedGame, State

ROUNDS = 3


class FistsOptions(Options):
    """No options."""


class Fists(SealedGame):
    """The rules of fists."""

    key: ClassVar[str] = "fists"
    seats: ClassVar[range] = range(2, 5)
    Options: ClassVar[type[Options]] = FistsOptions
    choices: ClassVar[tuple[str, ...]] = ("0", "1", "2", "3")
    write: ClassVar[str] = N_("Write a number of coins, such as 3.")

    def won(self, choices: tuple[str, ...], options: FistsOptions) -> tuple[int, ...]:
        """Return a point for the highest number that no other seat has."""
        alone = [one for one in choices if choices.count(one) == 1]
        return tuple(int(one == max(alone, default="")) for one in choices)

    def ended(self, state: State, options: FistsOptions) -> bool:
        """Return True after three rounds."""
        return state.round == ROUNDS


GAME = Fists()
