"""The house rules that can be read off the source: who imports whom, names, sizes."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    path.relative_to(ROOT)
    for package in ("games", "bot", "playground", "cogs", "tests", "bench")
    for path in (ROOT / package).rglob("*.py")
)
FORBIDDEN = {"utils", "helpers", "common", "manager", "engine", "session", "room", "board"}
IMPURE = {"asyncio", "random", "time", "datetime", "os", "pathlib", "secrets", "io", "threading"}
WITHOUT_DISCORD = ("bot/match.py", "bot/lobby.py", "bot/clock.py", "bot/ratings.py", "bot/storage/")


def imports(path: Path) -> Iterator[str]:
    """The whole names of the modules a module imports, wherever in it."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = list(path.with_suffix("").parts[: -node.level]) if node.level else []
            yield ".".join([*parts, *([node.module] if node.module else [])])


def of(package: str) -> list[Path]:
    return [path for path in MODULES if path.parts[0] == package]


@pytest.mark.parametrize("path", of("games"), ids=str)
def test_games_are_pure(path: Path) -> None:
    for name in imports(path):
        top = name.split(".")[0]
        assert top == "games" or top in sys.stdlib_module_names, name
        assert top not in IMPURE, name


@pytest.mark.parametrize("path", of("bot"), ids=str)
def test_the_bot_does_not_import_cogs(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] in ("cogs", "tests")]


@pytest.mark.parametrize("path", of("playground"), ids=str)
def test_the_playground_imports_nothing_of_the_bot(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] in ("games", "bot", "cogs")]


@pytest.mark.parametrize("path", of("bot"), ids=str)
def test_matches_and_their_storage_know_no_discord(path: Path) -> None:
    if str(path.as_posix()).startswith(WITHOUT_DISCORD):
        assert not [name for name in imports(path) if name.split(".")[0] == "discord"]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_modules_have_names_of_the_field_and_fit_one_idea(path: Path) -> None:
    assert path.stem.strip("_") not in FORBIDDEN
    assert len((ROOT / path).read_text(encoding="utf-8").splitlines()) <= 600
