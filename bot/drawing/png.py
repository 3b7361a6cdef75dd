"""Pictures as PNG: in their game's palette, with corners that let the theme through.

The palette is made once, from the example positions. So one description has always the same bytes.
"""

import hashlib
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from PIL import Image

from .canvas import CORNER, HEIGHT, WIDTH
from .colours import WHITE, Felt
from .pen import Pen
from .picture import Picture
from .samples import SAMPLES

_COLOURS = 240
_ALPHAS = 16
_LEVEL = 3
# The commonest colours stand in the palette as they are.
_FLATS, _APART = 72, 14
# A colour seen more often than this is no more important.
_ENOUGH = 48


FELTS = tuple(dict.fromkeys(picture.felt for picture in SAMPLES.values()))
"""One a game."""


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
    opaque = bytes([255] * _COLOURS + [round(255 * n / (_ALPHAS - 1)) for n in range(_ALPHAS)])
    mapped.save(out, "PNG", compress_level=_LEVEL, transparency=opaque)
    return out.getvalue()


def warm(felts: Sequence[Felt] = FELTS) -> None:
    """Make the palettes of these felts, and with them most pieces. Takes a second or two each."""
    for felt in felts:
        _palette(felt)


@cache
def _palette(felt: Felt) -> Image.Image:
    """The flat colours themselves, and what edges and pieces need beside them."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for picture in SAMPLES.values():
        if picture.felt is felt:
            image = picture.draw().image
            for count, rgb in image.getcolors(WIDTH * HEIGHT) or ():
                if isinstance(rgb, tuple):
                    seen[rgb[0], rgb[1], rgb[2]] += count
    flats: list[tuple[int, int, int]] = []
    for rgb, _ in sorted(seen.items(), key=lambda found: (-found[1], found[0])):
        if len(flats) < _FLATS and all(_apart(rgb, flat) >= _APART for flat in flats):
            flats.append(rgb)
    # Else felts would have all the palette.
    pixels = [rgb for rgb, count in sorted(seen.items()) for _ in range(min(count, _ENOUGH))]
    sheet = Image.new("RGB", (len(pixels), 1))
    sheet.putdata(pixels)
    rest = sheet.quantize(_COLOURS - len(flats), Image.Quantize.MEDIANCUT).getpalette() or []
    values = [part for flat in flats for part in flat] + rest
    values = (values + [0] * (3 * _COLOURS))[: 3 * _COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette(values)
    return palette


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


@cache
def _corners() -> list[tuple[Image.Image, Image.Image, tuple[int, int]]]:
    """The palette's transparent entries where a corner fades, in which places, and where it is."""
    pen = Pen(WIDTH, HEIGHT)
    pen.box(0, 0, WIDTH, HEIGHT, CORNER, WHITE)
    whole, found = pen.done().mask, []
    for x, y in ((x, y) for x in (0, WIDTH - CORNER) for y in (0, HEIGHT - CORNER)):
        alpha = whole.crop((x, y, x + CORNER, y + CORNER))
        patch = alpha.point(lambda a: _COLOURS + round(a / 255 * (_ALPHAS - 1)))
        patch.putpalette([0] * 768)
        found.append((patch, alpha.point(lambda a: 0 if a == 255 else 255), (x, y)))
    return found
