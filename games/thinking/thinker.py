"""The protocol of computer players, and a function that their games share."""

import random
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from ..core import Event

T = TypeVar("T")

Told = Sequence[Event]
"""All events addressed to the seat since the match began, in order."""


class Thinker(Protocol):
    """A computer player. It keeps nothing between two decisions, so it survives any restart."""

    def choose(self, view: Any, told: Told, legal: Sequence[Any], rng: random.Random) -> Any:
        """Return one of the legal moves of the seat with this view and these events.

        The chance is the computer's own. Equal chance and knowledge give equal moves.
        """


def since(told: Told, kind: type[T]) -> tuple[T | None, Told]:
    """Return the latest event of a kind and the events after it, or None and all events."""
    for at in range(len(told) - 1, -1, -1):
        event = told[at]
        if isinstance(event, kind):
            return event, told[at + 1 :]
    return None, told
