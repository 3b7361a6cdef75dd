"""The pictures of COLORSE, and its kit for shared pictures."""

from collections.abc import Sequence

from bot.drawing import people
from bot.drawing.colours import colour
from bot.drawing.kit import FAN_SCALE, Kit, Part
from bot.drawing.pen import Sprite
from bot.words.speech import Speech
from games.colorse.cards import BACK, SPECIAL

from .pieces import FELT, card, ghost

_GHOST = colour("#E9E2FA")


def _emblem(size: int) -> Sprite:
    return ghost(size, _GHOST)


def _fan() -> Sequence[Sprite]:
    return [card(c, 144 * FAN_SCALE) for c in ("R", "GB", SPECIAL, "B", "Y")]


def _box(size: int) -> Sprite:
    return card(BACK, size)


def _score_parts(score: int) -> tuple[Part, ...]:
    won, cards = divmod(abs(score), 10)
    return (people.crown, str(won)), (_box, str(cards))


def _score_text(score: int, t: Speech) -> str:
    """Return the rounds won, and the cards in the box at the end."""
    won, cards = divmod(abs(score), 10)
    return t.many(
        "{n} round, {cards} in the box", "{n} rounds, {cards} in the box", won, cards=cards
    )


KIT = Kit(FELT, _emblem, _fan, _score_parts, _score_text, place=5)
