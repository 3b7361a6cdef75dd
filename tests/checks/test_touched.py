"""The tests that `make touched` chooses."""

from tests.mutants import Mutant
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
