"""Cards and boxes of COLORSE as text: letters with squares beside them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.words.i18n import Tongue
from bot.words.speech import Speech, listed
from games.colorse.cards import BACK, COLOURS, PACK, SPECIAL, Box, Card, coloured, colours
from games.errors import N_

from . import emojis
from .drawing import SIGN_NAMES

TAKES = {"do": 1, "zof": 2, "rau": 1}
"""Cards that each sign brings when it beats another one."""
COLOUR_NAMES = {
    "R": N_("Red (R)"),
    "G": N_("Green (G)"),
    "B": N_("Blue (B)"),
    "Y": N_("Yellow (Y)"),
}
"""The colours by their letters, as a player chooses them."""
CELLS = (
    N_("bottom left"),
    N_("bottom middle"),
    N_("bottom right"),
    N_("top left"),
    N_("top middle"),
    N_("top right"),
)
"""Cells of a box in words, in filling order."""
WON, GONE = "🏆", "💥"
_SQUARES = {"R": "🟥", "G": "🟩", "B": "🟦", "Y": "🟨"}
_NOTHING = "➖➖"
_UNDER = "🎴"
_STAR = "⭐"


def sign_text(sign: str, t: Tongue) -> str:
    """Return a sign's name, with the name in pictures where that is another one."""
    drawn = SIGN_NAMES[sign]
    name = t(drawn)
    return name if name == drawn else t("{name} ({drawn})", name=name, drawn=drawn)


def squares(card: Card) -> str:
    """Return the squares of a card's colours."""
    shown = [_SQUARES[colour] for colour in COLOURS if colour in colours(card)]
    if card.startswith(SPECIAL):
        return "".join([_STAR, *shown])
    return "".join(shown) or _UNDER


SQUARES: Mapping[str, str] = MappingProxyType(
    {
        squares(card): f"{{{emojis.card(card)}}}"
        for card in (*PACK, BACK, *(coloured(SPECIAL, colour) for colour in COLOURS))
    }
)
"""The emoji of every card, by its squares."""


def _letters(card: Card) -> str:
    """Return a card's letters. A coloured SPECIAL is `SR`."""
    return card.replace(":", "")


def card_text(card: Card) -> str:
    """Return a card as `🟩🟦 GB`."""
    return f"{squares(card)} {_letters(card)}"


def choice_text(card: Card, t: Speech) -> str:
    """Return a card in words where letters don't say enough: `⭐🟥 Red (R)`, or face down."""
    if card == BACK:
        return f"{squares(card)} {t('face down')}"
    letters = card.removeprefix(SPECIAL).removeprefix(":")
    if card.startswith(SPECIAL) and letters:
        return f"{squares(card)} {t(COLOUR_NAMES[letters])}"
    return card_text(card)


def cards_text(cards: Sequence[Card], t: Speech) -> str:
    """Return cards in a row."""
    return listed((choice_text(card, t) for card in cards), t)


def _cell(card: Card | None) -> str:
    """Return a card as text, always two squares wide."""
    if card is None:
        return _NOTHING
    shown = squares(card)
    return shown * 2 if len(shown) == 1 else shown


def grid(box: Box) -> str:
    """Return the top row above the bottom row. Squares follow the letters to keep the columns."""
    lines = []
    for row in (box[3:], box[:3]):
        letters = "".join(f"{_letters(card or '.'):<4}" for card in row)
        lines.append(f"{letters} {' '.join(map(_cell, row))}")
    return "```\n" + "\n".join(lines) + "\n```"
