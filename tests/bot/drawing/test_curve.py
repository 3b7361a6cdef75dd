"""The curve of a rating in the picture of a profile."""

from bot.drawing.profile import thinned


def test_curve_keeps_the_first_and_last_of_many_ratings() -> None:
    assert thinned([0, 14, 7]) == (0, 14, 7)
    long = thinned(range(1000))
    assert (len(long), long[0], long[-1]) == (24, 0, 999)
    assert list(long) == sorted(long)
