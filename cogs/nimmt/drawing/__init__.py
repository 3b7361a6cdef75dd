"""The cards and the kit of 6 nimmt!: the number, its bulls, and a colour that darkens with them."""

from functools import lru_cache, partial

from bot.drawing import icons, words
from bot.drawing.boxes import Box, label, piece, pill, plate
from bot.drawing.canvas import disc
from bot.drawing.colours import CORAL, GOLD, INK, IVORY, WHITE, Colour, Theme, colour, mixed
from bot.drawing.kit import FAN_SCALE, Kit, counted
from bot.drawing.pen import Pen, Sprite, lettered
from games.nimmt.cards import bulls, card_text, is_joker

THEME = Theme("nimmt", colour("#2D2755"))
DISC = mixed(WHITE, THEME.ground, 0.22)
INKS = {
    0: (colour("#E9DDF7"), colour("#3B2A6B"), colour("#6B4FC0")),
    1: (IVORY, INK, colour("#8C8698")),
    2: (colour("#FFE6A8"), INK, colour("#9A6A00")),
    3: (colour("#FFC06A"), INK, colour("#7A3E00")),
    5: (colour("#C9472B"), WHITE, colour("#FFE3CC")),
    7: (colour("#7A1F5C"), WHITE, GOLD),
}
"""The colours of a card's ground, digits and bulls, by its number of bulls."""
_ROWS = {1: (1,), 2: (2,), 3: (3,), 5: (3, 2), 7: (4, 3)}


@lru_cache(maxsize=400)
def card(value: int, w: int, h: int) -> Sprite:
    """Return a card of that width and height."""
    number, text = bulls(value), card_text(value)
    most = w * (0.66 if is_joker(value) else 0.9)
    size = w * 0.56
    size = min(size, size * most / words.width(text, round(size)))
    y = h * (0.29 if h / w < 1.2 and number > 3 else 1 / 3)
    return lettered(_blank(number, w, h), w / 2, y, text, size, INKS[number][1])


@lru_cache(maxsize=64)
def _blank(number: int, w: int, h: int) -> Sprite:
    """Return the card without its number. All cards with as many bulls share it."""
    (ground, _, fill), radius, pen = INKS[number], round(w * 0.12), Pen(w, h, 16)
    pen.card(0, 0, w, h, radius, ground)
    if number:
        _bulls(pen, w, h, number)
    else:
        pen.frame(5, 5, w - 10, h - 13, radius - 3, fill, 3)
        icons.star(pen, w / 2, h * 0.74, w * 0.36, fill, 4)
    return pen.done(shadow=True)


def _bulls(pen: Pen, w: int, h: int, number: int) -> None:
    rows, (ground, _, fill) = _ROWS[number], INKS[number]
    wide = w * (0.24 if len(rows) == 1 else 0.215)
    step = min(wide, h * 0.205)
    top = h * (0.725 if h / w < 1.2 and len(rows) > 1 else 0.755) - step * (len(rows) - 1) / 2
    for row, many in enumerate(rows):
        for n in range(many):
            x = w / 2 + (n - (many - 1) / 2) * wide * 1.07
            icons.bull(pen, x, top + row * step, wide * 0.98, fill, ground)


@lru_cache(maxsize=200)
def short(value: int, w: int, h: int) -> Box:
    """Return a card's number on its colour, as the end of a row."""
    (ground, digits, fill), text = INKS[bulls(value)], card_text(value)
    shown = plate(w, h, 10, ground)
    if is_joker(value):
        shown = plate(w - 6, h - 6, 8, None, fill, 2).on(shown)
    return label(text, min(44, 44 * (w - 6) // words.width(text, 44)), digits).on(shown)


bull = partial(icons.icon, icons.bull)
"""Return a single bull of a size and a colour."""


@lru_cache(maxsize=16)
def place(row: int, size: int, fill: Colour = DISC, digit: Colour = WHITE) -> Box:
    """Return a row's number on a disc."""
    return piece(lettered(disc(size, fill), size / 2, size / 2, str(row + 1), 40, digit))


def cost(bulls: int, h: int, w: int, fill: Colour = CORAL) -> Box:
    """Return bulls as a cost."""
    return pill(h, fill, piece(bull(42, INK)), label(f"+{bulls}", 40, INK), w=w)


KIT = Kit(
    THEME,
    lambda size: bull(size, colour("#FFE6A8")),
    lambda: [card(c, 124 * FAN_SCALE, 176 * FAN_SCALE) for c in (100, 220, 4, 550, 1040)],
    counted(lambda size: bull(size, WHITE), abs),
    lambda score, t: t.many("{n} bull", "{n} bulls", abs(score)),
    place=1,
    trio=lambda: [card(c, 86, 110) for c in (220, 550, 1040)],
)
