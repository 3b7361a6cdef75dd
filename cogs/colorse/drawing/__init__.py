"""The pictures of COLORSE, and its kit for shared pictures."""

from functools import partial

from bot.drawing import people
from bot.drawing.colours import colour
from bot.drawing.kit import FAN_SCALE, Kit, Part
from bot.words.speech import Speech
from games.colorse.cards import BACK, SPECIAL

from .pieces import THEME, card, ghost

_box = partial(card, BACK)


def _score_parts(score: int) -> tuple[Part, ...]:
    won, cards = divmod(abs(score), 10)
    return (people.crown, str(won)), (_box, str(cards))


def _score_text(score: int, t: Speech) -> str:
    """Return the rounds won, and the cards in the box at the end."""
    won, cards = divmod(abs(score), 10)
    return t.many(
        "{n} round, {cards} in the box", "{n} rounds, {cards} in the box", won, cards=cards
    )


KIT = Kit(
    THEME,
    partial(ghost, fill=colour("#E9E2FA")),
    lambda: [card(c, 144 * FAN_SCALE) for c in ("R", "GB", SPECIAL, "B", "Y")],
    _score_parts,
    _score_text,
    place=5,
)
