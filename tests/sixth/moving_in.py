"""A copy of the project into which the sixth game has moved, as README.md says: by its files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
_PARTS = ("games", "bot", "cogs", "playground", "bench", "rig", "tests")
_FILES = ("pyproject.toml", "README.md", "Makefile")
_HOMES = {
    "games/pennies.py": "games/pennies.py",
    "cogs/pennies.py": "cogs/pennies.py",
    "hands/pennies.py": "tests/games/hands/pennies.py",
}


class House:
    """The copy, and what is run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in _PARTS:
            shutil.copytree(
                ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", ".*")
            )
        for name in _FILES:
            shutil.copy(ROOT / name, folder / name)

    def move_in(self) -> None:
        """Put the game's own files where they belong, its texts in the catalogues; no more."""
        for name, home in _HOMES.items():
            shutil.copy(HERE / name, self.folder / home)
        for catalogue in (self.folder / "bot" / "locale").glob("*/LC_MESSAGES/shinrisen.po"):
            _add_texts(catalogue, HERE / f"{catalogue.parent.parent.name}.po")
        self.run("tests.games.golden", "pennies")

    def run(self, module: str, *words: str) -> str:
        """What `python -m` of a module says there. Raises AssertionError if it fails."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
        )
        assert not done.returncode, done.stdout + done.stderr
        return done.stdout


def _add_texts(catalogue: Path, texts: Path) -> None:
    language = texts.stem
    with catalogue.open("rb") as file:
        known = read_po(file, locale=language)
    with texts.open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id and known.get(message.id, message.context) is None:
                known[message.id] = message
    with catalogue.open("wb") as file:
        write_po(file, known, width=96, sort_output=True)
