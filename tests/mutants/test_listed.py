"""The mutants' lists are true: each fault can be made, and its tests are there."""

import pytest

from . import ROOT, Mutant, listed

MUTANTS = listed()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.file}: {mutant.breaks}")
def test_mutant_can_be_made(mutant: Mutant) -> None:
    text = mutant.applied_to((ROOT / mutant.file).read_text(encoding="utf-8"))
    if mutant.file.endswith(".py"):
        compile(text, mutant.file, "exec")


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.file}: {mutant.breaks}")
def test_mutant_names_tests_that_exist(mutant: Mutant) -> None:
    assert mutant.tests
    for named in mutant.tests:
        file, _, function = named.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not function or f"def {function.partition('[')[0]}(" in text


@pytest.mark.parametrize("old", ["a == b", "x", "a"])
def test_mutant_is_refused_when_its_place_is_not_unique(old: str) -> None:
    mutant = Mutant("a.py", old, "a", "", (), "tests")
    with pytest.raises(ValueError, match=r"a\.py"):
        mutant.applied_to("a = 1\nb = a\n")
