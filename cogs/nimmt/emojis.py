"""The emojis of 6 nimmt!, and their names."""

from functools import partial

from bot.drawing import icons
from bot.drawing.colours import colour
from bot.drawing.emojis import SIZE, Emoji, tile
from bot.drawing.pen import Pen, Sprite

from .drawing import INKS

_BULL, _MUZZLE = colour("#E4673D"), colour("#FFF1DC")


def bulls(number: int) -> str:
    """Return the name of a card with that many bulls. A joker has none."""
    return f"bulls_{number}" if number else "joker"


def _bull() -> Sprite:
    pen = Pen(SIZE, SIZE)
    icons.bull(pen, SIZE / 2, SIZE / 2 + 2, SIZE - 6, _BULL, _MUZZLE)
    return pen.done()


def _bulls(number: int) -> Sprite:
    """Return the colour of such a card, its bull and the number."""
    ground, digits, fill = INKS[number]
    pen = Pen(SIZE, SIZE)
    tile(pen, ground)
    if number:
        pen.text(36, 65, str(number), 84, digits)
        icons.bull(pen, 86, 66, 64, fill, ground)
    else:
        pen.frame(12, 11, 104, 102, 16, fill, 5)
        icons.star(pen, 64, 62, 84, fill, 4)
    return pen.done()


EMOJIS: dict[str, Emoji] = {
    "bull": Emoji(_bull),
    **{bulls(n): Emoji(partial(_bulls, n), pale=n in (0, 1, 2)) for n in INKS},
}
