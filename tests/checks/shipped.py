"""Files of a release: those installed with the bot, in the container, in the sdist and hosting."""

import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import PurePosixPath as Path
from typing import Any

import yaml

from bot.words.metrics import Metrics

from .tree import ROOT, Finding, Tree, matches

PROJECT = "pyproject.toml"
UNIT = "hosting/shinrisen.service"
ALERTS = "hosting/alerts.yml"
DASHBOARD = "hosting/grafana.json"
KEPT_HERE = {"bot/words/locale/glossary.toml"}
"""Files in the bot's folders that only translators and checks read."""
NEEDED = ("constraints.txt", ".env.example", UNIT, "docs/hosting.md")
_FOREIGN = {
    "a registry": r"https?://[\w.-]*(?:pypi|pythonhosted|npmjs|crates\.io|goproxy|artifactory)",
    "an index": r"(?:--(?:extra-)?|\b)index[-]url\b",
    "a path of one machine": r"(?<![\w.~-])/(?:home/\w+|Users/\w+|root|work/\w+)/",
}
"""Parts of a file that hold on one machine only."""
_WRITTEN = re.compile(r".*(?:\.(?:py|md|toml|txt|ya?ml|service)|file|run)")
_LOCKS = re.compile(r"(?:.*/)?(?:\w+\.lock|[\w-]+-lock\.\w+|requirements[\w-]*\.txt|pip\.conf)")


@cache
def _project(tree: Tree) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the tables of the project and of setuptools."""
    whole = tomllib.loads(tree.files.get(PROJECT, ""))
    return whole.get("project", {}), whole.get("tool", {}).get("setuptools", {})


def _folders(tree: Tree) -> list[str]:
    """Return the folders that are installed."""
    found = _project(tree)[1].get("packages", {}).get("find", {}).get("include", ())
    return [pattern.rstrip("*") for pattern in found]


def _itself(tree: Tree) -> set[str]:
    """Return the files of pyproject.toml itself."""
    project = _project(tree)[0]
    return {PROJECT, *project.get("license-files", ()), project.get("readme", PROJECT)}


def _fits(path: str, glob: str) -> bool:
    return path.count("/") == glob.count("/") and fnmatch(path, glob)


def packages(tree: Tree) -> Iterator[Finding]:
    """Every file in the bot's folders is installed, and MANIFEST.in names each other file."""
    inside = tuple(f"{folder}/" for folder in _folders(tree))
    data = _project(tree)[1].get("package-data", {})
    globs = [f"{name.replace('.', '/')}/{glob}" for name, found in data.items() for glob in found]
    lines = [line.split() for line in tree.files.get("MANIFEST.in", "").splitlines()]
    itself = {*_itself(tree), "MANIFEST.in"}
    for path in tree.files:
        installed = any(_fits(path, glob) for glob in globs)
        if path.endswith(".py") and path.startswith(inside):
            folders = [*Path(path).parents][:-1]
            installed = all(f"{folder}/__init__.py" in tree.files for folder in folders)
        if path.startswith(inside) and path not in KEPT_HERE and not installed:
            yield Finding(path, 1, "is not installed with the bot")
        if not installed and path not in itself and not _in_manifest(path, lines):
            yield Finding(path, 1, "is missing in MANIFEST.in")
    for glob in globs:
        if not any(_fits(path, glob) for path in tree.files):
            yield Finding(PROJECT, 1, f"{glob} matches no file")
    for path in NEEDED:
        if path not in tree.files:
            yield Finding(path, 1, "is not there")


def _in_manifest(path: str, lines: list[list[str]]) -> bool:
    found = False
    for command, *given in (line for line in lines if line):
        if command == "include":
            found |= any(_fits(path, glob) for glob in given)
        elif command in ("graft", "prune") and path.startswith(f"{given[0]}/"):
            found = command == "graft"
    return found


def container(tree: Tree) -> Iterator[Finding]:
    """The container gets the installed files and nothing else: no .env, no data, no .git."""
    path = ".dockerignore"
    lines = tree.files.get(path, "").splitlines()
    if lines[:1] != ["*"]:
        yield Finding(path, 1, "its first line is not *")
    let_in = {line[1:] for line in lines if line.startswith("!")}
    for name in let_in ^ {*_folders(tree), *_itself(tree), "constraints.txt"}:
        yield Finding(path, 1, f"{name} is {'let in' if name in let_in else 'left out'}")


def unit(tree: Tree) -> Iterator[Finding]:
    """The service unit is safe by systemd's rating, and stops after a wrong setting."""
    if "RestartPreventExitStatus=2" not in tree.files.get(UNIT, "").splitlines():
        yield Finding(UNIT, 1, "restarts after a wrong setting")
    if shutil.which("systemd-analyze") is not None:
        command = ["systemd-analyze", "security", "--offline=true", "--threshold=30", UNIT]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if done.returncode:
            yield Finding(UNIT, 1, f"is rated above 3: {done.stdout.splitlines()[-1:]}")


def compose(tree: Tree) -> Iterator[Finding]:
    """Each service of compose.yaml has limits and a pinned image, and no default password."""
    path = "compose.yaml"
    text = tree.files.get(path, "")
    for name, service in (yaml.safe_load(text) or {}).get("services", {}).items():
        image = service.get("image", "@")
        if not service.get("mem_limit"):
            yield Finding(path, 1, f"{name} has no limit of memory")
        if not service.get("logging", {}).get("options", {}).get("max-size"):
            yield Finding(path, 1, f"{name} has no limit of its log")
        if "@" not in image and not image.rpartition(":")[2][:1].isdigit():
            yield Finding(path, 1, f"{name} has the image {image} of no version")
    if "PASSWORD:-}" not in text:
        yield Finding(path, 1, "a default password")


def release(tree: Tree) -> Iterator[Finding]:
    """The version is the newest of the changelog, and no package index takes the bot."""
    releases = re.findall(r"^## (\S+)", tree.files.get("CHANGELOG.md", ""), re.M)
    version = re.search(r'^__version__ = "(.*)"', tree.files.get("bot/__init__.py", ""), re.M)
    if version is None or releases[:1] != [version[1]]:
        yield Finding("CHANGELOG.md", 1, "its newest version is not the bot's")
    project, setup = _project(tree)
    if setup.get("dynamic", {}).get("version") != {"attr": "bot.__version__"}:
        yield Finding(PROJECT, 1, "the version is not the bot's")
    if "Private :: Do Not Upload" not in project.get("classifiers", ()):
        yield Finding(PROJECT, 1, "an index would take the bot")


def dependencies(tree: Tree) -> Iterator[Finding]:
    """Each dependency has its reason beside it, and a pinned version."""
    pinned = {
        line.partition("==")[0].lower().replace("_", "-")
        for line in tree.files.get("constraints.txt", "").splitlines()
    }
    inside = False
    for number, line in enumerate(tree.files.get(PROJECT, "").splitlines(), 1):
        inside = line.startswith("dependencies") or (inside and not line.startswith("[tool"))
        given = re.match(r' +"([\w.-]+)|postgres = \["([\w.-]+)', line)
        if not inside or given is None or "::" in line:
            continue
        name = (given[1] or given[2]).lower()
        if "#" not in line:
            yield Finding(PROJECT, number, f"{name} has no reason beside it")
        if name not in pinned | {"shinrisen"}:
            yield Finding(PROJECT, number, f"{name} is not pinned in constraints.txt")


def foreign_addresses(tree: Tree) -> Iterator[Finding]:
    """No file names a package registry or a path of one machine, and none is a lock file."""
    for path, text in tree.files.items():
        if _LOCKS.fullmatch(path):
            yield Finding(path, 1, "a lock file, or settings of one machine")
        if path.startswith("tests/checks/"):
            continue
        for name, pattern in _FOREIGN.items() if _WRITTEN.fullmatch(path) else ():
            for line, match in matches(text, pattern):
                yield Finding(path, line, f"{name}: {match[0]}")


def watching(tree: Tree) -> Iterator[Finding]:
    """The dashboard and the alerts name metrics that exist, and the dashboard names all."""
    families = dict(re.findall(r"^# TYPE (\w+) (\w+)$", Metrics().text({}, 0).decode(), re.M))
    names = {"up"}  # the scrape's own figure
    for name, kind in families.items():
        ends = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        names.update(name + end for end in ends)
    groups = (yaml.safe_load(tree.files.get(ALERTS, "")) or {}).get("groups", ())
    rules = [rule for group in groups for rule in group["rules"]]
    panels = json.loads(tree.files.get(DASHBOARD, "{}")).get("panels", ())
    shown = [target["expr"] for panel in panels for target in panel["targets"]]
    for path, expressions in ((ALERTS, [rule["expr"] for rule in rules]), (DASHBOARD, shown)):
        for expression in expressions:
            used = set(re.findall(r"\b(?:shinrisen_|process_)\w+|\bup\b", expression))
            if not used or not used <= names:
                yield Finding(path, 1, f"unknown metrics {used - names or ''} in {expression}")
    for name in families:
        wanted = name.startswith("shinrisen_") and not name.endswith("_created")
        if wanted and DASHBOARD in tree.files and name not in " ".join(shown):
            yield Finding(DASHBOARD, 1, f"{name} is not on the dashboard")
    if shutil.which("promtool") is not None and ALERTS in tree.files:
        done = subprocess.run(["promtool", "check", "rules", ROOT / ALERTS], capture_output=True)
        if done.returncode:
            yield Finding(ALERTS, 1, f"promtool refuses it: {done.stdout!r}")
    for rule in rules:
        severity = rule.get("labels", {}).get("severity")
        if severity not in ("warning", "critical") or not rule["annotations"]["summary"]:
            yield Finding(ALERTS, 1, f"{rule['alert']} needs a summary and a severity")
