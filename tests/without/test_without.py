"""A copy of the project without one feature's folder and tests passes what is left.

Pages for readers, the glossary and the migrations still name the feature, so nothing reads them
here. A real deletion changes the pages, and ships a migration that drops the tables. The rules of
games import no feature, as `make check` shows, so their laws don't run again.
"""

import shutil
from pathlib import Path

import pytest

from ..checks import CHECKS, pages
from ..checks.apart import UNDER_WAY
from ..features import belongs, features
from ..sixth.moving_in import House

WHOLE = [one for one in features() if one not in UNDER_WAY]
REST = (
    *("help/test_help.py", "test_jobs.py", "test_more.py"),
    "test_former.py::test_there_are_fourteen_commands",
    "test_every_screen.py::test_every_screen_fits_discords_limits[en-US]",
)
"""Tests of all commands, jobs and screens, and of a whole match of each game."""
EVERY_MODULE = """
import importlib, importlib.util, pkgutil, sys
assert importlib.util.find_spec(f"cogs.{sys.argv[1]}") is None, "the installed one is served"
for top in ("bot", "cogs", "games"):
    for found in pkgutil.walk_packages([top], f"{top}."):
        if ".migrations." not in found.name and found.name != "bot.__main__":
            importlib.import_module(found.name)
"""


def taken_out(house: House, feature: str) -> None:
    """Remove a feature's files from a copy, and its texts from the catalogues."""
    for path in [*house.folder.rglob("*")]:
        name = path.relative_to(house.folder).as_posix()
        if path.is_file() and belongs(name, feature):
            path.unlink()
    for folder in ("cogs", "tests/cogs"):
        shutil.rmtree(house.folder / folder / feature, ignore_errors=True)
    house.run("tests.catalogue")


@pytest.mark.parametrize("feature", WHOLE)
def test_rest_is_green_without_a_feature(tmp_path: Path, feature: str) -> None:
    house = House(tmp_path / "house")
    taken_out(house, feature)
    # Texts of the core name some buttons of features.
    told = {"glossary", "named_buttons", *(name for name in vars(pages) if name in CHECKS)}
    house.run("tests.checks", *(name for name in CHECKS if name not in told))
    (house.folder / "every_module.py").write_text(EVERY_MODULE, encoding="utf-8")
    house.run("every_module", feature)
    house.run("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests")
    tests = house.folder / "tests/cogs"
    chosen = [f"tests/cogs/{one}" for one in REST if (tests / one.partition("::")[0]).exists()]
    house.run("pytest", "-q", "-p", "no:cacheprovider", *chosen)
