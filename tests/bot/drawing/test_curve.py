"""The line of bars that shows a rating's history."""

from bot.drawing.curve import bars


def test_curve_spans_its_values_with_few_bars() -> None:
    assert bars([0, 7, 3.5]) == "▁█▅"
    assert bars([4]) == bars([-4]) == "▁"
    long = bars([float(n) for n in range(1000)])
    assert (len(long), long[0], long[-1]) == (24, "▁", "█")
    assert list(long) == sorted(long)
