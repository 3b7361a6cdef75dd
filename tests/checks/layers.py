"""Imports point downwards, classes have a use, modules fit one idea."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from .tree import Finding, Module, Tree, origin

FORBIDDEN = {"utils", "helpers", "common", "manager", "engine", "session", "room", "board"}
"""Names of modules that name no thing of the field."""
LONGEST = 600
"""Lines of a module."""
IMPURE = {"asyncio", "random", "time", "datetime", "os", "pathlib", "secrets", "io", "threading"}
THOUGHT_WITH = {"numpy", "random"}
NOT_IMPORTED = {
    "bot": {"cogs", "tests"},
    "playground": {"games", "bot", "cogs"},
    "bench": {"tests"},
    "rig": {"bench", "tests"},
    "bot/play": {"discord"},
    "bot/storage": {"discord"},
    "bot/drawing": {"discord"},
    "bot/workers": {"discord"},
}
"""Packages that the modules of a folder may not import."""
MAY_IMPORT = {
    # It looks for cogs by listing the package, and names none.
    "bot/run/client.py": {"cogs"},
    # They read members, roles and channels as discord.py gives them.
    "bot/play/membership.py": {"discord"},
    "bot/play/names.py": {"discord"},
}
ROOMS = (
    *("run", "clicks", "cluster", "tables", "screens", "workers"),
    *("play", "wire", "storage", "drawing", "words"),
)
"""The rooms of the bot, top room first: each imports rooms below it only."""
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
    """No package imports one above it, and only the edge of the bot imports discord.py."""
    for folder, above in NOT_IMPORTED.items():
        for module in tree.below(folder):
            for line, name in tree.arrows[module.name]:
                top = name.split(".")[0]
                if top in above - MAY_IMPORT.get(module.path, set()):
                    yield Finding(module.path, line, f"{folder} imports {top}")


def rooms(tree: Tree) -> Iterator[Finding]:
    """Every module of the bot is in a room, and rooms import rooms below them only."""
    for module in tree.below("bot"):
        room = module.path.split("/")[1]
        if room not in ROOMS:
            if room not in ("__init__.py", "__main__.py"):
                yield Finding(module.path, 1, f"{room} is no room of the bot")
            continue
        above = ROOMS[: ROOMS.index(room)]
        for line, name in tree.arrows[module.name]:
            if name.startswith("bot.") and name.split(".")[1] in above:
                yield Finding(module.path, line, f"{room} imports {name} above it")


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
        below = {
            name: {
                found
                for _, whole in tree.arrows[name]
                for found in _run(whole, name)
                if found in inside
            }
            for name in inside
        }
        try:
            tuple(TopologicalSorter(below).static_order())
        except CycleError as error:
            circle = error.args[1][::-1]
            yield Finding(tree.modules[circle[0]].path, 1, f"a circle: {' → '.join(circle)}")


def _run(module: str, name: str) -> Iterator[str]:
    """Yield the modules that an import runs: the module and the packages not shared with `name`."""
    yield module
    while module := module.rpartition(".")[0]:
        if not f"{name}.".startswith(f"{module}."):
            yield module


def lone_bases(tree: Tree) -> Iterator[Finding]:
    """No base class has a single subclass. Protocols, exceptions and used classes may."""
    modules = list(tree.below("games", "bot", "cogs"))
    names = _Names(tree)
    subclasses: dict[str, set[str]] = {}
    used: set[str] = set()
    for module in modules:
        for node in module.of(ast.ClassDef):
            for base in node.bases:
                whole = names.whole(dotted(base), module)
                subclasses.setdefault(whole, set()).add(f"{module.name}.{node.name}")
        for call in module.of(ast.Call):
            # A class method, such as `Database.open`, makes one too.
            if called := dotted(call.func):
                used |= {names.whole(one, module) for one in (called, called.rpartition(".")[0])}
    for name, below in subclasses.items():
        found = names.classes.get(name)
        if found is None or len(below) != 1 or name in used | ONE_SUBCLASS:
            continue
        if not {"Protocol", "Exception"} & _roots(name, subclasses):
            path, line = found
            yield Finding(path, line, f"only {next(iter(below))} inherits from {name}")


class _Names:
    """The classes by whole names, and the names that modules give to imported ones."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.classes = {
            f"{module.name}.{node.name}": (module.path, node.lineno)
            for module in tree.below("games", "bot", "cogs")
            for node in module.of(ast.ClassDef)
        }
        self._imported: dict[str, dict[str, str]] = {}

    def whole(self, name: str, module: Module) -> str:
        """Return the whole name that a name stands for in a module, through packages."""
        first, _, rest = name.partition(".")
        if (here := f"{module.name}.{name}") in self.classes:
            return here
        if first not in (given := self._given(module)):
            return name
        whole = given[first] + (f".{rest}" if rest else "")
        package = self._tree.modules.get(whole.rpartition(".")[0])
        if whole in self.classes or package in (None, module):
            return whole
        return self.whole(whole.rpartition(".")[2], package)

    def _given(self, module: Module) -> dict[str, str]:
        if module.name not in self._imported:
            self._imported[module.name] = {
                alias.asname or alias.name: f"{origin(module, arrow)}.{alias.name}"
                for arrow in module.of(ast.ImportFrom)
                for alias in arrow.names
            }
        return self._imported[module.name]


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


def upward_calls(tree: Tree) -> Iterator[Finding]:
    """Nothing is left to a subclass: no code names NotImplementedError."""
    for module in tree.below("games", "bot", "cogs"):
        for node in module.of(ast.Name):
            if node.id == "NotImplementedError":
                yield Finding(module.path, node.lineno, "a method is left to a subclass")


def hidden_arrows(tree: Tree) -> Iterator[Finding]:
    """No type hides an import: `Interaction[Any]` stands for a client that isn't named."""
    for module in tree.below("bot", "cogs"):
        for node in module.of(ast.Subscript):
            match node:
                case ast.Subscript(
                    ast.Name("Interaction") | ast.Attribute(attr="Interaction"), ast.Name("Any")
                ):
                    yield Finding(module.path, node.lineno, "Interaction[Any] hides its client")


def module_sizes(tree: Tree) -> Iterator[Finding]:
    """A module fits one idea: 600 lines at most."""
    for module in tree.modules.values():
        lines = module.source.count("\n")
        if lines > LONGEST:
            yield Finding(module.path, lines, f"{lines} lines, of {LONGEST} at most")


def module_names(tree: Tree) -> Iterator[Finding]:
    """A module has a name of the field."""
    for module in tree.modules.values():
        name = module.path.removesuffix(".py").rpartition("/")[2].strip("_")
        if name in FORBIDDEN:
            yield Finding(module.path, 1, f"{name} names no thing of the field")
