"""The project's files, read and parsed once for all checks."""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from importlib.util import resolve_name
from pathlib import Path, PurePosixPath
from typing import TypeVar

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "bot", "cogs", "playground", "rig", "bench", "tests")
_BINARY = {".npz", ".png", ".gif", ".ttf", ".sqlite3", ".gz"}
_STRING_OR_COMMENT = (
    r"""(?s:(?P<sign>"{3}|'{3}|"|')(?:\\.|(?!(?P=sign)).)*(?P=sign))|(?P<comment>#.*)"""
)

N = TypeVar("N", bound=ast.AST)


@dataclass(frozen=True, slots=True)
class Finding:
    """A place that breaks a rule, and the sentence about it."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


class Module:
    """A Python file with its syntax tree."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source
        self.name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.folder = path.rpartition("/")[0].replace("/", ".")

    @cached_property
    def _nodes(self) -> dict[type[ast.AST], list[ast.AST]]:
        found = defaultdict[type[ast.AST], list[ast.AST]](list)
        for node in ast.walk(ast.parse(self.source)):
            found[type(node)].append(node)
        return found

    def of(self, kind: type[N]) -> list[N]:
        """Return all nodes of a kind."""
        return self._nodes.get(kind, [])  # type: ignore[return-value]

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Yield all functions."""
        yield from self.of(ast.FunctionDef)
        yield from self.of(ast.AsyncFunctionDef)

    @cached_property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, the lines of one below each other as one."""
        found: list[tuple[int, str]] = []
        last = -1
        for number, match in matches(self.source, _STRING_OR_COMMENT):
            if match["comment"] is None:
                continue
            start, text = found.pop() if number == last + 1 else (number, "")
            found.append((start, f"{text} {match['comment'].lstrip('#: ')}".strip()))
            last = number
        return found


class Tree:
    """The files of the project by their paths. A binary file has an empty text."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files

    @classmethod
    def read(cls, root: Path = ROOT) -> "Tree":
        """Return the files that .gitignore doesn't name."""
        ignored = [".git", *(root / ".gitignore").read_text("utf-8").split()]
        files, waiting = {}, [root]
        while waiting:
            for path in waiting.pop().iterdir():
                name = path.relative_to(root).as_posix()
                if any(_ignores(line, name) for line in ignored):
                    continue
                if path.is_dir():
                    waiting.append(path)
                else:
                    files[name] = "" if path.suffix in _BINARY else path.read_text("utf-8")
        return cls(dict(sorted(files.items())))

    def without(self, gone: Callable[[str], bool]) -> "Tree":
        """Return the other files. Both trees share their modules."""
        rest = Tree({path: text for path, text in self.files.items() if not gone(path)})
        rest.modules = {n: one for n, one in self.modules.items() if one.path in rest.files}
        return rest

    @cached_property
    def modules(self) -> dict[str, Module]:
        """The Python files of the project's packages by name."""
        paths = (path for path in self.files if path.endswith(".py"))
        found = (Module(p, self.files[p]) for p in paths if p.partition("/")[0] in PACKAGES)
        return {module.name: module for module in found}

    def below(self, *places: str) -> Iterator[Module]:
        """Yield the modules in some folders, or with some paths."""
        inside = tuple(f"{place}/" for place in places)
        yield from (one for one in self.modules.values() if f"{one.path}/".startswith(inside))

    def has(self, path: str) -> bool:
        """Return True if a path is a file or a folder."""
        return path in self.files or path.rstrip("/") in self._folders

    @cached_property
    def _folders(self) -> set[str]:
        return {str(folder) for path in self.files for folder in PurePosixPath(path).parents}

    @cached_property
    def arrows(self) -> dict[str, list[tuple[int, str]]]:
        """The line and full name of each import of each module, those for types included."""
        return {name: list(self._imports(module)) for name, module in self.modules.items()}

    def _imports(self, module: Module) -> Iterator[tuple[int, str]]:
        for call in module.of(ast.Call):
            match call:
                case ast.Call(
                    ast.Name("import_module" | "__import__") | ast.Attribute(attr="import_module"),
                    [ast.Constant(str(name)), *_],
                ):
                    yield call.lineno, resolve_name(name, module.folder)
        for node in module.of(ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        for arrow in module.of(ast.ImportFrom):
            whole = origin(module, arrow)
            for alias in arrow.names:
                name = f"{whole}.{alias.name}"
                yield arrow.lineno, name if name in self.modules else whole


def origin(module: Module, arrow: ast.ImportFrom) -> str:
    """Return the full name of the module that an import names."""
    return resolve_name("." * arrow.level + (arrow.module or ""), module.folder)


def matches(text: str, pattern: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the matches of a pattern, with the line of each."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        yield text.count("\n", 0, match.start()) + 1, match


def _ignores(line: str, path: str) -> bool:
    """Return True if a line of .gitignore names a path."""
    name = path if "/" in line.rstrip("/") else path.rpartition("/")[2]
    return fnmatch(name, line.strip("/"))
