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
"""Folders that contain a game's own folder, named by its key."""
PAST = ("bot/storage/migrations/versions", "tests/bot/storage/upgrades")
"""Folders about databases of earlier versions. They name those versions' games."""
TOYS = "tests/sixth"
"""The folder of the toys, before they move in."""
_TYPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def named(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield every place in a module that names another folder's game."""
    if path.is_relative_to(TOYS) or path.parent.as_posix() in PAST:
        return
    others = {
        key for key in GAMES if not any(path.is_relative_to(f"{home}/{key}") for home in HOMES)
    }
    if not others:
        return
    keys = "|".join(sorted(others))
    key = re.compile(rf"(?:^|[\s/.'\"`])(?:{keys})(?![\w!])")
    for line, text in _literals((root / path).read_text(encoding="utf-8")):
        if key.search(text):
            yield f"{path}:{line}: {text!r}"
    for module in sorted(set(imports(path, root))):
        if re.search(rf"\.(?:{keys})(?!\w)", module) and not module.startswith("tests.sixth."):
            yield f"{path}: import {module}"


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


@pytest.mark.parametrize("home", ["bot/drawing", "cogs", "cogs/_shared", "bench", "tests/cogs"])
@pytest.mark.parametrize(
    "line",
    [
        'FELTS = {"KEY": 5}',
        'name = f"KEY-{kind}"',
        'command = "KEY play"',
        "def later() -> None:\n    from games.KEY import GAME",
        "import cogs.KEY.look",
        'module = importlib.import_module("games.KEY")',
    ],
)
@pytest.mark.parametrize("key", GAMES)
def test_planted_name_is_found(tmp_path: Path, home: str, line: str, key: str) -> None:
    planted = Path(home) / "planted.py"
    (tmp_path / home).mkdir(parents=True)
    (tmp_path / planted).write_text(line.replace("KEY", key), encoding="utf-8")
    assert list(named(planted, tmp_path))


@pytest.mark.parametrize("key", GAMES)
def test_own_folder_may_name_its_game_and_no_other(tmp_path: Path, key: str) -> None:
    other = next(name for name in GAMES if name != key)
    for home in HOMES:
        own = Path(home) / key / "planted.py"
        (tmp_path / own).parent.mkdir(parents=True)
        (tmp_path / own).write_text(f'KEYS = "{key}", "{other}"\n', encoding="utf-8")
        (found,) = named(own, tmp_path)
        assert found.endswith(f": '{other}'")
