"""The parts of a game's cog, found by the game's key: nothing else knows a game by name."""

import importlib
from functools import cache
from importlib.util import find_spec
from types import ModuleType

from games import GAMES

from .look import Look


def part(game: str, name: str) -> ModuleType | None:
    """Return the module `cogs/<game>/<name>.py`, or None if the game leaves that part out."""
    package = f"cogs.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


@cache
def looks() -> dict[str, Look]:
    """Return the look of every game that has one, by key."""
    found = {key: part(key, "look") for key in GAMES}
    return {key: module.LOOK for key, module in found.items() if module is not None}
