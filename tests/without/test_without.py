"""A copy of the project without one feature's or game's folders passes what is left.

Pages for readers, the glossary and the migrations still name what is gone, so nothing reads them
here. A real deletion changes the pages, and ships a migration that drops the tables. The rules of
games import no feature and no other game, as `make check` shows, so their laws don't run again.
"""

import shutil
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from games import GAMES

from ..checks import CHECKS, pages
from ..features import belongs, features
from ..sixth.moving_in import House

REST = (
    *("test_jobs.py", "test_more.py"),
    "test_former.py::test_readme_lists_all_commands",
    "test_every_screen.py::test_every_screen_fits_discords_limits[en-US]",
)
"""Tests of all commands, jobs and screens."""
EVERY_MODULE = """
import importlib, importlib.util, pkgutil, sys
assert importlib.util.find_spec(f"cogs.{sys.argv[1]}") is None, "the installed one is served"
for top in ("bot", "cogs", "games"):
    for found in pkgutil.walk_packages([top], f"{top}."):
        if ".migrations." not in found.name and found.name != "bot.__main__":
            importlib.import_module(found.name)
"""


def without(house: House, name: str, gone: Callable[[str], bool]) -> None:
    """Remove files and folders from a copy, their texts from the catalogues, and see it whole."""
    for path in [*house.folder.rglob("*")]:
        if path.exists() and gone(path.relative_to(house.folder).as_posix()):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    house.run("tests.catalogue")
    every = house.folder / "every_module.py"
    every.write_text(EVERY_MODULE, encoding="utf-8")
    house.run("every_module", name)
    every.unlink()


def passes(house: House, *more: str, left_out: Collection[str] = ()) -> None:
    """See the checks and the tests pass, those of the rest and more."""
    # Texts of the core name some buttons of features.
    told = {"glossary", "named_buttons", *(name for name in vars(pages) if name in CHECKS)}
    house.run("tests.checks", *(name for name in CHECKS if name not in {*told, *left_out}))
    tests = house.folder / "tests/cogs"
    chosen = [f"tests/cogs/{o}" for o in (*REST, *more) if (tests / o.partition("::")[0]).exists()]
    house.run("pytest", "-q", "-p", "no:cacheprovider", *chosen)


@pytest.mark.parametrize("feature", features())
def test_rest_is_green_without_a_feature(tmp_path: Path, feature: str) -> None:
    house = House(tmp_path / "house")
    folders = (f"cogs/{feature}", f"tests/cogs/{feature}")
    without(house, feature, lambda name: name in folders or belongs(name, feature))
    house.run("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests")
    passes(house, "help/test_help.py")


@pytest.mark.parametrize("game", GAMES)
def test_rest_is_green_without_a_game(tmp_path: Path, game: str) -> None:
    """Tests that play it by its role are skipped. A feature that no other game has goes, too."""
    house = House(tmp_path / "house")
    names = [game, *(one for one in features() if _games_of(house, one) == [game])]
    folders = [f"/{game}", *(f"cogs/{one}" for one in names)]
    without(
        house,
        game,
        lambda name: name.endswith(tuple(folders)) or any(belongs(name, one) for one in names),
    )
    # A feature's fault may be made in a game's part, or found by a game's test.
    passes(house, left_out={"mutants", "tests_of_mutants"})


def _games_of(house: House, feature: str) -> list[str]:
    return [path.parent.name for path in house.folder.glob(f"cogs/*/{feature}.py")]
