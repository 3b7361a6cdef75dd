"""Two toy games need nothing but their own files to pass every generic test.

Collection finds the files with tests of a toy. In such a file, the toys' tests and those of no
particular game run, but for those that play another game from first to last.
"""

import ast
import os
import re
from functools import cache
from pathlib import Path

import pytest

from games import GAMES

from ..checks.tree import Module
from .moving_in import House

LIVE = ("tests/wire", "tests/playground", "tests/bot/play/test_crash.py")
"""Tests that start processes. They run on the toys in a soak only."""
AT_ONCE = ("tests/bot/words",)
"""Tests of all texts, which are made for no game in particular."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Return a copy of the project with both toys."""
    house = House(tmp_path_factory.mktemp("moving") / "house")
    house.move_in()
    return house


@pytest.fixture(scope="module")
def found(house: House) -> list[str]:
    """Return the ids of all tests of the copy that concern the toys."""
    live = () if os.environ.get("SHINRISEN_SOAK") else LIVE
    # Copies of the copy would take hours.
    ignored = (f"--ignore={path}" for path in (*live, "tests/sixth", "tests/without"))
    printed = house.run("pytest", "--collect-only", "-m", "not served", *ignored, "tests")
    every = [line for line in printed.splitlines() if "::" in line]
    theirs = {test.partition("::")[0] for test in every if names(test, house.keys)}
    return [
        test
        for test in every
        if names(test, house.keys)
        or (test.startswith((*theirs, *AT_ONCE)) and is_general(house.folder, test))
    ]


def names(test: str, keys: list[str]) -> bool:
    """Return True if a test's id contains a key as a word."""
    return re.search(rf"(?<![a-z])(?:{'|'.join(keys)})(?![a-z])", test) is not None


def is_general(folder: Path, test: str) -> bool:
    """Return True for a test of no game, but with tables only if it names the list of all games."""
    file, *_, name = test.partition("[")[0].split("::")
    code = functions(folder / file).get(name, "")
    own = re.search(r"def \w+\([^)]*\b(?:e|evening|database):", code)
    lists = re.search(r"\b(?:GAMES|looks)\b", code)
    return not names(test, [*GAMES]) and (own is None or lists is not None)


@cache
def functions(file: Path) -> dict[str, str]:
    """Return the code of each function of a module by its name, decorators included."""
    module = Module(str(file), file.read_text(encoding="utf-8"))
    return {node.name: ast.unparse(node) for node in module.functions()}


def test_tests_of_many_files_are_made_for_both_toys(house: House, found: list[str]) -> None:
    for key in house.keys:
        files = {test.partition("::")[0] for test in found if names(test, [key])}
        assert len(files) > 10, files


def test_toys_pass_every_generic_test(house: House, found: list[str]) -> None:
    chosen = house.folder / "chosen.txt"
    chosen.write_text("\n".join(found), encoding="utf-8")
    house.run("pytest", "-q", "-p", "no:cacheprovider", f"@{chosen}")


def test_checks_and_types_are_clean(house: House) -> None:
    house.run("tests.checks")
    house.run("ruff", "check", "--no-cache", ".")
    house.run("ruff", "format", "--no-cache", "--check", ".")
    house.run("mypy")
