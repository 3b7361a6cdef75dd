"""The pictures of Schwimmen, and its kit for shared pictures."""

from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.words.speech import Speech
from games.cards import parse_card

from .pieces import THEME, ring, upright

_FAN = tuple(map(parse_card, ("7S", "QD", "AH", "KC", "TH")))


def _score_text(score: int, t: Speech) -> str:
    """Return the deals survived."""
    return t.many("survived {n} deal", "survived {n} deals", score)


def _total_text(total: int, t: Speech) -> str:
    """Return the lives. A seat without any swims, and only then it's out."""
    if total > 1:
        return str(total - 1)
    return t("swims") if total else t.word("schwimmen", "out")


KIT = Kit(
    THEME,
    ring,
    lambda: [upright(card, 124 * FAN_SCALE, 176 * FAN_SCALE) for card in _FAN],
    counted(ring),
    _score_text,
    _total_text,
    place=3,
)
