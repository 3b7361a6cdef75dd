"""A game's key is written in the game's own folders and nowhere else."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games import GAMES

from .test_layers import MODULES, ROOT, imports

HOMES = ("games", "cogs", "tests/games", "tests/cogs", "bench")
"""Folders in which a game has a folder of its own, named by its key."""
PAST = ("bot/storage/migrations/versions", "tests/bot/storage/upgrades")
"""Folders about databases of earlier versions, in which those versions' games are named."""
_TYPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def named(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield every place in a module that names another folder's game."""
    if path.parent.as_posix() in PAST:
        return
    others = {key for key in GAMES if path.parent.as_posix() not in _homes(key, path)}
    if not others:
        return
    keys = "|".join(sorted(others))
    key = re.compile(rf"(?:^|[\s/.'\"`])(?:{keys})(?![\w!])")
    for line, text in _literals((root / path).read_text(encoding="utf-8")):
        if key.search(text):
            yield f"{path}:{line}: {text!r}"
    for module in sorted(set(imports(path, root))):
        if re.search(rf"\.(?:{keys})(?!\w)", module):
            yield f"{path}: import {module}"


def _homes(key: str, path: Path) -> set[str]:
    """Return the folders above a module, if one of them is a home of the game."""
    above = [folder.as_posix() for folder in path.parents]
    return set(above) if {f"{home}/{key}" for home in HOMES} & set(above) else set()


@cache
def _literals(source: str) -> list[tuple[int, str]]:
    """Return the lines and texts of all literals of a source, except docstrings."""
    tree = ast.parse(source)
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, _TYPES) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documented
    ]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_names_no_game_of_another_folder(path: Path) -> None:
    assert list(named(path)) == []
