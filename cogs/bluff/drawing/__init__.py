"""The pictures of Bluff, and its kit for shared pictures."""

from collections.abc import Sequence

from bot.drawing.kit import FAN_SCALE, Kit, Part
from bot.drawing.pen import Sprite
from bot.words.speech import Speech
from games.bluff.state import WILD

from .pieces import FELT, die


def _emblem(size: int) -> Sprite:
    return die(5, size)


def _fan() -> Sequence[Sprite]:
    return [die(face, 134 * FAN_SCALE) for face in (2, 5, WILD, 4, 1)]


def _score_parts(score: int) -> tuple[Part, ...]:
    # Below zero a score counts the rounds without dice.
    return ((_emblem, str(max(score, 0))),)


def _score_text(score: int, t: Speech) -> str:
    """Return the dice left, or how long before the end a player ran out of them."""
    if score > 0:
        return t.many("{n} die left", "{n} dice left", score)
    if score == 0:
        return t("out in the last round")
    return t.many("out {n} round before the end", "out {n} rounds before the end", -score)


KIT = Kit(FELT, _emblem, _fan, _score_parts, _score_text, place=2)
