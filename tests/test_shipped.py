"""Files of a release: those installed with the bot, in the container and in the sdist."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from bot import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TOLD = PROJECT["tool"]["setuptools"]
INCLUDED = TOLD["packages"]["find"]["include"]
FOLDERS = sorted(pattern.rstrip("*") for pattern in INCLUDED)
# Translators read it, and a test.
KEPT_HERE = {"bot/words/locale/glossary.toml"}


def _files() -> Iterator[Path]:
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT)


def _shipped(path: Path) -> bool:
    """Return True if setuptools includes the file, by the rules in pyproject.toml."""
    if path.suffix == ".py":
        folders = [path.parent, *path.parent.parents][:-1]
        return all((ROOT / folder / "__init__.py").is_file() for folder in folders)
    return any(
        len(path.parts) == len(package.split(".")) + len(Path(glob).parts)
        and fnmatch(str(path), f"{package.replace('.', '/')}/{glob}")
        for package, globs in TOLD["package-data"].items()
        for glob in globs
    )


def test_no_package_index_takes_the_bot() -> None:
    assert "Private :: Do Not Upload" in PROJECT["project"]["classifiers"]


def test_every_file_of_the_bot_is_installed_with_it() -> None:
    missing = {path.as_posix() for path in _files() if not _shipped(path)}
    assert missing == KEPT_HERE


@pytest.mark.parametrize("glob", [(p, g) for p, gs in TOLD["package-data"].items() for g in gs])
def test_each_glob_of_package_data_matches_a_file(glob: tuple[str, str]) -> None:
    package, files = glob
    assert any((ROOT / package.replace(".", "/")).glob(files))


def test_container_holds_all_installed_files_but_no_secret() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert lines[0] == "*", "what isn't named stays out: .env, data, .git"
    let_in = {line[1:] for line in lines if line.startswith("!")}
    told = PROJECT["project"]
    assert let_in == {
        *FOLDERS,
        *told["license-files"],
        told["readme"],
        "pyproject.toml",
        "constraints.txt",
    }


UNIT = ROOT / "hosting" / "shinrisen.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing")
def test_unit_is_rated_below_three() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=30", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert not done.returncode, done.stdout.splitlines()[-1:]


def test_unit_does_not_restart_after_a_wrong_setting() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    assert "RestartPreventExitStatus=2" in lines


def test_compose_limits_every_service_and_pins_images() -> None:
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    assert compose["services"]
    for name, service in compose["services"].items():
        assert service["mem_limit"], name
        assert service["logging"]["options"]["max-size"], name
        image = service.get("image", "@")
        assert "@" in image or image.rpartition(":")[2][0].isdigit(), image
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert "PASSWORD:-}" in text, "no default password"


def test_version_is_the_newest_of_the_changelog() -> None:
    releases = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert releases[0] == __version__
    assert TOLD["dynamic"]["version"] == {"attr": "bot.__version__"}


def _tracked() -> Iterator[Path]:
    """Yield the files that .gitignore doesn't name."""
    lines = [".git", *(ROOT / ".gitignore").read_text("utf-8").split()]

    def ignored(path: Path) -> bool:
        whole, name = path.relative_to(ROOT).as_posix(), path.name
        return any(
            fnmatch(whole if "/" in line.rstrip("/") else name, line.strip("/")) for line in lines
        )

    waiting = [ROOT]
    while waiting:
        for path in waiting.pop().iterdir():
            if not ignored(path):
                if path.is_dir():
                    waiting.append(path)
                else:
                    yield path.relative_to(ROOT)


def _in_manifest(path: Path) -> bool:
    """Return True if MANIFEST.in names a path."""
    found = False
    for line in (ROOT / "MANIFEST.in").read_text("utf-8").splitlines():
        command, *given = line.split() or ["#"]
        if command == "include":
            found |= any(_matches(path, glob) for glob in given)
        elif command in ("graft", "prune") and path.is_relative_to(given[0]):
            found = command == "graft"
    return found


def _matches(path: Path, glob: str) -> bool:
    return len(path.parts) == len(Path(glob).parts) and fnmatch(path.as_posix(), glob)


def test_sdist_is_whole() -> None:
    told = PROJECT["project"]
    by_itself = {"pyproject.toml", "MANIFEST.in", told["readme"], *told["license-files"]}
    tracked = {path for path in _tracked() if path.as_posix() not in by_itself}
    installed = {path for path in _files() if _shipped(path)}
    assert {path for path in tracked - installed if not _in_manifest(path)} == set()
    needed = {"constraints.txt", ".env.example", "hosting/shinrisen.service", "docs/hosting.md"}
    assert needed <= {path.as_posix() for path in tracked}
