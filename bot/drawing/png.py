"""Pictures as PNG, in their felt's palette, with transparent corners.

The palettes are files, so equal descriptions give equal bytes.

Pillow's own writer tries filters that a palette has no use for, and takes most of a drawing's time.
So the file is written here, compressed by ISA-L where it is installed, at a tenth of the time.
"""

import struct
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PIL import Image

from ..words.parts import folder
from .canvas import CORNER, HEIGHT, WIDTH
from .colours import SHINRISEN, WHITE, Felt
from .film import Film
from .pen import Pen
from .picture import Picture

try:
    from isal import isal_zlib as deflate
except ImportError:  # There is no wheel for every machine.
    deflate = zlib  # type: ignore[misc]

COLOURS = 240
"""Colours of a palette. The other 16 of a PNG are for the corners."""

_FILE = "palette.txt"
_ALPHAS = 16
_LEVEL = 1
_NUMBER = struct.Struct(">I")
_HEADER = struct.Struct(">IIBBBBB")
_OPAQUE = bytes([255] * COLOURS + [round(255 * n / (_ALPHAS - 1)) for n in range(_ALPHAS)])
"""Opacity of the palette's entries."""
# Examples whose pieces are drawn.
_warmed: set[Picture] = set()


def png(picture: Picture) -> bytes:
    """Return a PNG 880 wide. Takes a few milliseconds, so not for the event loop."""
    image = picture.draw().image
    colours = palette_for(picture.felt, image)
    mapped = image.quantize(palette=colours, dither=Image.Dither.NONE)
    # The fading colours come last: nothing inside may use them.
    mapped.putpalette([*(colours.getpalette() or []), *[*picture.felt.rim[:3]] * _ALPHAS])
    for patch, mask, place in _corners(image.height):
        mapped.paste(patch, place, mask)
    return _written(mapped)


def _written(mapped: Image.Image) -> bytes:
    """Return a picture of palette entries as a PNG, unfiltered."""
    width, height = mapped.size
    # A line begins with the number of its filter, 0.
    lines = Image.new("P", (width + 1, height))
    lines.paste(mapped, (1, 0))
    chunks = (
        (b"IHDR", _HEADER.pack(width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(mapped.getpalette() or ())),
        (b"tRNS", _OPAQUE),
        (b"IDAT", deflate.compress(lines.tobytes(), _LEVEL)),
        (b"IEND", b""),
    )
    parts = [b"\x89PNG\r\n\x1a\n"]
    for kind, data in chunks:
        parts += [_NUMBER.pack(len(data)), kind, data]
        parts.append(_NUMBER.pack(zlib.crc32(data, zlib.crc32(kind))))
    return b"".join(parts)


def warm(pictures: Iterable[Picture]) -> None:
    """Draw and cache the pieces of examples. Takes up to a quarter of a second each, once."""
    for picture in pictures:
        if picture not in _warmed:
            # A film has pieces of its own.
            list(picture.frames()) if isinstance(picture, Film) else picture.draw()
            _warmed.add(picture)


def palette_of(felt: Felt) -> Path | None:
    """Return the place of a felt's palette, as lines of RRGGBB, or None for a plain felt.

    A game's palette is in its own folder. The file may be missing.
    """
    if felt == SHINRISEN:
        return Path(__file__).with_name(_FILE)
    place = folder(felt.name)
    return None if place is None else place / _FILE


def palette_for(felt: Felt, image: Image.Image) -> Image.Image:
    """Return the felt's palette, or the image's own colours for a felt without one."""
    return stored_palette(felt) or own_colours(image)


def own_colours(image: Image.Image) -> Image.Image:
    """Return a palette of an image's own colours."""
    return image.quantize(COLOURS, Image.Quantize.MEDIANCUT)


@cache
def stored_palette(felt: Felt) -> Image.Image | None:
    """Return a felt's palette. Without one, a picture chooses its own colours."""
    path = palette_of(felt)
    if path is None or not path.is_file():
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes.fromhex(path.read_text(encoding="ascii")))
    return palette


@cache
def corner_mask(height: int = HEIGHT) -> Image.Image:
    """Return the opacity (0–255) of each pixel of a picture: clear outside the round corners."""
    pen = Pen(WIDTH, height)
    pen.box(0, 0, WIDTH, height, CORNER, WHITE)
    return pen.done().mask


@cache
def _corners(height: int) -> list[tuple[Image.Image, Image.Image, tuple[int, int]]]:
    """Return each corner as a patch of transparent entries, its mask and its place."""
    whole, found = corner_mask(height), []
    for x, y in ((x, y) for x in (0, WIDTH - CORNER) for y in (0, height - CORNER)):
        alpha = whole.crop((x, y, x + CORNER, y + CORNER))
        patch = alpha.point(lambda a: COLOURS + round(a / 255 * (_ALPHAS - 1)))
        patch.putpalette([0] * 768)
        found.append((patch, alpha.point(lambda a: 0 if a == 255 else 255), (x, y)))
    return found
