"""Imports point downwards, classes have a use, modules fit one idea."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter

from .tree import Finding, Module, Tree, origin

FORBIDDEN = {"utils", "helpers", "common", "manager", "engine", "session", "room", "board"}
"""Names of modules that name no thing of the field."""
LONGEST = 600
"""Lines of a module."""
IMPURE = {"asyncio", "random", "time", "datetime", "os", "pathlib", "secrets", "io", "threading"}
THOUGHT_WITH = {"numpy", "random"}
ROOMS = [
    *("bot.run", "bot.clicks", "bot.cluster", "bot.tables", "bot.screens", "bot.workers"),
    *("bot.play", "bot.wire", "bot.storage", "bot.drawing", "bot.words"),
]
"""The rooms of the bot, top room first: each imports rooms below it only."""
NOT_IMPORTED = [
    ("bot", ["cogs", "tests"]),
    ("playground", ["games", "bot", "cogs"]),
    ("bench", ["tests"]),
    ("rig", ["bench", "tests"]),
    *((f"bot/{room}", ["discord"]) for room in ("play", "storage", "drawing", "workers")),
    *((room.replace(".", "/"), ROOMS[:number]) for number, room in enumerate(ROOMS)),
]
"""Packages that the modules of a folder may not import."""
MAY_IMPORT = {
    # It looks for cogs by listing the package, and names none.
    ("bot/run/client.py", "cogs"),
    # They read members, roles and channels as discord.py gives them.
    ("bot/play/membership.py", "discord"),
    ("bot/play/names.py", "discord"),
}
ONE_SUBCLASS = {
    # Discord.py's generics take a client class, where a Protocol would do.
    "bot.clicks.answers.Bot",
    # Made for new games. The toy `bare` of tests/sixth has both.
    "games.sealed.SealedGame",
    "cogs._shared.sealed.SealedLook",
}
"""Classes that may have a single subclass, though nothing makes one of them."""


def pure_games(tree: Tree) -> Iterator[Finding]:
    """Rules import the standard library without clock, files and chance. Computers add numpy."""
    for module in tree.below("games"):
        thinks = module.path.startswith("games/thinking/") or "/computers/" in module.path
        for line, name in tree.arrows[module.name]:
            top = name.split(".")[0]
            if thinks and top in THOUGHT_WITH:
                continue
            if top in IMPURE or (top != "games" and top not in sys.stdlib_module_names):
                yield Finding(module.path, line, f"a game imports {name}")
            elif not thinks and name.startswith("games.thinking"):
                yield Finding(module.path, line, "rules import a computer")


def layers(tree: Tree) -> Iterator[Finding]:
    """No package and no room of the bot imports one above it. Only the edge imports discord.py."""
    for folder, above in NOT_IMPORTED:
        for module in tree.below(folder):
            for line, name in tree.arrows[module.name]:
                for one in above:
                    if f"{name}.".startswith(f"{one}.") and (module.path, one) not in MAY_IMPORT:
                        yield Finding(module.path, line, f"{folder} imports {name}")


def rooms(tree: Tree) -> Iterator[Finding]:
    """Every module of the bot is in a room, and the architecture describes each room."""
    for module in tree.below("bot"):
        room = ".".join(module.name.split(".")[:2])
        if room not in (*ROOMS, "bot", "bot.__main__"):
            yield Finding(module.path, 1, f"{room} is no room")
    page = "docs/architecture.md"
    for room in ROOMS:
        folder = room.replace(".", "/")
        if tree.has(folder) and f"| `{folder}` |" not in tree.files.get(page, ""):
            yield Finding(page, 1, f"{folder} has no row")


def tests_apart(tree: Tree) -> Iterator[Finding]:
    """No test module imports another one: what several need has a module of its own."""
    for module in tree.below("tests"):
        for line, name in tree.arrows[module.name]:
            place = name.split(".")
            if place[0] == "tests" and any(part.startswith("test_") for part in place):
                yield Finding(module.path, line, f"it imports {name}")


def circles(tree: Tree) -> Iterator[Finding]:
    """No two modules need each other."""
    for package in ("games", "bot", "playground", "cogs", "rig", "bench"):
        inside = {module.name for module in tree.below(package)}
        below = {name: {*_needed(tree, name)} & inside for name in inside}
        try:
            tuple(TopologicalSorter(below).static_order())
        except CycleError as error:
            circle = error.args[1][::-1]
            yield Finding(tree.modules[circle[0]].path, 1, f"a circle: {' → '.join(circle)}")


def _needed(tree: Tree, name: str) -> Iterator[str]:
    """Yield the modules that a module's imports run, and the packages not shared with it."""
    for _, module in tree.arrows[name]:
        yield module
        while module := module.rpartition(".")[0]:
            if not f"{name}.".startswith(f"{module}."):
                yield module


def lone_bases(tree: Tree) -> Iterator[Finding]:
    """No base class has a single subclass. Protocols, exceptions and used classes may."""
    classes: dict[str, tuple[str, int]] = {}
    subclasses = defaultdict[str, set[str]](set)
    used = set(ONE_SUBCLASS)
    for module in tree.below("games", "bot", "cogs"):
        for node in module.of(ast.ClassDef):
            classes[f"{module.name}.{node.name}"] = (module.path, node.lineno)
            for base in node.bases:
                subclasses[_whole(dotted(base), module, tree)].add(f"{module.name}.{node.name}")
        for call in module.of(ast.Call):
            # A class method, such as `Database.open`, makes one too.
            if called := dotted(call.func):
                names = (called, called.rpartition(".")[0])
                used |= {_whole(name, module, tree) for name in names if name}
    for name in (classes.keys() & subclasses.keys()) - used:
        one, *others = subclasses[name]
        if not others and not {"Protocol", "Exception"} & _roots(name, subclasses):
            yield Finding(*classes[name], f"only {one} inherits from {name}")


def _whole(name: str, module: Module, tree: Tree) -> str:
    """Return the whole name that a name stands for in a module, through packages."""
    first, dot, rest = name.partition(".")
    whole = _imported(module).get(first, first if dot else f"{module.name}.{first}") + dot + rest
    package = tree.modules.get(whole.rpartition(".")[0])
    return whole if package in (None, module) else _whole(whole.rpartition(".")[2], package, tree)


@cache
def _imported(module: Module) -> dict[str, str]:
    """Return the names that a module imports, with their whole names."""
    return {
        alias.asname or alias.name: f"{origin(module, arrow)}.{alias.name}"
        for arrow in module.of(ast.ImportFrom)
        for alias in arrow.names
    }


def dotted(node: ast.expr) -> str:
    """Return a name with its attributes, or an empty text for any other expression."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, name):
            return f"{before}.{name}" if (before := dotted(value)) else ""
        case ast.Subscript(value):
            return dotted(value)
    return ""


def _roots(name: str, subclasses: dict[str, set[str]]) -> set[str]:
    """Return the last names of all classes above a class."""
    above = {base for base, below in subclasses.items() if name in below}
    return {base.rpartition(".")[2] for base in above}.union(
        *(_roots(base, subclasses) for base in above)
    )


def modules(tree: Tree) -> Iterator[Finding]:
    """A module has a name of the field, and fits one idea: 600 lines at most."""
    for module in tree.modules.values():
        if (count := module.source.count("\n")) > LONGEST:
            yield Finding(module.path, count, f"{count} lines, of {LONGEST} at most")
        name = module.path.removesuffix(".py").rpartition("/")[2].strip("_")
        if name in FORBIDDEN:
            yield Finding(module.path, 1, f"{name} names no thing of the field")
