"""The features: the folders and modules of `cogs` that are no games, and their tests."""

import importlib
from functools import cache
from pathlib import Path, PurePosixPath
from types import ModuleType

from games import GAMES

_ROOT = Path(__file__).parent.parent


def features() -> list[str]:
    """Return the names of all features."""
    cogs = _ROOT / "cogs"
    found = {path.parent.name for path in cogs.glob("*/__init__.py")}
    found |= {path.stem for path in cogs.glob("*.py")}
    return sorted(name for name in found - GAMES.keys() if not name.startswith("_"))


def belongs(path: str, feature: str) -> bool:
    """Return True if a file is a feature's: in its folder, its part of a game, or a test of it."""
    place = PurePosixPath(path)
    if {f"cogs/{feature}", f"tests/cogs/{feature}"} & {str(one) for one in place.parents}:
        return True
    if place.parts[0] == "cogs":
        return place.name == f"{feature}.py"
    return place.parts[0] == "tests" and place.name == f"test_{feature}.py"


@cache
def brought(name: str) -> tuple[ModuleType, ...]:
    """Return the features' parts of a generic test: the modules `tests.cogs.*.<name>`."""
    folders = [path.parent.name for path in sorted((_ROOT / "tests/cogs").glob(f"*/{name}.py"))]
    return tuple(importlib.import_module(f"tests.cogs.{one}.{name}") for one in folders)
