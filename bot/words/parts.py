"""Optional parts of a game's cog, found by the game's key. No other code names a game."""

import importlib
from importlib.util import find_spec
from types import ModuleType


def part(game: str, name: str) -> ModuleType | None:
    """Return the module `cogs.<game>.<name>`, or None if the game leaves that part out."""
    package = f"cogs.{game}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")
