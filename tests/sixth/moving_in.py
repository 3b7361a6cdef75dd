"""A copy of the project into which the toy games move, as docs/adding-a-game.md says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from ..mutants import NOT_COPIED, ROOT

HERE = Path(__file__).parent
TOYS = ("full", "bare")
"""Folders of toys. Each mirrors the project's tree."""

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
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED)
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
        for toy in (HERE / name for name in TOYS):
            for part in ("games", "cogs", "tests"):
                shutil.copytree(
                    toy / part, self.folder / part, ignore=NOT_COPIED, dirs_exist_ok=True
                )
            for rows in [*toy.glob("bench/*"), *toy.glob("docs/*")]:
                with (self.folder / rows.relative_to(toy)).open("a", encoding="utf-8") as page:
                    page.write(rows.read_text("utf-8"))
            for texts in toy.glob("*.po"):
                name = f"bot/words/locale/{texts.stem}/LC_MESSAGES/shinrisen.po"
                _add_texts(self.folder / name, texts)
            self.keys += [path.name for path in (toy / "games").iterdir()]
        self.run("tests.games.golden", *self.keys)
        self.run("tests.games.records")
        self.run("tests.palettes", *self.keys)

    def run(self, module: str, *words: str) -> str:
        """Return what `python -m` of a module prints. Raises AssertionError if it fails."""
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": f"{self.folder}{os.pathsep}{self._start}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert not done.returncode, done.stdout
        return done.stdout


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
