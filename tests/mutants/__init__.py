"""Mutants: faults put into the code one at a time. A test must find each.

Every folder of tests may hold a `mutants.toml`. `make mutants` runs them all.
"""

import ast
import re
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NOT_COPIED = shutil.ignore_patterns(
    *(".git", ".venv", ".env", ".hypothesis", ".*_cache", "build", "*.egg-info", "*.pyc.*")
)
"""Files that a copy lacks. Compiled ones come along, because a copied file keeps its time."""
SELECTED = "not served and not further"
"""The tests of mutants: those of `make test`, and those of PostgreSQL."""


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


_TURNED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: (r"is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: (r"in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}


def swept(place: str, tests: Sequence[str]) -> list[Mutant]:
    """Return a mutant for each comparison and each early return of a room or a file."""
    found = []
    room = ROOT / place
    known = listed()
    for path in sorted(room.rglob("*.py")) if room.is_dir() else [room]:
        file, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        named = {test for one in known if one.file == file for test in one.tests}
        folder = f"tests/{Path(file).parent.as_posix()}"
        home = folder if (ROOT / folder).is_dir() else "tests/bot/words"
        chosen = tuple(tests) or tuple(sorted(named)) or (home,)
        for breaks, new in changes(text):
            found.append(Mutant(file, text, new, breaks, chosen, tests[0] if tests else home))
    return found


def changes(text: str) -> Iterator[tuple[str, str]]:
    """Yield each change of a module: the line it breaks, and the module's new text."""
    code = text.encode()
    starts = [0]
    for line in code.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            left: ast.expr = node.left
            for op, right in zip(node.ops, node.comparators, strict=True):
                begin = starts[(left.end_lineno or 1) - 1] + (left.end_col_offset or 0)
                end = starts[right.lineno - 1] + right.col_offset
                old, new = _TURNED[type(op)]
                between = re.sub(old, new, code[begin:end].decode(), count=1)
                yield _change(code, begin, end, between, right.lineno)
                left = right
        elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return | ast.Raise):
            begin = starts[node.test.lineno - 1] + node.test.col_offset
            end = starts[(node.test.end_lineno or 1) - 1] + (node.test.end_col_offset or 0)
            yield _change(code, begin, end, "False", node.lineno)


def _change(code: bytes, begin: int, end: int, new: str, line: int) -> tuple[str, str]:
    changed = (code[:begin] + new.encode() + code[end:]).decode()
    old = code.decode().splitlines()[line - 1].strip()
    return f"line {line}: {old} [{new.strip()}]", changed
