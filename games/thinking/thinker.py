"""The protocols of computer players, and the functions that all games' computers share."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ..core import Event, Seat

T = TypeVar("T")

Told = Sequence[Event]
"""All events addressed to the seat since the match began, in order."""


class Thinker(Protocol):
    """A computer player. It keeps nothing between two decisions, so it survives any restart."""

    def choose(self, view: Any, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """Return one of the legal moves of the seat with this view and these events.

        The chance is the computer's own. Equal chance and knowledge give equal moves.
        """


class Imagine(Protocol):
    """Resamples everything that a seat doesn't know of a live match.

    The position has the view handed in, and could have led to the seat's events.
    """

    def __call__(self, view: Any, told: Told, rng: random.Random) -> Any:
        """A full position as it might be."""


def since(told: Told, kind: type[T]) -> tuple[T | None, Told]:
    """Return the latest event of a kind and the events after it, or None and all events."""
    for at in range(len(told) - 1, -1, -1):
        event = told[at]
        if isinstance(event, kind):
            return event, told[at + 1 :]
    return None, told


def others(seat: Seat | None, seats: int) -> list[Seat]:
    """All seats but one's own."""
    return [Seat(n) for n in range(seats) if n != seat]
