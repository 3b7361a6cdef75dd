"""Pictures as PNG: in their game's palette, with corners that let the theme through.

The palettes lie beside this, so one description has always the same bytes.
"""

import hashlib
import io
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from PIL import Image

from .canvas import CORNER, HEIGHT, WIDTH
from .colours import WHITE, Felt
from .pen import Pen
from .picture import Picture
from .samples import FIRST

PALETTES = Path(__file__).with_name("palettes.toml")
"""A palette a felt, as RRGGBB."""
COLOURS = 240
"""So many has each; the rest of a PNG's 256 is for corners."""

_ALPHAS = 16
_LEVEL = 3
# The pieces of these are drawn.
_warmed: set[Picture] = set()


@dataclass(frozen=True, slots=True)
class Png:
    """A picture that is drawn: what it shows, its file's name, and its bytes.

    The name is made from the description, so equal ones have the same, and others another.
    """

    picture: Picture
    name: str
    content: bytes = field(repr=False)

    @classmethod
    def of(cls, picture: Picture) -> "Png":
        """Draw it. Not for the event loop."""
        name = hashlib.sha256(repr(picture).encode()).hexdigest()[:20]
        return cls(picture, f"{name}.png", png(picture))


def png(picture: Picture) -> bytes:
    """The picture as a PNG of 880 × 560. Takes a few milliseconds: not for the event loop."""
    image = picture.draw().image
    palette = _palette(picture.felt)
    mapped = image.quantize(palette=palette, dither=Image.Dither.NONE)
    # Only now: nothing inside may be drawn with what fades.
    mapped.putpalette([*(palette.getpalette() or []), *[*picture.felt.rim[:3]] * _ALPHAS])
    for patch, mask, place in _corners():
        mapped.paste(patch, place, mask)
    out = io.BytesIO()
    opaque = bytes([255] * COLOURS + [round(255 * n / (_ALPHAS - 1)) for n in range(_ALPHAS)])
    mapped.save(out, "PNG", compress_level=_LEVEL, transparency=opaque)
    return out.getvalue()


def warm(pictures: Iterable[Picture] = FIRST) -> None:
    """Have their pieces drawn and kept. Takes up to a quarter of a second each, but only once."""
    for picture in pictures:
        if picture not in _warmed:
            picture.draw()
            _warmed.add(picture)


@cache
def _palettes() -> dict[str, bytes]:
    kept = tomllib.loads(PALETTES.read_text(encoding="utf-8"))
    return {game: bytes.fromhex(colours) for game, colours in kept.items()}


@cache
def _palette(felt: Felt) -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palettes()[felt.game])
    return palette


@cache
def _corners() -> list[tuple[Image.Image, Image.Image, tuple[int, int]]]:
    """The palette's transparent entries where a corner fades, in which places, and where it is."""
    pen = Pen(WIDTH, HEIGHT)
    pen.box(0, 0, WIDTH, HEIGHT, CORNER, WHITE)
    whole, found = pen.done().mask, []
    for x, y in ((x, y) for x in (0, WIDTH - CORNER) for y in (0, HEIGHT - CORNER)):
        alpha = whole.crop((x, y, x + CORNER, y + CORNER))
        patch = alpha.point(lambda a: COLOURS + round(a / 255 * (_ALPHAS - 1)))
        patch.putpalette([0] * 768)
        found.append((patch, alpha.point(lambda a: 0 if a == 255 else 255), (x, y)))
    return found
