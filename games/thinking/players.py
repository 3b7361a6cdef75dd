"""Every game's computers, found by the game's key when first asked: they take long to load."""

import importlib
from types import ModuleType
from typing import cast

from .thinker import Thinker

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


def _module(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        return None
