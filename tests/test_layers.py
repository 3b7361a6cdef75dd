"""The house rules that can be read off the source: who imports whom, names, sizes."""

import ast
import shutil
import sys
from collections.abc import Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path
from typing import TypeGuard

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    path.relative_to(ROOT)
    for package in ("games", "bot", "playground", "cogs", "rig", "tests", "bench")
    for path in (ROOT / package).rglob("*.py")
)
FORBIDDEN = {"utils", "helpers", "common", "manager", "engine", "session", "room", "board"}
IMPURE = {"asyncio", "random", "time", "datetime", "os", "pathlib", "secrets", "io", "threading"}
THOUGHT_WITH = {"numpy", "random"}
WITHOUT_DISCORD = ("bot/play/", "bot/storage/", "bot/drawing/", "bot/workers/")
SPEAKS_OF_MEMBERS = {
    "bot/play/membership.py",
    "bot/play/names.py",
    "bot/play/servers.py",
}
"""Modules that read members, roles and channels as discord.py gives them."""
ROOMS = (
    "bot.run",
    "bot.clicks",
    "bot.cluster",
    "bot.tables",
    "bot.screens",
    "bot.workers",
    "bot.play",
    "bot.wire",
    "bot.storage",
    "bot.drawing",
    "bot.words",
)
"""The rooms of the bot, top room first: each imports rooms below it only."""
ONE_SUBCLASS = {
    # Discord.py's generics take a client class, where a Protocol would do.
    "bot.clicks.answers.Bot",
}
"""Classes that may have a single subclass, though nothing makes one of them."""
UPWARD_CALLS: set[str] = set()
"""Modules that may raise NotImplementedError."""
PLUGS = {"bot/run/client.py": {"cogs"}}
"""Modules that look for cogs by listing the package, and name none."""


def imports(path: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield the full names of all modules that a module imports, those for types included."""
    for node in _arrows((root / path).read_text(encoding="utf-8")):
        if isinstance(node, ast.Call):
            given = [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
            names = [name for name in given if isinstance(name, str)]
            folder = ".".join(path.parent.parts)
            yield from (resolve_name(name, folder) for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            parts = list(path.with_suffix("").parts[: -node.level]) if node.level else []
            module = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                found = _is_module(root, f"{module}.{alias.name}")
                yield f"{module}.{alias.name}" if found else module


@cache
def _arrows(source: str) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """Return all imports of a source, calls of `import_module` included.

    Cached, because several tests read the same sources.
    """
    found = ast.walk(ast.parse(source))
    return tuple(node for node in found if _imports(node))


def _imports(node: ast.AST) -> TypeGuard[ast.Import | ast.ImportFrom | ast.Call]:
    if isinstance(node, ast.Call):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in ("import_module", "__import__")
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_module(root: Path, name: str) -> bool:
    place = root.joinpath(*name.split("."))
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def circles(root: Path, package: str) -> list[str]:
    """Return the first circle of imports in a package as a text, or an empty list."""
    rooms = {_name(path.relative_to(root)): path for path in (root / package).rglob("*.py")}
    below = {
        name: {
            found
            for module in imports(path.relative_to(root), root)
            for found in _run(module, name)
            if found in rooms
        }
        for name, path in rooms.items()
    }
    try:
        tuple(TopologicalSorter(below).static_order())
    except CycleError as error:
        return [" → ".join(reversed(error.args[1]))]
    return []


def _run(module: str, name: str) -> Iterator[str]:
    """Yield the modules that an import runs: the module and the packages not shared with `name`."""
    yield module
    while module := module.rpartition(".")[0]:
        if not f"{name}.".startswith(f"{module}."):
            yield module


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def of(package: str) -> list[Path]:
    return [path for path in MODULES if path.parts[0] == package]


@pytest.mark.parametrize("path", of("games"), ids=str)
def test_games_are_pure(path: Path) -> None:
    thinks = path.parts[1] == "thinking" or "computers" in path.parts
    for name in imports(path):
        top = name.split(".")[0]
        if thinks and top in THOUGHT_WITH:
            continue
        assert top == "games" or top in sys.stdlib_module_names, name
        assert top not in IMPURE, name
        assert thinks or not name.startswith("games.thinking"), "rules know no computers"


@pytest.mark.parametrize("path", of("bot"), ids=str)
def test_the_bot_does_not_import_cogs(path: Path) -> None:
    found = {name for name in imports(path) if name.split(".")[0] in ("cogs", "tests")}
    assert found <= PLUGS.get(path.as_posix(), set())


@pytest.mark.parametrize("path", of("playground"), ids=str)
def test_the_playground_imports_nothing_of_the_bot(path: Path) -> None:
    assert not [name for name in imports(path) if name.split(".")[0] in ("games", "bot", "cogs")]


@pytest.mark.parametrize("path", [*of("bench"), *of("rig")], ids=str)
def test_bench_and_rig_import_nothing_of_tests(path: Path) -> None:
    above = {"bench": {"tests"}, "rig": {"bench", "tests"}}[path.parts[0]]
    assert not {name.split(".")[0] for name in imports(path)} & above


@pytest.mark.parametrize("package", ["games", "bot", "playground", "cogs", "rig", "bench"])
def test_no_package_has_a_circle(package: str) -> None:
    assert circles(ROOT, package) == []


def test_every_module_of_the_bot_is_in_a_room() -> None:
    rooms = {path.parts[1] for path in of("bot") if len(path.parts) > 2}
    assert {f"bot.{room}" for room in rooms} == set(ROOMS)
    flat = {path.name for path in of("bot") if len(path.parts) == 2}
    assert flat == {"__init__.py", "__main__.py"}


def upwards(root: Path, room: str) -> list[str]:
    """Return the imports of a room that lead to a room above it."""
    above = ROOMS[: ROOMS.index(room)]
    return [
        f"{path.relative_to(root)} imports {name}"
        for path in sorted(root.joinpath(*room.split(".")).rglob("*.py"))
        for name in imports(path.relative_to(root), root)
        if name.startswith(tuple(f"{other}." for other in above)) or name in above
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_point_downwards(room: str) -> None:
    assert upwards(ROOT, room) == []


@pytest.mark.parametrize(
    ("below", "arrow"),
    [
        ("tables/posts", "from .table import Table"),
        ("tables/post", "if TYPE_CHECKING:\n    from .posts import Posts"),
        ("tables/house", "def later() -> None:\n    from . import tables"),
        ("storage/moves", 'importlib.import_module("bot.storage.privacy")\nfrom . import *'),
        ("words/errors", "from .settings import Settings"),
    ],
)
def test_circle_is_found_when_put_back(tmp_path: Path, below: str, arrow: str) -> None:
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    assert circles(tmp_path, "bot") == []
    with (tmp_path / "bot" / f"{below}.py").open("a", encoding="utf-8") as module:
        module.write(f"\n{arrow}\n")
    (found,) = circles(tmp_path, "bot")
    assert f"bot.{below.replace('/', '.')}" in found


@pytest.mark.parametrize(
    ("below", "arrow"),
    [
        ("storage/moves", "from ..play import match"),
        ("words/errors", "if TYPE_CHECKING:\n    from ..storage.schema import OPEN"),
        ("play/match", 'later = importlib.import_module("bot.tables.table")'),
        ("play/match", 'later = importlib.import_module("..tables.table", __package__)'),
    ],
)
def test_upward_import_is_found_when_put_in(tmp_path: Path, below: str, arrow: str) -> None:
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "bot" / f"{below}.py").open("a", encoding="utf-8") as module:
        module.write(f"\n{arrow}\n")
    assert len(upwards(tmp_path, f"bot.{below.partition('/')[0]}")) == 1


def _classes(root: Path) -> Iterator[tuple[str, Path, ast.ClassDef]]:
    """Yield the classes of the bot, the cogs and the games by whole names."""
    for package in ("games", "bot", "cogs"):
        for path in sorted((root / package).rglob("*.py")):
            name = _name(path.relative_to(root))
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield f"{name}.{node.name}", path, node


@cache
def _imported(path: Path, root: Path) -> dict[str, str]:
    """Return the whole names of all that a module imports by name."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            folder = ".".join(path.relative_to(root).parent.parts)
            module = resolve_name("." * node.level + (node.module or ""), folder)
            found |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in node.names}
    return found


def lone_bases(root: Path) -> set[str]:
    """Return the classes with a single subclass that nothing makes an instance of.

    Protocols and exceptions aside. A class that is used itself is no mere base.
    """
    classes = {name: (path, node) for name, path, node in _classes(root)}
    subclasses: dict[str, set[str]] = {}
    used: set[str] = set()
    for name, (path, node) in classes.items():
        for base in node.bases:
            known = _whole(ast.unparse(base).split("[")[0], path, root, classes)
            subclasses.setdefault(known, set()).add(name)
    for path in {path for path, _ in classes.values()}:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                # A class method, such as `Database.open`, makes one too.
                for called in (ast.unparse(call.func), ast.unparse(call.func).rpartition(".")[0]):
                    used.add(_whole(called, path, root, classes))
    return {
        name
        for name, below in subclasses.items()
        if len(below) == 1 and name in classes and name not in used
        if not {"Protocol", "Exception"} & _roots(name, subclasses)
    }


def _whole(name: str, path: Path, root: Path, classes: Container[str]) -> str:
    """Return the whole name that a name stands for in a module, imports of imports included."""
    module = _name(path.relative_to(root))
    first, _, rest = name.partition(".")
    whole = f"{module}.{name}"
    if whole in classes or first not in (given := _imported(path, root)):
        return whole if whole in classes else name
    whole = given[first] + (f".{rest}" if rest else "")
    package = root.joinpath(*whole.rpartition(".")[0].split(".")) / "__init__.py"
    if whole not in classes and package.is_file() and package != path:
        return _whole(whole.rpartition(".")[2], package, root, classes)
    return whole


def _roots(name: str, subclasses: dict[str, set[str]]) -> set[str]:
    """Return the last names of all classes above a class."""
    above = {base for base, below in subclasses.items() if name in below}
    return {base.rpartition(".")[2] for base in above}.union(
        *(_roots(b, subclasses) for b in above)
    )


def test_no_base_class_has_a_single_subclass() -> None:
    assert lone_bases(ROOT) <= ONE_SUBCLASS


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A: ...\nclass B(A): ...", {"bot.new.A"}),
        ("class A: ...\nclass B(A): ...\nclass C(A): ...", set()),
        ("class A: ...\nclass B(A): ...\nmade = A()", set()),
        ("class A: ...\nclass B(A): ...\nmade = A.open()", set()),
        ("class A(Protocol): ...\nclass B(A): ...", set()),
        ("class A(Exception): ...\nclass B(A): ...\nclass C(B): ...", set()),
        ("from .old import A\nclass B(A[int]): ...", {"bot.old.A"}),
    ],
)
def test_lone_base_is_found(tmp_path: Path, source: str, found: set[str]) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "new.py").write_text(source, encoding="utf-8")
    (tmp_path / "bot" / "old.py").write_text("class A: ...", encoding="utf-8")
    assert lone_bases(tmp_path) == found


def calls_upwards(source: str) -> bool:
    """Return True if a source names NotImplementedError."""
    found = ast.walk(ast.parse(source))
    return any(isinstance(node, ast.Name) and node.id == "NotImplementedError" for node in found)


@pytest.mark.parametrize("path", [*of("games"), *of("bot"), *of("cogs")], ids=str)
def test_nothing_is_left_to_a_subclass(path: Path) -> None:
    if path.as_posix() not in UPWARD_CALLS:
        assert not calls_upwards((ROOT / path).read_text(encoding="utf-8"))


def test_call_upwards_is_found() -> None:
    assert calls_upwards("def f(self) -> None:\n    raise NotImplementedError")


@pytest.mark.parametrize("path", [*of("bot"), *of("cogs")], ids=str)
def test_no_arrow_hides_behind_any(path: Path) -> None:
    assert "Interaction[Any]" not in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", of("bot"), ids=str)
def test_matches_and_their_storage_know_no_discord(path: Path) -> None:
    name = path.as_posix()
    if name.startswith(WITHOUT_DISCORD) and name not in SPEAKS_OF_MEMBERS:
        assert not [name for name in imports(path) if name.split(".")[0] == "discord"]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_modules_have_names_of_the_field_and_fit_one_idea(path: Path) -> None:
    assert path.stem.strip("_") not in FORBIDDEN
    assert len((ROOT / path).read_text(encoding="utf-8").splitlines()) <= 600
