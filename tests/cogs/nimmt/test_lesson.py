"""The claims of the lesson of 6 nimmt! hold by the rules."""

import re

import pytest

from bot.screens.transcript import looks
from bot.words.i18n import tongue
from bot.workers.pictures import Pictures
from cogs.lesson import learning
from cogs.lesson.learning import LESSONS, Learning
from games import nimmt
from tests.cogs.lesson.deciding import good, legal, state, told

NIMMT = LESSONS["nimmt"]


def bulls(number: int, text: str, seat: int = 0) -> int:
    """Return the bulls that a seat takes after an answer."""
    events = told(NIMMT, number, text)
    return sum(e.bulls for e in events if isinstance(e, nimmt.Took) and e.seat == seat)


def test_cards_find_rows_and_the_sixth_costs() -> None:
    assert {text: bulls(1, text) for text in legal(NIMMT, 1)} == {
        "28": 0,
        "43": 0,
        "84": 13,
        "87": 13,
        "90": 13,
    }
    for text, row in (("28", 0), ("43", 0)):
        placed = [e for e in told(NIMMT, 1, text) if isinstance(e, nimmt.Placed) and e.seat == 0]
        assert placed[0].row == row
    rows = state(NIMMT, 1).rows
    assert (rows[0][-1], rows[1][-1]) == (150, 800)
    assert [len(row) for row in rows].count(nimmt.FULL) == 2


def test_of_cards_that_all_take_one_is_the_cheapest() -> None:
    assert {text: bulls(2, text) for text in legal(NIMMT, 2)} == {"62": 10, "83": 16, "94": 16}


def test_a_low_card_takes_the_row_of_its_choice() -> None:
    view = state(NIMMT, 3)
    assert view.waiting[0] == (0, 340)
    assert all(row[-1] > 340 for row in view.rows)
    assert [bulls(3, f"row{n}") for n in range(1, 5)] == [7, 10, 2, 6]


def test_no_card_fits_into_a_small_gap() -> None:
    taken = {text: bulls(4, text) for text in legal(NIMMT, 4)}
    assert [text for text, cost in taken.items() if not cost] == ["42", "64", "86"]
    rows = state(NIMMT, 4).rows
    assert [row[-1] for row in rows[:3]] == [620, 850, 370]
    assert [len(row) for row in rows[:3]] == [4, 4, 2]
    placed = [e for e in told(NIMMT, 4, "78") if isinstance(e, nimmt.Placed)]
    assert (placed[0].seat, placed[0].card, placed[0].row) == (1, 670, 0)


def test_high_card_is_free_after_another_take() -> None:
    assert bulls(5, "90") == 10
    for text in good(NIMMT, 5):
        assert bulls(5, text) == 0
        assert bulls(5, text, seat=1) == 10
        after = NIMMT.after(5, text)[-1].state
        rows = [row for row in after.rows if row[-1] < 900]
        assert len(max(rows, key=lambda row: row[-1])) < nimmt.FULL


@pytest.mark.parametrize("number", range(1, 6))
async def test_outcome_has_a_total_and_no_gain_of_earlier_tricks(number: int) -> None:
    """A card that costs nothing has no number of bulls beside it."""
    me = Learning(NIMMT, looks()["nimmt"], tongue("en-US"), "Ana", Pictures(False))
    for text in good(NIMMT, number):
        shown = (await learning.outcome(me, number, text)).text
        assert "Well chosen" in shown
        assert re.search(r"^\*\*Ana\*\* \d+ 🐂$", shown, re.MULTILINE)
        assert ("You take" in shown) == bool(bulls(number, text))
