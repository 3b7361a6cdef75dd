"""The lists of mutants are true: each fault can be made, and its tests are there."""

import ast
from collections.abc import Iterator
from functools import cache

from ..mutants import Mutant, entries
from .tree import Finding, Tree


def mutants(tree: Tree) -> Iterator[Finding]:
    """A mutant's place is there exactly once, it compiles, and it names tests that exist."""
    for path, line, mutant in _listed(tree):
        if wrong := _wrong(mutant, tree.files.get(mutant.file, "")):
            yield Finding(path, line, f"{mutant.breaks!r} can't be made: {wrong}")
        if not mutant.tests:
            yield Finding(path, line, f"{mutant.breaks!r} names no test")
        for named in mutant.tests:
            file, _, function = named.partition("::")
            defined = f"def {function.partition('[')[0]}(" if function else ""
            if not tree.has(file) or defined not in tree.files.get(file, ""):
                yield Finding(path, line, f"{named} is not there")


@cache
def _wrong(mutant: Mutant, text: str) -> str:
    """Return why a fault can't be made, or nothing."""
    try:
        text = mutant.applied_to(text)
        if mutant.file.endswith(".py"):
            ast.parse(text)
    except (ValueError, SyntaxError) as error:
        return str(error)
    return ""


def _listed(tree: Tree) -> Iterator[tuple[str, int, Mutant]]:
    """Yield the mutants of all lists, with the path and the line of each."""
    for path, text in tree.files.items():
        if path.endswith("/mutants.toml"):
            begins = [n for n, line in enumerate(text.splitlines(), 1) if line == "[[mutant]]"]
            found = entries(text, path.removesuffix("/mutants.toml"))
            yield from ((path, line, one) for line, one in zip(begins, found, strict=True))
