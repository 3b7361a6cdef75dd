"""`make touched`: run the tests of what differs from the branch `main`, or is not committed.

Those are the tests of the same room, the changed tests themselves, and those that `mutants.toml`
names for a changed file.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from .mutants import ROOT, SELECTED, Mutant, listed

_PYTEST = ("-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", SELECTED)


def chosen(changed: Iterable[str], mutants: Iterable[Mutant], root: Path = ROOT) -> list[str]:
    """Return the tests of changed files: folders, files and single tests."""
    known, found = list(mutants), set[str]()
    for name in changed:
        found.update(_room(Path(name), root))
        found.update(test for one in known if one.file == name for test in one.tests)
    # A chosen folder or file includes its tests.
    return sorted(one for one in found if not any(_within(one, other) for other in found))


def _room(path: Path, root: Path) -> Iterator[str]:
    if path.parts[0] == "tests":
        tests = [path] if path.name.startswith("test_") and path.suffix == ".py" else []
    else:
        # `cogs` itself is no room: its tests take minutes.
        places = [one for one in (path.with_suffix(""), *path.parents) if one.parts[1:]]
        folders = [Path("tests", one) for one in places if (root / "tests" / one).is_dir()]
        tests = folders[:1] + [Path("tests", one.parent, f"test_{one.name}.py") for one in places]
    yield from (str(one) for one in tests if (root / one).exists())


def _within(one: str, other: str) -> bool:
    return one != other and one.startswith((f"{other}/", f"{other}::", f"{other}["))


def _changed() -> list[str]:
    base = _git("merge-base", "main", "HEAD")[0]
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", base), *new})


def _git(*words: str) -> list[str]:
    done = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    tests = chosen(_changed(), listed())
    print(*tests or ["no test"], sep="\n")
    sys.exit(subprocess.call([sys.executable, *_PYTEST, *tests], cwd=ROOT) if tests else 0)
