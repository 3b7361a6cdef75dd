"""Every game's computers, found by the game's key when first asked: they take long to load."""

import importlib
import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast

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


STRENGTHS = ("easy", "normal", "hard")
"""The strengths of computers, weakest first."""


def find_player(game: str, strength: str) -> Thinker | None:
    """Return the computer of that strength, or None if the game has none.

    Raises ValueError if there is no such strength.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"no strength: {strength}")
    module = _module(f"games.{game}.computers.players")
    return None if module is None else cast(Thinker, getattr(module, strength.upper()))


def computers_version(game: str) -> int | None:
    """Return the version of a game's computers, or None if the game has none.

    It grows with every change of their decisions, so that records name the computers they need.
    """
    # Not the players, because the process of the bot needn't load them.
    package = _module(f"games.{game}.computers")
    return None if package is None else cast(int, getattr(package, "VERSION", 1))


def weighs(game: str) -> bool:
    """Return True if the game's *hard* weighs moves. Its package says so."""
    return bool(getattr(_module(f"games.{game}.computers"), "WEIGHS", False))


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        return None
