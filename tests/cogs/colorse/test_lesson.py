"""The claims of the lesson of COLORSE hold by the rules."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from cogs.lesson.decisions import LEARNER
from cogs.lesson.learning import LESSONS
from games.colorse.events import Lost, Placed
from tests.cogs.lesson.deciding import good, legal, state, told

COLORSE = LESSONS["colorse"]


@cache
def takes(number: int, text: str) -> tuple[int, ...]:
    """Return the cards that each seat takes after these signs."""
    tasks = COLORSE.after(number, text)[0].state.tasks
    return tuple(sum(task == ("take", seat) for task in tasks) for seat in range(3))


def vanished(number: int, text: str) -> int:
    events = told(COLORSE, number, text)
    return sum(len(e.vanished) for e in events if isinstance(e, Placed))


def test_gain_of_each_sign_against_do_then_zof() -> None:
    assert {sign: takes(1, sign) for sign in ("zof", "do", "rau")} == {
        "zof": (2, 0, 0),
        "do": (1, 0, 1),
        "rau": (0, 0, 1),
    }
    assert {sign: takes(5, sign) for sign in ("rau", "do", "zof")} == {
        "rau": (1, 0, 0),
        "do": (0, 0, 2),
        "zof": (0, 1, 0),
    }
    assert sorted(e.seat for e in told(COLORSE, 5, "zof") if isinstance(e, Lost)) == [0, 2]


@pytest.mark.parametrize("number", [2, 3, 4])
def test_good_answers_make_nothing_vanish(number: int) -> None:
    assert all(vanished(number, text) == 0 for text in good(COLORSE, number))
    bad = set(legal(COLORSE, number)) - set(good(COLORSE, number)) - {"take3"}
    assert bad
    assert all(vanished(number, text) == 2 for text in bad)


def test_the_cards_are_those_that_the_texts_name() -> None:
    assert state(COLORSE, 2).boxes[0][:2] == ("G", None)
    assert state(COLORSE, 2).market[:2] == ("B", "GY")
    assert state(COLORSE, 3).boxes[0][:2] == ("G", None)
    held: Sequence[Any] = state(COLORSE, 4).held(LEARNER)
    assert [taken.card for taken in held] == ["RB", "Y"]
    assert state(COLORSE, 4).boxes[0][:2] == ("B", None)
