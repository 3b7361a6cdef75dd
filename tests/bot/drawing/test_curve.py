"""The line of bars that shows a rating's history."""

from bot.drawing.profile import bars


def test_curve_spans_its_values_with_few_bars() -> None:
    assert bars([0, 14, 7]) == "▁█▅"
    assert bars([4]) == bars([-4]) == "▁"
    long = bars(range(1000))
    assert (len(long), long[0], long[-1]) == (24, "▁", "█")
    assert list(long) == sorted(long)
