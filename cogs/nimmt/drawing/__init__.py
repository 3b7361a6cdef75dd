"""The pictures of 6 nimmt!, and its kit for shared pictures."""

from collections.abc import Sequence

from bot.drawing.colours import WHITE, colour
from bot.drawing.kit import FAN_SCALE, Kit, Part
from bot.drawing.pen import Sprite
from bot.words.speech import Speech

from .pieces import FELT, bull, card

_BULL = colour("#FFE6A8")


def _emblem(size: int) -> Sprite:
    return bull(size, _BULL)


def _fan() -> Sequence[Sprite]:
    return [card(c, 124 * FAN_SCALE, 176 * FAN_SCALE) for c in (100, 220, 4, 550, 1040)]


def _trio() -> Sequence[Sprite]:
    return [card(c, 86, 110) for c in (220, 550, 1040)]


def _bull(size: int) -> Sprite:
    return bull(size, WHITE)


def _score_parts(score: int) -> tuple[Part, ...]:
    return ((_bull, str(abs(score))),)


def _score_text(score: int, t: Speech) -> str:
    """Return the bulls taken."""
    return t.many("{n} bull", "{n} bulls", abs(score))


KIT = Kit(FELT, _emblem, _fan, _score_parts, _score_text, place=1, trio=_trio)
