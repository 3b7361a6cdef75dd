"""Boxes are measured by what is in them, and placed by their sizes alone."""

import pytest

from bot.drawing.boxes import Box, column, drawn, fan, grid, label, name, pill, plate, row
from bot.drawing.colours import CORAL, GOLD, SHINRISEN

_SMALL, _LARGE = Box(40, 20, key="small"), Box(60, 50, key="large")


def test_row_is_as_wide_as_its_boxes_and_as_high_as_the_highest() -> None:
    line = row(_SMALL, _LARGE, gap=10)
    assert (line.w, line.h) == (110, 50)
    assert line.places(5, 7) == {"small": (5, 22, 40, 20), "large": (55, 7, 60, 50)}


def test_row_spreads_its_boxes() -> None:
    assert row(_SMALL, _LARGE, w=200).places()["large"].x == 140


def test_column_centres_narrow_boxes() -> None:
    stack = column(_SMALL, _LARGE, gap=4)
    assert (stack.w, stack.h) == (60, 74)
    assert stack.places()["small"] == (10, 0, 40, 20)


def test_grid_begins_a_row_after_the_last_column() -> None:
    cells = grid((Box(10, 10, key=n) for n in range(5)), 3, 2)
    assert (cells.w, cells.h) == (34, 22)
    assert cells.places()[4] == (12, 12, 10, 10)


@pytest.mark.parametrize(("number", "wide"), [(1, 40), (3, 140), (5, 200), (9, 200)])
def test_fan_overlaps_only_beyond_its_width(number: int, wide: float) -> None:
    assert fan((Box(40, 60) for _ in range(number)), 10, 200).w == pytest.approx(wide)


def test_ring_and_tag_lie_over_later_neighbours() -> None:
    new = plate(80, 80, 8, CORAL).ring(GOLD, 8, glow=False)
    canvas = drawn(SHINRISEN, row(new, plate(80, 80, 8, CORAL)).pad(20, 20))
    assert canvas.image.getpixel((102, 60)) == GOLD[:3]
    assert canvas.image.getpixel((110, 60)) == CORAL[:3]


def test_pill_grows_with_its_text() -> None:
    widths = [pill(50, GOLD, label(text, 40)).w for text in ("1", "12", "123")]
    assert widths == sorted(set(widths))


def test_name_stays_within_its_width() -> None:
    assert name("Maximiliane-Theodora von Zabern", 150).w <= 150
