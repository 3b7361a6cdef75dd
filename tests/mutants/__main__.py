"""`make mutants`: break the code at each listed place, and run the tests that must fail.

`python -m tests.mutants WORD…` runs only mutants whose file or sentence contains a word.
`python -m tests.mutants sweep bot/tables [TEST…]` turns each comparison and leaves out each early
return of a room, one at a time, and names the survivors. The tests are those of the room, or those
given.
"""

import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from . import NOT_COPIED, ROOT, SELECTED, Mutant, listed, swept

# Seconds until a run of tests counts as hanging.
_TIMEOUT = 600
_PYTEST = ("-m", "pytest", "-x", "-rfE", "-p", "no:cacheprovider", "-m", SELECTED)
_PASSED, _FAILED, _NO_TESTS = 0, 1, 5
_TIMED_OUT = re.compile(r"time.?out|did not settle", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a mutant.

    outcome: killed, survived, timed out, or broken: the tests could not run, or fail without it.
    by: the test that found it, or what pytest printed last.
    """

    mutant: Mutant
    outcome: str
    by: str
    seconds: float


class Copy:
    """A copy of the project. One fault at a time is put into it and taken out again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._times = count(1_000_000_000)
        shutil.copytree(ROOT, folder, ignore=NOT_COPIED)

    def judge(self, mutant: Mutant) -> Verdict:
        """Run the tests of a mutant: the named ones first, then those of its room.

        It is killed if the test that failed passes right after without it.
        """
        path, begun = self._folder / mutant.file, time.monotonic()
        sound = path.read_text(encoding="utf-8")
        self._write(path, mutant.applied_to(sound))
        try:
            status, by = self.run(mutant.tests)
            if status == _PASSED:
                status, by = self.run([mutant.room])
        finally:
            self._write(path, sound)
        outcome = "survived" if status in (_PASSED, _NO_TESTS) else "broken"
        test, _, error = by.partition(" - ")
        if status == _FAILED and _TIMED_OUT.search(error):
            outcome = "timed out"
        elif status == _FAILED and self.run([test])[0] == _PASSED:
            outcome = "killed"
        return Verdict(mutant, outcome, by, time.monotonic() - begun)

    def run(self, tests: Iterable[str]) -> tuple[int, str]:
        """Run pytest. Return its exit status, and the test that failed or what it said last."""
        try:
            done = subprocess.run(
                [sys.executable, *_PYTEST, *tests],
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": str(self._folder), "COLUMNS": "300"},
                capture_output=True,
                text=True,
                timeout=_TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return -1, f"no end after {_TIMEOUT} s"
        failed = re.search(r"^(?:FAILED|ERROR) (tests/.+)", done.stdout, re.MULTILINE)
        last = (done.stdout + done.stderr).strip().splitlines()
        return done.returncode, failed[1] if failed else last[-1] if last else ""

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        # Python recompiles a file whose time differs; two writes may fall into one second.
        at = next(self._times)
        os.utime(path, (at, at))


def judged(mutants: Sequence[Mutant], folder: Path) -> list[Verdict]:
    """Judge every mutant, two at a time, and print each verdict as it comes."""
    copies = queue.SimpleQueue[Copy]()
    for number in range(2):
        copies.put(Copy(folder / str(number)))

    def judge(mutant: Mutant) -> Verdict:
        copy = copies.get()
        try:
            verdict = copy.judge(mutant)
        finally:
            copies.put(copy)
        print(
            f"{verdict.outcome:9} {verdict.seconds:4.0f} s  {mutant.file}: {mutant.breaks}\n"
            f"{'':17}{verdict.by}",
            flush=True,
        )
        return verdict

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(judge, mutants))


def main(words: Sequence[str]) -> int:
    """Run the mutants that contain any of the words, or all. Return 1 if one lives."""
    if words[:1] == ["sweep"]:
        mutants = swept(words[1], words[2:])
    else:
        mutants = [
            mutant
            for mutant in listed()
            if not words or any(word in f"{mutant.file}: {mutant.breaks}" for word in words)
        ]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        verdicts = judged(mutants, Path(folder))
    killed = sum(verdict.outcome == "killed" for verdict in verdicts)
    print(f"{killed} of {len(mutants)} mutants killed in {time.monotonic() - begun:.0f} s")
    for verdict in verdicts:
        if verdict.outcome != "killed":
            print(f"{verdict.outcome:9}: {verdict.mutant.file}: {verdict.mutant.breaks}")
    return int(killed < len(mutants))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
