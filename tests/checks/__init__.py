"""Checks that read the project instead of running it: `make check`.

A check is a function of a `Tree` that yields findings. Its docstring states the rule.
`python -m tests.checks NAME…` runs some of them.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from .tree import Finding, Tree

CHECKS: dict[str, Callable[[Tree], Iterator[Finding]]] = {
    name: found
    for path in sorted(Path(__file__).parent.glob("[a-z]*.py"))
    if not path.stem.startswith("test_")
    for name, found in vars(import_module(f"{__name__}.{path.stem}")).items()
    if getattr(found, "__annotations__", {}) == {"tree": Tree, "return": Iterator[Finding]}
}
"""All checks by name, in the order of the report."""
