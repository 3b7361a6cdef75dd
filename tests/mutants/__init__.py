"""Mutants: faults put into the code one at a time. A test must find each.

Every folder of tests may hold a `mutants.toml`. `make mutants` runs them all.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault. `old` stands exactly once in `file`, and `new` takes its place.

    breaks: the harm that a player or host would see.
    tests: the tests that find it, as pytest takes them.
    room: the folder of the list. Its tests run too when `tests` find nothing.
    """

    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...]
    room: str

    def applied_to(self, text: str) -> str:
        """Return the file's text with the fault in it.

        Raises ValueError if the place isn't there exactly once, or nothing changes.
        """
        found = text.count(self.old)
        if found != 1 or self.old == self.new:
            raise ValueError(f"{self.file} holds {found} of {self.old!r}")
        return text.replace(self.old, self.new)


def entries(text: str, room: str) -> list[Mutant]:
    """Return the mutants of a list. Raises TypeError if one has other fields."""
    return [
        Mutant(**entry | {"tests": tuple(entry["tests"])}, room=room)
        for entry in tomllib.loads(text)["mutant"]
    ]


def listed(root: Path = ROOT) -> list[Mutant]:
    """Return the mutants of all rooms."""
    return [
        mutant
        for path in sorted((root / "tests").rglob("mutants.toml"))
        for mutant in entries(path.read_text("utf-8"), path.parent.relative_to(root).as_posix())
    ]
