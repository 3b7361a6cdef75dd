"""A rating's way as a line of bars."""

from bot.drawing.curve import bars


def test_bars_span_the_values_and_are_thinned_out() -> None:
    assert bars([0, 7, 3.5]) == "▁█▅"
    assert bars([4]) == bars([-4]) == "▁"
    long = bars([float(n) for n in range(1000)])
    assert (len(long), long[0], long[-1]) == (24, "▁", "█")
    assert list(long) == sorted(long)
