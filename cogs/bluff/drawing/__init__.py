"""The pictures of Bluff, and its kit for shared pictures."""

from functools import partial

from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.words.speech import Speech
from games.bluff.state import WILD

from .pieces import THEME, die

_emblem = partial(die, 5)


def _score_text(score: int, t: Speech) -> str:
    """Return the dice left, or how long before the end a player ran out of them."""
    if score > 0:
        return t.many("{n} die left", "{n} dice left", score)
    if score == 0:
        return t("out in the last round")
    return t.many("out {n} round before the end", "out {n} rounds before the end", -score)


# Below zero a score counts the rounds without dice.
KIT = Kit(
    THEME,
    _emblem,
    lambda: [die(face, 134 * FAN_SCALE) for face in (2, 5, WILD, 4, 1)],
    counted(_emblem, lambda score: max(score, 0)),
    _score_text,
    place=2,
)
