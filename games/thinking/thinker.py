"""What a computer player is, and what all games' computers share."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ..core import Event, Seat

T = TypeVar("T")

Told = Sequence[Event]
"""All that a seat was told since the match began, in order."""


class Thinker(Protocol):
    """A computer player. It keeps nothing between two decisions, so it survives any restart."""

    def choose(self, view: Any, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """One of the legal moves of the seat whose view this is, and who was told this.

        The chance is the computer's own: with the same one and the same knowledge it moves alike.
        """


class Imagine(Protocol):
    """Deals anew what a seat doesn't know of a match that is running.

    The position it gives has the view handed in, and all that was told could have led there.
    """

    def __call__(self, view: Any, told: Told, rng: random.Random) -> Any:
        """A full position as it might be."""


def since(told: Told, kind: type[T]) -> tuple[T | None, Told]:
    """The latest event of a kind, and what was told after it; without one, everything."""
    for at in range(len(told) - 1, -1, -1):
        event = told[at]
        if isinstance(event, kind):
            return event, told[at + 1 :]
    return None, told


def others(seat: Seat | None, seats: int) -> list[Seat]:
    """All seats but one's own."""
    return [Seat(n) for n in range(seats) if n != seat]
