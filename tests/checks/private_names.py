"""Private names that a class inherits from a library: listed, and the library bounded.

Ruff finds all other private names (SLF001, PLC2701), and mypy those that are gone.
"""

import ast
import re
from collections.abc import Iterator
from importlib.metadata import version

from .tree import Finding, Module, Tree

PACKAGES = ("games", "bot", "cogs", "playground")
DOCUMENTED = {"_replace", "_asdict", "_fields", "_make"}
"""Names that Python documents in spite of the underscore."""
USES = {("bot/run/client.py", "_connection"): "discord.py"}
"""Each use, by file and name, with its library."""


def private_names(tree: Tree) -> Iterator[Finding]:
    """Each private name that `self` has from a library is listed where it is used."""
    modules = [*tree.below(*PACKAGES)]
    ours = DOCUMENTED.union(*map(_defined, modules))
    used = {
        (module.path, node.attr): node.lineno
        for module in modules
        for node in module.of(ast.Attribute)
        if re.match("_(?!_)", node.attr) and node.attr not in ours
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    }
    for path, name in used.keys() - USES.keys():
        yield Finding(path, used[path, name], f"{name} is a private name of a library")
    for path, name in USES.keys() - used.keys():
        if path in tree.files:
            yield Finding(path, 1, f"{name} is listed and not used")


def _defined(module: Module) -> Iterator[str]:
    """Yield the names that a module gives: functions, classes, variables, attributes of self."""
    yield from (node.name for node in (*module.functions(), *module.of(ast.ClassDef)))
    yield from (node.id for node in module.of(ast.Name) if isinstance(node.ctx, ast.Store))
    for node in (*module.of(ast.Attribute), *module.of(ast.Call)):
        match node:
            case ast.Attribute(ast.Name("self"), name, ast.Store()):
                yield name
            case ast.Call(ast.Attribute(attr="__setattr__"), [_, ast.Constant(str(name)), _]):
                yield name


def bounded_libraries(tree: Tree) -> Iterator[Finding]:
    """A library with private names in use is bounded to its next minor version."""
    path = "pyproject.toml"
    for library in {*USES.values()}:
        major, minor = version(library).split(".")[:2]
        bound = f',<{major}.{int(minor) + 1}"'
        for number, line in enumerate(tree.files.get(path, "").splitlines(), 1):
            if re.match(rf' *"{re.escape(library)}\b', line) and bound not in line:
                yield Finding(path, number, f"{library} is not bounded by {bound}")
