"""A feature is one folder: no other file of the project needs it."""

import ast
import re
from collections.abc import Iterator

from ..features import belongs
from .games import PAST
from .tree import Finding, Module, Tree

SIGNED = "bot/wire/ui.py"
"""The module with the signs of the buttons of the core."""
UPGRADES = "tests/bot/storage"
"""The folder of tests with databases of earlier versions."""


def features_apart(tree: Tree) -> Iterator[Finding]:
    """A feature's modules, kinds of controls and tables of the database are its own."""
    for feature in _features(tree):
        own = [*tree.below(f"cogs/{feature}"), *_alone(tree, feature)]
        kinds = {kind for module in own for kind in _kinds(module)}
        tables = [name for module in own for name in _tables(module)]
        named = _naming(tables)
        for module in tree.modules.values():
            if belongs(module.path, feature):
                continue
            for line, name in tree.arrows[module.name]:
                if f"{name}.".startswith(f"cogs.{feature}."):
                    yield Finding(module.path, line, f"it imports {name}")
            for line, kind in _addressed(module):
                if kind in kinds:
                    yield Finding(module.path, line, f"the control {kind} belongs to {feature}")
            if tables and not module.path.startswith((PAST, UPGRADES)):
                for node in module.of(ast.Constant):
                    if isinstance(node.value, str) and (found := named.match(node.value)):
                        told = f"the table of {found[0]!r} belongs to {feature}"
                        yield Finding(module.path, node.lineno, told)


def _features(tree: Tree) -> Iterator[str]:
    for path in tree.files:
        found = re.fullmatch(r"cogs/([a-z]+)(?:/__init__)?\.py", path)
        if found and f"games/{found[1]}/__init__.py" not in tree.files:
            yield found[1]


def _alone(tree: Tree, feature: str) -> Iterator[Module]:
    """Yield a feature that is one module."""
    module = tree.modules.get(f"cogs.{feature}")
    if module is not None and module.path == f"cogs/{feature}.py":
        yield module


def _kinds(module: Module) -> Iterator[str]:
    """Yield the kinds of controls that a module declares."""
    for call in module.of(ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == "control":
            yield from (str(one.value) for one in call.args if isinstance(one, ast.Constant))


def _tables(module: Module) -> Iterator[str]:
    """Yield the names of the tables that a module declares."""
    for call in module.of(ast.Call):
        match call:
            case ast.Call(ast.Name("Table"), [ast.Constant(str(name)), *_]):
                yield name


def _addressed(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the kinds of the controls that a module makes or gives a sign, with their lines."""
    for names in module.of(ast.Dict) if module.path == SIGNED else ():
        yield from (
            (key.lineno, str(key.value)) for key in names.keys if isinstance(key, ast.Constant)
        )
    for call in module.of(ast.Call):
        match call:
            case ast.Call(ast.Name("Address"), [ast.Constant(str(kind)), *_]):
                yield call.lineno, kind
            case ast.Call(ast.Name("address"), [_, ast.Constant(str(kind)), *_]):
                yield call.lineno, kind


def _naming(tables: list[str]) -> re.Pattern[str]:
    """Return a pattern of SQL that names a table, and of a column of one as foreign keys do."""
    name = "|".join(tables)
    verb = "alter|create|delete|drop|insert|select|update"
    used = rf"\s*(?:{verb})\b(?:.*\s(?:from|into|join|table))?\s+(?:{name})\b"
    return re.compile(rf"{used}|(?:{name})\.\w+$", re.IGNORECASE | re.DOTALL)
