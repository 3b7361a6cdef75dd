"""Films as GIF, played once, in their felt's palette.

Each frame holds the changed rectangle alone, with its unchanged pixels clear. Pillow's own writer
chooses a palette a frame and writes a loop, so only its LZW encoder is used here.
"""

import struct
from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

from .film import Film, Frame, paced
from .mapped import own_colours, stored_palette
from .png import corner_mask

Indices = NDArray[np.uint8]  # [y, x]: entries of the palette
_CLEAR = 255
_HEADER = struct.Struct("<6sHHBBB")
_CONTROL = struct.Struct("<BBBBHBB")
_BOX = struct.Struct("<BHHHHBB")


def gif(film: Film) -> bytes:
    """Return a GIF that plays once. Takes 50 to 110 ms, so not for the event loop."""
    frames = film.frames()
    first = next(frames)
    width, height = first.canvas.image.size
    # Without a stored palette, the last frame has the most colours.
    colours = stored_palette(film.felt) or own_colours(film.still.draw().image)
    images = list(_images(chain([first], frames), colours, width, height))
    times = paced([milliseconds for milliseconds, _ in images])
    parts = [
        _HEADER.pack(b"GIF89a", width, height, 0xF7, _CLEAR, 0),
        bytes(colours.getpalette() or []).ljust(3 * 256, b"\0"),
    ]
    for milliseconds, (_, image) in zip(times, images, strict=True):
        # Keep what stands (1 << 2), with a clear colour (1).
        parts += [_CONTROL.pack(0x21, 0xF9, 4, 1 << 2 | 1, milliseconds // 10, _CLEAR, 0), image]
    return b"".join([*parts, b";"])


def _images(
    frames: Iterable[Frame], colours: Image.Image, width: int, height: int
) -> Iterator[tuple[int, bytes]]:
    """Yield the milliseconds of each frame, and what changes in it as an image block."""
    cut = np.asarray(corner_mask(height)) < 128
    shown: Indices = np.full((height, width), _CLEAR, np.uint8)
    before: Image.Image | None = None
    for canvas, milliseconds in frames:
        image = canvas.image
        box = _changed(before, image)
        part = image.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
        left, top, right, bottom = box
        new: Indices = np.where(cut[top:bottom, left:right], _CLEAR, np.asarray(part)).astype("u1")
        drawn = _changes(new, shown[top:bottom, left:right])
        shown[top:bottom, left:right] = new
        place = _BOX.pack(0x2C, left, top, right - left, bottom - top, 0, 8)
        yield milliseconds, place + Image.fromarray(drawn, "P").tobytes("gif", "P") + b"\0"
        before = image


def _changes(new: Indices, old: Indices) -> Indices:
    """Return the new pixels, clear where a whole run of one colour stays as it is.

    A run with a changed pixel is drawn whole: cut into pieces it would take up to 13 % more bytes.
    """
    flat, changed = new.ravel(), (new != old).ravel()
    begins = np.flatnonzero(np.diff(flat, prepend=flat[0] ^ 1))
    lengths = np.diff(begins, append=flat.size)
    drawn = np.repeat(np.logical_or.reduceat(changed, begins), lengths)
    return np.where(drawn, flat, _CLEAR).reshape(new.shape).astype(np.uint8)


def _changed(before: Image.Image | None, image: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of the pixels that differ, of at least one pixel."""
    if before is None:
        return 0, 0, *image.size
    return ImageChops.difference(before, image).getbbox() or (0, 0, 1, 1)
