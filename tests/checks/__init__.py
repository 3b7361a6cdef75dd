"""Checks that read the project instead of running it: `make check`.

A check is a function of a `Tree` that yields findings. Its docstring states the rule.
`python -m tests.checks NAME…` runs some of them.
"""

from collections.abc import Callable, Iterator

from . import apart, english, games, layers, mutants, pages, private_names, shipped, texts, wording
from .tree import Finding, Tree

CHECKS: dict[str, Callable[[Tree], Iterator[Finding]]] = {
    name: found
    for module in (
        layers,
        apart,
        games,
        private_names,
        english,
        texts,
        wording,
        pages,
        shipped,
        mutants,
    )
    for name, found in vars(module).items()
    if getattr(found, "__annotations__", {}) == {"tree": Tree, "return": Iterator[Finding]}
}
"""All checks by name, in the order of the report."""
