"""Films as GIF, played once, in their felt's palette.

Each frame holds the changed rectangle alone, with its unchanged pixels clear. Pillow's own writer
chooses a palette a frame and writes a loop, so only its LZW encoder is used here.
"""

import struct
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

from .canvas import HEIGHT, WIDTH
from .film import Film
from .png import corner_mask, palette_for

Indices = NDArray[np.uint8]  # [y, x]: entries of the palette
_CLEAR = 255
_HEADER = struct.Struct("<6sHHBBB")
_CONTROL = struct.Struct("<BBBBHBB")
_BOX = struct.Struct("<BHHHHBB")


def gif(film: Film) -> bytes:
    """Return a GIF of 880 × 560 that plays once. Takes 50 to 110 ms, so not for the event loop."""
    return b"".join(_parts(film))


def _parts(film: Film) -> Iterator[bytes]:
    colours: Image.Image | None = None
    cut = np.asarray(corner_mask()) < 128
    shown: Indices = np.full((HEIGHT, WIDTH), _CLEAR, np.uint8)
    before: Image.Image | None = None
    for canvas, milliseconds in film.frames():
        image = canvas.image
        if colours is None:
            colours = palette_for(film.felt, image)
            yield _HEADER.pack(b"GIF89a", WIDTH, HEIGHT, 0xF7, _CLEAR, 0)
            yield bytes(colours.getpalette() or []).ljust(3 * 256, b"\0")
        box = _changed(before, image)
        part = image.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
        left, top, right, bottom = box
        new = np.asarray(part)
        old = shown[top:bottom, left:right]
        drawn = np.where((new == old) | cut[top:bottom, left:right], _CLEAR, new).astype(np.uint8)
        shown[top:bottom, left:right] = np.where(cut[top:bottom, left:right], _CLEAR, new)
        # Keep what stands (1 << 2), with a clear colour (1).
        yield _CONTROL.pack(0x21, 0xF9, 4, 1 << 2 | 1, round(milliseconds / 10), _CLEAR, 0)
        yield _BOX.pack(0x2C, left, top, right - left, bottom - top, 0, 8)
        yield Image.fromarray(drawn, "P").tobytes("gif", "P") + b"\0"
        before = image
    yield b";"


def _changed(before: Image.Image | None, image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of the pixels that differ, of at least one pixel."""
    if before is None:
        return 0, 0, WIDTH, HEIGHT
    return ImageChops.difference(before, image).getbbox() or (0, 0, 1, 1)
