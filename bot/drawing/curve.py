"""A curve of numbers over time, as a picture and as a line of text."""

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

_WIDTH, _HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 74, 22, 22
# Drawn larger and scaled down: Pillow's lines have no soft edges.
_SCALE = 2
# A ground of its own, so that it reads alike in Discord's light and dark themes.
_GROUND, _GRID, _INK, _LINE = "#1E1F22", "#4E5058", "#DBDEE1", "#F1C40F"
_BARS = "▁▂▃▄▅▆▇█"


def picture(values: Sequence[float]) -> bytes:
    """The values from left to right as a PNG; lowest, highest and last are written beside."""
    image = Image.new("RGB", (_WIDTH * _SCALE, _HEIGHT * _SCALE), _GROUND)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(19 * _SCALE)
    low, high = min(values), max(values)
    left, right = _LEFT * _SCALE, (_WIDTH - _RIGHT) * _SCALE
    top, bottom = _TOP * _SCALE, (_HEIGHT - _BOTTOM) * _SCALE

    def x(number: int) -> float:
        return left + (right - left) * (number / (len(values) - 1) if len(values) > 1 else 0.5)

    def y(value: float) -> float:
        return bottom - (bottom - top) * ((value - low) / (high - low) if high > low else 0.5)

    for value in {low, high}:
        draw.line([(left, y(value)), (right, y(value))], fill=_GRID, width=_SCALE)
        place = (left - 10 * _SCALE, y(value))
        draw.text(place, f"{value:.0f}", fill=_INK, font=font, anchor="rm")
    points = [(x(number), y(value)) for number, value in enumerate(values)]
    draw.line(points, fill=_LINE, width=3 * _SCALE, joint="curve")
    for point in points if len(points) <= 40 else points[-1:]:
        draw.circle(point, (6 if point == points[-1] else 4) * _SCALE, fill=_LINE)
    place = (right + 12 * _SCALE, y(values[-1]))
    draw.text(place, f"{values[-1]:.0f}", fill=_LINE, font=font, anchor="lm")
    out = io.BytesIO()
    image.resize((_WIDTH, _HEIGHT), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def bars(values: Sequence[float], most: int = 24) -> str:
    """The values from left to right as a line of bars, thinned out to at most so many."""
    steps = min(most, len(values))
    chosen = [values[round(i * (len(values) - 1) / max(1, steps - 1))] for i in range(steps)]
    low, high = min(chosen), max(chosen)
    span = high - low or 1.0
    return "".join(_BARS[round((value - low) / span * (len(_BARS) - 1))] for value in chosen)
