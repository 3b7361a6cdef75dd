"""The application's emojis: small signs of a game's pieces, beside words and on buttons.

Discord shows them 22 pixels high in a line, and 44 alone. So each shows one large thing.
"""

import io
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from PIL import Image, ImageFilter

from games import GAMES
from games.core import Frozen

from ..words.parts import part
from .colours import BLACK, IVORY, Colour, mixed
from .pen import Pen, Sprite

SIZE = 128
"""Width and height of an emoji in pixels."""
_EDGE = 9


class Emoji(Frozen):
    """A sign of a game.

    pale: it needs an edge on Discord's light theme.
    version: number of the drawing. Raise it with each change, so that the new one is uploaded.
    """

    draw: Callable[[], Sprite]
    pale: bool = False
    version: int = 1


def tile(pen: Pen, ground: Colour) -> None:
    """Draw the ground of an emoji that looks like a card."""
    pen.card(4, 3, 120, 122, 24, ground, 4)


@cache
def emojis() -> Mapping[str, Emoji]:
    """Return the emojis of all games, by name."""
    found = [module.EMOJIS for key in GAMES if (module := part(key, "emojis")) is not None]
    return MappingProxyType({name: one for each in found for name, one in each.items()})


@cache
def art() -> Mapping[str, bytes]:
    """Return every emoji as a PNG of 128 × 128 with a clear ground. Takes a second."""
    return MappingProxyType({name: _png(_picture(one)) for name, one in emojis().items()})


@cache
def uploads() -> Mapping[str, bytes]:
    """Return the same by the names of the uploads, which differ for different drawings.

    Screen readers read these names aloud: `die_3`, and `die_3_v2` for its second drawing.
    """
    return MappingProxyType({_name(name): png for name, png in art().items()})


def _name(name: str) -> str:
    version = emojis()[name].version
    return name if version == 1 else f"{name}_v{version}"


def _picture(emoji: Emoji) -> Image.Image:
    """Return a piece in the middle of its clear ground."""
    image, sprite = Image.new("RGBA", (SIZE, SIZE)), emoji.draw()
    piece = sprite.rgb.convert("RGBA")
    piece.putalpha(sprite.mask)
    left, top = (int((side - SIZE) / 2) for side in piece.size)
    image.alpha_composite(piece.crop((left, top, left + SIZE, top + SIZE)))
    if not emoji.pale:
        return image
    # The edge separates it from the light theme.
    edged = Image.new("RGBA", image.size, mixed(BLACK, IVORY, 0.28))
    edged.putalpha(image.getchannel("A").filter(ImageFilter.MaxFilter(_EDGE)))
    edged.alpha_composite(image)
    return edged


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
