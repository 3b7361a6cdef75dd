"""The picture of a rating, and its line of bars."""

import io

import pytest
from PIL import Image

from bot.drawing.curve import bars, picture


def is_yellow(pixel: object) -> bool:
    """Whether that is the line, and not its soft edge, the grid or a number."""
    assert isinstance(pixel, tuple)
    red, green, blue = pixel
    return bool(red > 200 and green > 160 and blue < 60)


def height_of_line(image: Image.Image, x: int) -> float:
    """The middle of the line at that place, from the top."""
    ys = [y for y in range(image.height) if is_yellow(image.getpixel((x, y)))]
    assert ys
    return sum(ys) / len(ys)


def test_the_picture_rises_and_falls_as_the_values_do() -> None:
    image = Image.open(io.BytesIO(picture([0, 10, 0, 5])))
    assert (image.format, image.size) == ("PNG", (640, 240))
    heights = [height_of_line(image, x) for x in (62, 230, 398, 560)]
    assert heights[1] < heights[3] < heights[0]
    assert heights[0] == pytest.approx(heights[2], abs=4)


@pytest.mark.parametrize("values", [[1.0], [2.0, 2.0], [-3.5, 1e3] * 60])
def test_any_values_make_a_picture(values: list[float]) -> None:
    assert Image.open(io.BytesIO(picture(values))).size == (640, 240)


def test_bars_span_the_values_and_are_thinned_out() -> None:
    assert bars([0, 7, 3.5]) == "▁█▅"
    assert bars([4]) == bars([-4]) == "▁"
    long = bars([float(n) for n in range(1000)])
    assert (len(long), long[0], long[-1]) == (24, "▁", "█")
    assert list(long) == sorted(long)
