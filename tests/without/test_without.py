"""A copy of the project without the folders of features and games passes what is left.

Each is gone in half of the copies, with others, and in a soak alone. All that needs it is there in
one of them, and red.

Pages for readers, the glossary and the migrations still name what is gone, so nothing reads them
here. A real deletion changes the pages, and ships a migration that drops the tables. The rules of
games import no feature and no other game, as `make check` shows, so their laws don't run again.
"""

import itertools
import math
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from games import GAMES

from ..checks import CHECKS
from ..checks.tree import Tree
from ..examples import ALL_AT_ONCE
from ..features import belongs, features
from ..sixth.moving_in import House

REST = (
    *("test_background.py", "test_more.py"),
    "test_former.py::test_readme_lists_all_commands",
    "test_every_screen.py::test_every_screen_fits_discords_limits[en-US]",
)
"""Tests of all commands, jobs and screens."""
EVERY_MODULE = """
import importlib, importlib.util, pkgutil

def test_every_module_is_whole():
    for one in {gone}:
        assert importlib.util.find_spec(f"cogs.{{one}}") is None, "the installed one is served"
    for top in {tops}:
        for found in pkgutil.walk_packages([top], f"{{top}}."):
            if ".migrations." not in found.name and not found.name.endswith("__main__"):
                importlib.import_module(found.name)
"""
WHOLE = ("lone_bases", "mutants")
"""Checks of what one feature alone must not break."""


def copies(names: Sequence[str]) -> list[list[str]]:
    """Return what each copy is without: each name is gone in half of them, no two in the same.

    So of two names, each is gone in a copy where the other is there.
    """
    if os.environ.get("SHINRISEN_SOAK"):
        return [[name] for name in names]
    count = next(n for n in itertools.count(2) if math.comb(n, n // 2) >= len(names))
    halves = list(zip(names, itertools.combinations(range(count), count // 2), strict=False))
    return [[name for name, half in halves if number in half] for number in range(count)]


COPIES = [[ALL_AT_ONCE], *copies(sorted({*features(), *GAMES} - {ALL_AT_ONCE}))]


@pytest.mark.parametrize("names", COPIES, ids="-".join)
def test_rest_is_green_without_some(tmp_path: Path, names: Sequence[str]) -> None:
    """Tests of a game by its role are skipped. A feature that no other game has goes, too."""
    house = House(tmp_path / "house")
    gone = {*names, *_lost(house, {*names})}
    for path in [*house.folder.rglob("*")]:
        name = path.relative_to(house.folder).as_posix()
        if path.exists() and any(_goes(name, one) for one in gone):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    tops, rest = ["bot", "cogs", "games"], [*REST]
    if ALL_AT_ONCE not in names:
        # Without it, few tests of the bot could be made.
        tops.append("tests")
    if not {ALL_AT_ONCE, "help"} & gone:
        rest.append("help/test_help.py")
    every = EVERY_MODULE.format(gone=gone, tops=tops)
    (house.folder / "test_every_module.py").write_text(every, encoding="utf-8")
    chosen = [*(f"tests/cogs/{one}" for one in rest), "test_every_module.py"]
    house.run("pytest", "-q", "-p", "no:cacheprovider", *chosen)


@pytest.fixture(scope="module")
def tree() -> Tree:
    """Return the files of the project."""
    return Tree.read()


@pytest.mark.parametrize("feature", features())
def test_rest_is_whole_without_a_feature(tree: Tree, feature: str) -> None:
    rest = tree.without(lambda path: belongs(path, feature))
    assert [str(one) for name in WHOLE for one in CHECKS[name](rest)] == []


def _goes(name: str, one: str) -> bool:
    """Return True if a file or folder goes with a game or a feature."""
    if one in GAMES:
        return name.endswith(f"/{one}")
    return name in (f"cogs/{one}", f"tests/cogs/{one}") or belongs(name, one)


def _lost(house: House, names: set[str]) -> list[str]:
    """Return the features that only games of these names have."""
    has = {
        one: {path.parent.name for path in house.folder.glob(f"cogs/*/{one}.py")}
        for one in features()
    }
    return [one for one, games in has.items() if games and games <= names]
