"""`python -m tests.checks [NAME…]`: print all findings, or those of the named checks."""

import gc
import sys
from collections.abc import Sequence

from . import CHECKS
from .tree import Tree


def main(names: Sequence[str]) -> int:
    """Print the findings by check. Return 1 if there are any, 2 if a name is unknown."""
    if unknown := [name for name in names if name not in CHECKS]:
        print(f"no check {', '.join(unknown)}; there are: {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    tree, count = Tree.read(), 0
    for name in names or CHECKS:
        found = sorted(CHECKS[name](tree), key=lambda one: (one.path, one.line))
        if found:
            print(f"{name}: {(CHECKS[name].__doc__ or '').splitlines()[0]}", *found, sep="\n  ")
        count += len(found)
    print(f"{len(names or CHECKS)} checks of {len(tree.files)} files: {count} findings")
    return min(count, 1)


if __name__ == "__main__":
    # A million nodes of syntax trees hold no garbage. The search triples the time.
    gc.disable()
    sys.exit(main(sys.argv[1:]))
