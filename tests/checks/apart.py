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
_VERB = "alter|create|delete|drop|insert|select|update"
_SQL = re.compile(rf"\s*(?:{_VERB})\b", re.IGNORECASE)
_AFTER = re.compile(rf"\b(?:from|into|join|table|{_VERB})\s+(?=(\w+))", re.IGNORECASE)


def features_apart(tree: Tree) -> Iterator[Finding]:
    """A feature's modules, kinds of controls and tables of the database are its own."""
    features, kinds, tables = {*_features(tree)}, dict[str, str](), dict[str, str]()
    for feature in features:
        for module in tree.below(f"cogs/{feature}", f"cogs/{feature}.py"):
            kinds |= dict.fromkeys(_kinds(module), feature)
            tables |= dict.fromkeys(_tables(module), feature)
    for module in tree.modules.values():
        found = [
            (line, name.split(".")[1], f"it imports {name}")
            for line, name in tree.arrows[module.name]
            if name.startswith("cogs.")
        ]
        for line, kind in _addressed(module):
            if kind in kinds:
                found.append((line, kinds[kind], f"the control {kind} belongs to {kinds[kind]}"))
        past = module.path.startswith((PAST, UPGRADES))
        for node in module.of(ast.Constant) if tables and not past else ():
            for name in _named(node.value) if isinstance(node.value, str) else ():
                if owner := tables.get(name.lower()):
                    found.append((node.lineno, owner, f"the table {name} belongs to {owner}"))
        for line, feature, told in found:
            if feature in features and not belongs(module.path, feature):
                yield Finding(module.path, line, told)


def _features(tree: Tree) -> Iterator[str]:
    for path in tree.files:
        found = re.fullmatch(r"cogs/([a-z]+)(?:/__init__)?\.py", path)
        if found and f"games/{found[1]}/__init__.py" not in tree.files:
            yield found[1]


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


def _named(text: str) -> list[str]:
    """Return the tables that SQL names, or the one whose column a foreign key names."""
    if _SQL.match(text):
        return _AFTER.findall(text)
    column = re.fullmatch(r"(\w+)\.\w+", text)
    return [column[1]] if column else []
