"""The emojis of COLORSE, and their names."""

from functools import partial

from bot.drawing.colours import GOLD
from bot.drawing.emojis import Emoji
from games.colorse.cards import BACK, COLOURS, PACK, SIGNS, SPECIAL, Card, coloured, colours

from . import drawing

_CARDS = (*dict.fromkeys(PACK), BACK, *(coloured(SPECIAL, letter) for letter in COLOURS))


def card(value: Card) -> str:
    """Return the name of a card."""
    if value == BACK:
        return "card_back"
    letters = "".join(letter for letter in COLOURS if letter in colours(value)).lower()
    if value.startswith(SPECIAL):
        return f"special_{letters}" if letters else "special"
    return f"card_{letters}"


EMOJIS: dict[str, Emoji] = {
    **{
        card(value): Emoji(
            partial(drawing.card, value, 122, flat=True), version=1 + (value == SPECIAL)
        )
        for value in _CARDS
    },
    **{sign: Emoji(partial(drawing.sign, sign, 126, edge=GOLD)) for sign in SIGNS},
}
