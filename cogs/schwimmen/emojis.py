"""The emojis of Schwimmen, and their names."""

from functools import partial

from bot.drawing import icons
from bot.drawing.colours import BLACK, CORAL, IVORY, WHITE, mixed
from bot.drawing.emojis import SIZE, Emoji, tile
from bot.drawing.pen import Pen, Sprite

from .drawing import ink

_SUITS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}


def suit(sign: str) -> str:
    """Return the name of a suit by its letter: C, S, H or D."""
    return next(name for name, letter in _SUITS.items() if letter == sign)


def _suit(sign: str) -> Sprite:
    pen = Pen(SIZE, SIZE)
    tile(pen, IVORY)
    icons.suit(pen, 64, 62, 92, sign, ink(sign))
    return pen.done()


def _swim() -> Sprite:
    pen = Pen(SIZE, SIZE)
    # White parts need an edge on a white ground.
    pen.circle(64, 64, 62, mixed(BLACK, CORAL, 0.45))
    icons.ring(pen, 64, 64, 116, mixed(BLACK, CORAL, 0.45))
    hole = Pen(SIZE, SIZE)
    hole.circle(64, 64, 62, WHITE)
    hole.circle(64, 64, 25, (0, 0, 0, 0))
    return _cut(pen.done(), hole.done())


def _cut(sprite: Sprite, kept: Sprite) -> Sprite:
    mask = sprite.mask.copy()
    mask.paste(0, None, kept.mask.point(lambda a: 255 - a))
    return Sprite(sprite.rgb, mask, sprite.out)


EMOJIS: dict[str, Emoji] = {
    **{name: Emoji(partial(_suit, sign), pale=True) for name, sign in _SUITS.items()},
    "swim": Emoji(_swim),
}
