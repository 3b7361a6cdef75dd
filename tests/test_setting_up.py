"""`make` sets `.venv` up: with a sentence where Python's venv is missing, again where it broke."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = """#!/bin/sh
echo "$@" >> python.txt
case "$1" in -c) exit {status};; esac
mkdir -p .venv/bin
printf '#!/bin/sh\nexit {installs}\n' > .venv/bin/python
chmod +x .venv/bin/python
"""


def make(folder: Path, *, status: int = 0, installs: int = 0) -> tuple[int, str, list[str]]:
    """Run make with a stand-in for Python. Return its status, what it prints, and the calls."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    python, calls = folder / "python", folder / "python.txt"
    python.write_text(PYTHON.format(status=status, installs=installs))
    python.chmod(0o755)
    calls.write_text("")
    command = ["make", "PYTHON=./python", ".venv/ready"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, calls.read_text().splitlines()[1:]


pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is missing")


def test_missing_venv_is_named_with_its_package(tmp_path: Path) -> None:
    status, printed, calls = make(tmp_path, status=1)
    assert (status, calls) == (2, [])
    assert "apt install python3-venv" in printed
    assert not (tmp_path / ".venv").exists()


def test_half_made_venv_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "with a space"
    folder.mkdir()
    assert make(folder, installs=1)[0] == 2
    assert (folder / ".venv/bin/python").exists()
    assert make(folder)[::2] == (0, ["-m venv --clear .venv"])
    assert make(folder)[::2] == (0, [])
