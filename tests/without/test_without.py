"""A copy of the project without one feature's folder and tests passes what is left.

Pages for readers and the migrations still name the feature, and no test of these runs here. A real
deletion changes the pages, and ships a migration that drops the tables.
"""

import shutil
from pathlib import Path

import pytest

from ..checks import CHECKS, pages
from ..checks.apart import UNDER_WAY
from ..features import belongs, features
from ..sixth.moving_in import House

REST = (
    *("test_help.py", "test_former.py", "test_jobs.py", "test_more.py", "test_settings.py"),
    *("test_every_screen.py", "test_matches.py"),
)
"""Tests of all commands, jobs and screens, and of a whole match of each game."""
LAWS = "tests/games/test_contract.py"
EVERY_MODULE = """
import importlib, pkgutil
for top in ("bot", "cogs", "games"):
    for found in pkgutil.walk_packages([top], f"{top}."):
        if ".migrations." not in found.name and found.name != "bot.__main__":
            importlib.import_module(found.name)
"""


def taken_out(house: House, feature: str) -> None:
    """Remove a feature's files from a copy, and its texts from the catalogues."""
    gone = [
        path
        for path in house.folder.rglob("*")
        if path.is_file() and belongs(path.relative_to(house.folder).as_posix(), feature)
    ]
    for path in gone:
        path.unlink()
    for folder in ("cogs", "tests/cogs"):
        shutil.rmtree(house.folder / folder / feature, ignore_errors=True)
    house.run("tests.catalogue")


@pytest.mark.parametrize("feature", [one for one in features() if one not in UNDER_WAY])
def test_rest_is_green_without_a_feature(tmp_path: Path, feature: str) -> None:
    house = House(tmp_path / "house")
    taken_out(house, feature)
    told = {name for name, check in CHECKS.items() if check.__module__ == pages.__name__}
    house.run("tests.checks", *(name for name in CHECKS if name not in told))
    house.run("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests")
    (house.folder / "every_module.py").write_text(EVERY_MODULE, encoding="utf-8")
    house.run("every_module")
    chosen = [LAWS, *(f"tests/cogs/{name}" for name in REST)]
    there = [path for path in chosen if (house.folder / path).exists()]
    house.run("pytest", "-q", "-p", "no:cacheprovider", "-n", "2", *there)
