"""The pictures of Sinomilia, and its kit for shared pictures."""

from collections.abc import Sequence
from functools import partial

from bot.drawing import icons
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Sprite
from bot.words.speech import Speech

from .pieces import THEME, back, chip, number


def _emblem(size: int) -> Sprite:
    pen = Pen(size * 1.4, size, 2)
    icons.sun(pen, size * 0.45, size * 0.44, size * 0.86)
    icons.moon(pen, size * 0.95, size * 0.56, size * 0.86)
    return pen.done()


def _fan() -> Sequence[Sprite]:
    k = FAN_SCALE
    return [
        number(2, 124 * k, 166 * k),
        chip("sun", 130 * k),
        back(124 * k, 166 * k),
        chip("moon", 130 * k),
        number(8, 124 * k, 166 * k),
    ]


def _score_text(score: int, t: Speech) -> str:
    """Return the chips held at the end."""
    return t.many("{n} chip", "{n} chips", score)


KIT = Kit(THEME, _emblem, _fan, counted(partial(chip, "sun")), _score_text, place=4)
