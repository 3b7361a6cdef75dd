"""Pictures as PNG, in their theme's palette, with transparent corners.

Pillow's own writer tries filters that a palette has no use for, and takes most of a drawing's time.
So the file is written here, compressed by ISA-L where it is installed, at a tenth of the time.
"""

import struct
import zlib
from collections.abc import Iterable
from functools import cache

from PIL import Image

from .canvas import CORNER, HEIGHT, WIDTH
from .colours import WHITE
from .film import Film
from .mapped import COLOURS, mapped
from .pen import Pen
from .picture import Picture

try:
    from isal import isal_zlib as deflate
except ImportError:  # There is no wheel for every machine.
    deflate = zlib  # type: ignore[misc]

_ALPHAS = 16
_OPAQUE = bytes([255] * COLOURS + [round(255 * n / (_ALPHAS - 1)) for n in range(_ALPHAS)])
"""Opacity of the palette's entries."""
# Examples whose pieces are drawn.
_warmed: set[Picture] = set()


def png(picture: Picture) -> bytes:
    """Return a PNG 880 wide. Takes a few milliseconds, so not for the event loop."""
    lines = mapped(picture.draw()).copy()
    width, height = lines.width - 1, lines.height
    for patch, mask, (x, y) in _corners(height):
        lines.paste(patch, (x + 1, y), mask)
    # The fading colours come last: nothing inside uses them.
    palette = bytes([*(lines.getpalette() or ())[: 3 * COLOURS], *picture.theme.rim[:3] * _ALPHAS])
    # A line begins with the number of its filter, 0.
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"tRNS", _OPAQUE),
        (b"IDAT", deflate.compress(lines.tobytes(), 1)),
        (b"IEND", b""),
    )
    parts = [b"\x89PNG\r\n\x1a\n"]
    for kind, data in chunks:
        check = zlib.crc32(data, zlib.crc32(kind))
        parts += [len(data).to_bytes(4), kind, data, check.to_bytes(4)]
    return b"".join(parts)


def warm(pictures: Iterable[Picture]) -> None:
    """Draw and cache the pieces of examples. Takes up to a quarter of a second each, once."""
    for picture in pictures:
        if picture not in _warmed:
            # A film has pieces of its own.
            list(picture.frames()) if isinstance(picture, Film) else png(picture)
            _warmed.add(picture)


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
