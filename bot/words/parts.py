"""Optional parts of cogs: modules by a game's key or of all cogs, and what a module declares."""

import importlib
import pkgutil
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

_T = TypeVar("_T")


def part(game: str, name: str) -> ModuleType | None:
    """Return the module `cogs.<game>.<name>`, or None if the game leaves that part out."""
    package = f"cogs.{game}"
    if folder(game) is None or find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


@cache
def parts(name: str) -> tuple[ModuleType, ...]:
    """Return the modules `cogs.*.<name>`, of the games and features that have one."""
    found = find_spec("cogs")
    places = None if found is None else found.submodule_search_locations
    cogs = sorted(one.name for one in pkgutil.iter_modules(places) if one.ispkg)
    return tuple(one for cog in cogs if (one := part(cog, name)) is not None)


def declared(kind: type[_T], where: object) -> tuple[_T, ...]:
    """Return the constants of a class that a module or another class declares."""
    found = () if where is None else vars(where).values()
    return tuple(one for one in found if isinstance(one, kind))


@cache
def offered(kind: type[_T], name: str) -> tuple[_T, ...]:
    """Return the constants of a class in the parts of that name in all folders of cogs."""
    return tuple(one for module in parts(name) for one in declared(kind, module))


def folder(game: str) -> Path | None:
    """Return the folder of a game's cog, or None if it has none."""
    found = find_spec(f"cogs.{game}")
    places = None if found is None else found.submodule_search_locations
    return Path(places[0]) if places else None


@cache
def cast_rows(game: str) -> Mapping[str, Any]:
    """Return the rows of a game's `cast.toml`, nothing if the game leaves it out."""
    place = folder(game)
    path = None if place is None else place / "cast.toml"
    if path is None or not path.is_file():
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8"))
