"""The changes of a sweep: each comparison turned, and each early return left out."""

from tests.mutants import changes

TEXT = """def rest(a, b):
    if a is not None or ("é" in b):
        return 1 <= a < 2
    return 0
"""
CHANGED = {
    'if a is None or ("é" in b):',
    'if a is not None or ("é" not in b):',
    "if False:",
    "return 1 < a < 2",
    "return 1 <= a <= 2",
}


def test_sweep_changes_each_comparison_and_guard() -> None:
    before = TEXT.splitlines()
    found = [text.splitlines() for _, text in changes(TEXT)]
    turned = [
        [new for old, new in zip(before, after, strict=True) if old != new] for after in found
    ]
    assert sorted(line.strip() for lines in turned for line in lines) == sorted(CHANGED)
    assert all(len(lines) == 1 for lines in turned)
