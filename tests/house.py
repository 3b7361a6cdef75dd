"""Figures of the house: packages and arrows, longest function and module, modules a package.

python -m tests.house
"""

import ast
from collections import Counter, defaultdict
from pathlib import Path

from .test_layers import MODULES, ROOT, imports

HOUSE = ("games", "bot", "cogs", "playground", "rig", "bench")


def package(name: str) -> str:
    """Return the package that a module belongs to: bot.tables for bot.tables.post."""
    parts = name.split(".")
    while parts and not ROOT.joinpath(*parts).is_dir():
        parts.pop()
    return ".".join(parts)


def arrows(modules: list[Path]) -> dict[str, set[str]]:
    """Return the packages that each package imports."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules:
        here = package(".".join(path.parent.parts))
        below = {package(name) for name in imports(path) if name.split(".")[0] in HOUSE}
        found[here] |= below - {here}
    return found


def functions(path: Path) -> list[tuple[int, str]]:
    """Return the lines of each function of a module, with its name."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return [
        ((node.end_lineno or node.lineno) - node.lineno + 1, f"{path}: {node.name}")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def main() -> None:
    """Print the figures."""
    modules = [path for path in MODULES if path.parts[0] in HOUSE]
    lines = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in modules}
    below, count = arrows(modules), Counter(".".join(path.parent.parts) for path in modules)
    total: Counter[str] = Counter()
    for path, number in lines.items():
        total[".".join(path.parent.parts)] += number
    print(f"{len(count)} packages, {len(modules)} modules, {sum(map(len, below.values()))} arrows")
    for name in sorted(count):
        to = ", ".join(sorted(below[name])) or "nothing"
        print(f"  {name}: {count[name]} modules, {total[name]} lines, imports {to}")
    longest = max(lines, key=lambda path: lines[path])
    print(f"Longest module: {longest}, {lines[longest]} lines")
    number, name = max(one for path in modules for one in functions(path))
    print(f"Longest function: {name}, {number} lines")


if __name__ == "__main__":
    main()
