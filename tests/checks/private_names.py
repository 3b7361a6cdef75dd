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
Use = tuple[str, str]  # a file and a name
USES: dict[Use, str] = {("bot/run/client.py", "_connection"): "discord.py"}
"""Each use, with its library."""


def private_names(tree: Tree) -> Iterator[Finding]:
    """Each private name that `self` has from a library is listed where it is used."""
    ours = DOCUMENTED.union(*(_defined(module) for module in tree.below(*PACKAGES)))
    used = set[Use]()
    for module in tree.below(*PACKAGES):
        for node in module.of(ast.Attribute):
            match node:
                case ast.Attribute(ast.Name("self" | "cls"), name) if (
                    name.startswith("_") and not name.startswith("__") and name not in ours
                ):
                    used.add((module.path, name))
                    if (module.path, name) not in USES:
                        text = f"{name} is a private name of a library"
                        yield Finding(module.path, node.lineno, text)
    for path, name in USES:
        if path in tree.files and (path, name) not in used:
            yield Finding(path, 1, f"{name} is listed and not used")


def replaced_names(tree: Tree) -> Iterator[Finding]:
    """A name of a module is replaced only after a look that it is there."""
    for module in tree.modules.values():
        for node in module.of(ast.Assign):
            match node.targets:
                case [ast.Subscript(ast.Call(ast.Name("vars")), ast.Constant(str(name)))]:
                    yield Finding(module.path, node.lineno, f"{name} may be gone: `exchange` looks")


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
    for library in sorted({*USES.values()}):
        major, minor = version(library).split(".")[:2]
        bound = f",<{major}.{int(minor) + 1}"
        for number, line in enumerate(tree.files.get(path, "").splitlines(), 1):
            if (given := re.match(rf' *"({re.escape(library)}\b[^"]*)"', line)) is None:
                continue
            if not given[1].endswith(bound):
                yield Finding(path, number, f"{library} is not bounded by {bound}")
