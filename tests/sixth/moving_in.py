"""A copy of the project into which the toy games move, as docs/adding-a-game.md says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from ..mutants import NOT_COPIED, ROOT

HERE = Path(__file__).parent
TOYS = ("full", "bare")
"""Folders of toys. Each mirrors the project's tree."""
WORDS = "bot/words/locale/{}/LC_MESSAGES/shinrisen.po"

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
            for rows in [*toy.glob("bench/*"), *toy.glob("docs/*"), *toy.glob("*.po")]:
                place = self.folder / rows.relative_to(toy)
                if rows.suffix == ".po":
                    place = self.folder / WORDS.format(rows.stem)
                with place.open("a", encoding="utf-8") as file:
                    file.write(rows.read_text("utf-8"))
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
