"""The pieces as small signs beside words and on buttons: the application's emojis, by name.

Discord shows them 22 pixels high in a line, 44 where they stand alone; so each is one thing, large.
"""

import io
from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256
from types import MappingProxyType

from PIL import Image, ImageFilter

from games.bluff.state import FACES, WILD, Face
from games.colorse.cards import BACK, COLOURS, PACK, SIGNS, SPECIAL, Card, coloured, colours

from . import chips, colour_cards, dice, icons, nimmt_cards
from .colours import BLACK, CORAL, GOLD, IVORY, WHITE, Colour, colour, mixed
from .french import ink
from .pen import Pen, Sprite

SIZE = 128
HASH = 6
"""So many digits of a drawing's hash end the name under which it is uploaded."""

# A card of 6 nimmt! with so many bulls.
_TIERS = {0: 4, 1: 10, 2: 50, 3: 100, 5: 110, 7: 550}
_EDGE = 9
_BULL, _MUZZLE = colour("#E4673D"), colour("#FFF1DC")
_SUITS = {"hearts": "H", "diamonds": "D", "clubs": "C", "spades": "S"}


def die(face: Face) -> str:
    """The name of a die."""
    return "die_wild" if face == WILD else f"die_{face}"


def bulls(number: int) -> str:
    """The name of a card with so many bulls; a joker has none."""
    return f"bulls_{number}" if number else "joker"


def suit(sign: str) -> str:
    """The name of a suit by its letter: C, S, H or D."""
    return next(name for name, letter in _SUITS.items() if letter == sign)


def card(value: Card) -> str:
    """The name of a card of COLORSE."""
    if value == BACK:
        return "card_back"
    letters = "".join(letter for letter in COLOURS if letter in colours(value)).lower()
    if value.startswith(SPECIAL):
        return f"special_{letters}" if letters else "special"
    return f"card_{letters}"


def _bull() -> Sprite:
    pen = Pen(SIZE, SIZE)
    icons.bull(pen, SIZE / 2, SIZE / 2 + 2, SIZE - 6, _BULL, _MUZZLE)
    return pen.done()


def _tile(pen: Pen, ground: Colour) -> None:
    pen.box(4, 3, 120, 122, 24, mixed(BLACK, ground, 0.28))
    pen.box(4, 3, 120, 118, 24, ground)


def _bulls(number: int) -> Sprite:
    """The colour of such a card, its bull, and how many there are."""
    ground, digits, fill = nimmt_cards.inks(_TIERS[number])
    pen = Pen(SIZE, SIZE)
    _tile(pen, ground)
    if number:
        pen.text(36, 64, str(number), 84, digits)
        icons.bull(pen, 86, 66, 64, fill, ground)
    else:
        pen.frame(12, 11, 104, 102, 16, fill, 5)
        icons.star(pen, 64, 62, 84, fill, 4)
    return pen.done()


def _suit(sign: str) -> Sprite:
    pen = Pen(SIZE, SIZE)
    _tile(pen, IVORY)
    icons.suit(pen, 64, 62, 92, sign, ink(sign))
    return pen.done()


def _hidden() -> Sprite:
    ground, edge = mixed(WHITE, BLACK, 0.2), mixed(WHITE, BLACK, 0.66)
    pen = Pen(SIZE, SIZE)
    pen.box(4, 4, 120, 120, 24, edge)
    pen.box(11, 11, 106, 106, 17, ground)
    pen.text(64, 64, "?", 92, WHITE)
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


_DRAWN: dict[str, Callable[[], Sprite]] = {
    "bull": _bull,
    **{bulls(number): partial(_bulls, number) for number in _TIERS},
    **{die(face): partial(dice.die, face, 120, flat=True) for face in FACES},
    "die_hidden": _hidden,
    "cup": partial(dice.cup, None, 116),
    "sun": partial(chips.chip, "sun", 122, flat=True),
    "moon": partial(chips.chip, "moon", 122, flat=True),
    "prediction": partial(chips.back, 112, 122, flat=True),
    **{name: partial(_suit, sign) for name, sign in _SUITS.items()},
    "swim": _swim,
    **{
        card(value): partial(colour_cards.card, value, 122, flat=True)
        for value in (
            *dict.fromkeys(PACK),
            BACK,
            *(coloured(SPECIAL, letter) for letter in COLOURS),
        )
    },
    **{sign: partial(colour_cards.sign, sign, 126, edge=GOLD) for sign in SIGNS},
}

_PALE = {*map(die, FACES), *_SUITS, *map(bulls, (0, 1, 2))} - {die(WILD)}

NAMES = tuple(_DRAWN)
"""What each of them is called."""


@cache
def art() -> Mapping[str, bytes]:
    """Every emoji as a PNG, 128 × 128 with a clear ground. Takes a second: not for the bot."""
    return MappingProxyType(
        {name: _png(_picture(draw(), pale=name in _PALE)) for name, draw in _DRAWN.items()}
    )


@cache
def uploads() -> Mapping[str, bytes]:
    """The same under the names they are uploaded by, which tell one drawing from another."""
    return MappingProxyType({f"{name}_{_hash(png)}": png for name, png in art().items()})


def _picture(sprite: Sprite, *, pale: bool) -> Image.Image:
    """A piece in the middle of its clear ground."""
    image = Image.new("RGBA", (SIZE, SIZE))
    piece = sprite.rgb.convert("RGBA")
    piece.putalpha(sprite.mask)
    image.alpha_composite(piece.crop(_middle(piece.size)), _place(piece.size))
    if not pale:
        return image
    # Else lost on the light theme.
    edged = Image.new("RGBA", image.size, mixed(BLACK, IVORY, 0.28))
    edged.putalpha(image.getchannel("A").filter(ImageFilter.MaxFilter(_EDGE)))
    edged.alpha_composite(image)
    return edged


def _middle(size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top = max(0, (size[0] - SIZE) // 2), max(0, (size[1] - SIZE) // 2)
    return left, top, min(size[0], left + SIZE), min(size[1], top + SIZE)


def _place(size: tuple[int, int]) -> tuple[int, int]:
    return max(0, (SIZE - size[0]) // 2), max(0, (SIZE - size[1]) // 2)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _hash(png: bytes) -> str:
    """Of the pixels: another library may pack the same ones in other bytes."""
    return sha256(Image.open(io.BytesIO(png)).tobytes()).hexdigest()[:HASH]
