"""Private names of libraries: each use is listed, each still exists, each library is bounded."""

import ast
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

import aiosqlite
import discord
import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "bot", "cogs", "playground")
DOCUMENTED = {"_replace", "_asdict", "_mapping", "_fields", "_make", "_exit"}
"""Names that Python and SQLAlchemy document in spite of the underscore."""
Use = tuple[str, str]  # a file and a name
USES: dict[Use, tuple[str, object]] = {
    ("bot/run/client.py", "_connection"): ("discord.py", discord.Client),
    ("bot/storage/driver.py", "_thread"): ("aiosqlite", aiosqlite.Connection),
}
"""Each use, with the library and the object that has the name."""


@cache
def sources() -> dict[str, str]:
    """Return the text of each module by its path."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def _defined(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a module gives: functions, classes, variables, attributes of self."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.Name(name, ast.Store()) | ast.Attribute(ast.Name("self"), name, ast.Store()):
                yield name
            case ast.Call(ast.Attribute(attr="__setattr__"), [_, ast.Constant(str(name)), _]):
                yield name


def uses(path: str, source: str, inherited: set[str]) -> set[Use]:
    """Return the private names of others in a module.

    An attribute of `self` may come from any class of ours, so `inherited` names count as ours.
    """
    tree = ast.parse(source)
    here, found = set(_defined(tree)), set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name("self" | "cls"), name) if name not in here | inherited:
                found.add(name)
            case ast.Attribute(value, name) if ast.unparse(value) not in ("self", "cls"):
                found |= {name} - here
            case ast.ImportFrom(str(module), names, 0) if module.split(".")[0] not in PACKAGES:
                found |= {alias.name for alias in names} | set(module.split("."))
            case ast.Import(names):
                found |= {part for alias in names for part in alias.name.split(".")}
            case ast.Call(ast.Name("getattr" | "setattr" | "hasattr"), [_, ast.Constant(name), *_]):
                found |= {str(name)} - here
    return {(path, name) for name in found if _private(name)}


def _ours() -> set[str]:
    return {name for source in sources().values() for name in _defined(ast.parse(source))}


def test_each_private_name_is_listed() -> None:
    ours = _ours()
    found = {use for path, source in sources().items() for use in uses(path, source, ours)}
    assert found == set(USES)


@pytest.mark.parametrize(
    "source",
    [
        "def f(message):\n    return message._state",
        "class A(Client):\n    def f(self):\n        return self._state",
        "def f(message):\n    return getattr(message, '_state')",
        "from discord.state import _state",
        "import discord._state",
    ],
)
def test_unlisted_private_name_is_found(source: str) -> None:
    assert uses("bot/new.py", source, set()) == {("bot/new.py", "_state")}


def _exists(owner: object, name: str) -> bool:
    """Return True if an object has a name, or its class sets it on an instance."""
    if hasattr(owner, name):
        return True
    return inspect.isclass(owner) and f"self.{name}" in inspect.getsource(owner)


@pytest.mark.parametrize("use", USES, ids=" ".join)
def test_private_name_exists(use: Use) -> None:
    assert _exists(USES[use][1], use[1])


def test_missing_private_name_is_found() -> None:
    assert not _exists(discord.Interaction, "_absent")


@pytest.mark.parametrize("library", sorted({name for name, _ in USES.values()} - {"python"}))
def test_library_with_private_names_is_bounded(library: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (given,) = [one for one in project["dependencies"] if re.match(rf"{re.escape(library)}\W", one)]
    major, minor = version(library).split(".")[:2]
    assert given.endswith(f",<{major}.{int(minor) + 1}")
