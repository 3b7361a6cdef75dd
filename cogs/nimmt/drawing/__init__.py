"""The pictures of 6 nimmt!, and its kit for shared pictures."""

from functools import partial

from bot.drawing.colours import WHITE, colour
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.words.speech import Speech

from .pieces import THEME, bull, card


def _score_text(score: int, t: Speech) -> str:
    """Return the bulls taken."""
    return t.many("{n} bull", "{n} bulls", abs(score))


KIT = Kit(
    THEME,
    partial(bull, fill=colour("#FFE6A8")),
    lambda: [card(c, 124 * FAN_SCALE, 176 * FAN_SCALE) for c in (100, 220, 4, 550, 1040)],
    counted(partial(bull, fill=WHITE), abs),
    _score_text,
    place=1,
    trio=lambda: [card(c, 86, 110) for c in (220, 550, 1040)],
)
