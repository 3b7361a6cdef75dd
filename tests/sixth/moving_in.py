"""A copy of the project into which the toy games move, as docs/adding-a-game.md says."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TOYS = ("full", "bare")
"""Folders of toys. Each mirrors the project's tree."""
# Compiled files come along, because a copied file keeps its time.
_LEFT_OUT = shutil.ignore_patterns(".*", "*.pyc.*")

_ALONE = """
import sys

sys.meta_path[:] = [
    one for one in sys.meta_path if not getattr(one, "__module__", "").startswith("__editable__")
]
"""


class House:
    """The copy, and commands that run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for place in sorted(ROOT.iterdir()):
            if place.is_file() and place.name != ".git":
                shutil.copy(place, folder / place.name)
            elif place.is_dir() and not place.name.startswith("."):
                shutil.copytree(place, folder / place.name, ignore=_LEFT_OUT)
        self.keys: list[str] = []
        # The finder of an editable install serves the project's modules that the copy lacks.
        self._start = folder.with_name(f"{folder.name}-start")
        self._start.mkdir()
        (self._start / "sitecustomize.py").write_text(_ALONE, encoding="utf-8")

    def move_in(self) -> None:
        """Copy the toys' files and texts into the tree, and write what commands make of them."""
        # The copy starts with the types that are known already.
        if (known := ROOT / ".mypy_cache").is_dir():
            shutil.copytree(known, self.folder / ".mypy_cache")
        for toy in TOYS:
            for part in ("games", "cogs", "tests"):
                if (HERE / toy / part).is_dir():
                    shutil.copytree(
                        HERE / toy / part, self.folder / part, ignore=_LEFT_OUT, dirs_exist_ok=True
                    )
            for told in [*(HERE / toy).glob("bench/*"), *(HERE / toy).glob("docs/*")]:
                with (self.folder / told.relative_to(HERE / toy)).open(
                    "a", encoding="utf-8"
                ) as page:
                    page.write(told.read_text("utf-8"))
            for texts in sorted((HERE / toy).glob("*.po")):
                name = f"bot/words/locale/{texts.stem}/LC_MESSAGES/shinrisen.po"
                _add_texts(self.folder / name, texts)
            self.keys += [path.name for path in (HERE / toy / "games").iterdir()]
        self.run("tests.games.golden", *self.keys)
        self.run("tests.games.records")
        self.run("tests.palettes", *self.keys)

    def run(self, module: str, *words: str) -> str:
        """Return what `python -m` of a module prints. Raises AssertionError if it fails."""
        code, printed = self.tried(module, words)
        assert not code, printed
        return printed

    def tried(self, module: str, words: Sequence[str]) -> tuple[int, str]:
        """Return the exit code of `python -m` of a module, and what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": f"{self.folder}{os.pathsep}{self._start}"},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr


def _add_texts(catalogue: Path, texts: Path) -> None:
    """Add a toy's texts to a catalogue, unless they are in it."""
    language = texts.stem
    with catalogue.open("rb") as file:
        known = read_po(file, locale=language)
    with texts.open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id and known.get(message.id, message.context) is None:
                known[message.id] = message
    with catalogue.open("wb") as file:
        write_po(file, known, width=96, sort_output=True)
