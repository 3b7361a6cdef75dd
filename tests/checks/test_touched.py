"""The tests that make touched chooses, and the changes of a sweep."""

from tests.mutants import Mutant, changes
from tests.touched import chosen

NAMED = "tests/cogs/test_closed.py::test_restricted_bot_waits_without_a_word"
MUTANT = Mutant("bot/tables/seen.py", "a", "b", "Nothing is seen", (NAMED,), "tests/bot/tables")


def test_change_runs_its_room_and_tests_named_by_mutants() -> None:
    assert chosen(["bot/tables/seen.py"], [MUTANT]) == ["tests/bot/tables", NAMED]


def test_changed_tests_run_themselves_once() -> None:
    found = chosen(["tests/cogs/test_closed.py", "bot/tables/seen.py"], [MUTANT])
    assert found == ["tests/bot/tables", "tests/cogs/test_closed.py"]


def test_page_runs_no_test() -> None:
    assert chosen(["README.md"], [MUTANT]) == []


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
