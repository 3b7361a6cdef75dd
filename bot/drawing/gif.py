"""Films as GIF, played once, in their theme's palette.

Each frame holds the changed rectangle alone, with its unchanged pixels clear. Pillow's own writer
chooses a palette a frame and writes a loop, so only its LZW encoder is used here.
"""

import struct
from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .film import Film, Frame, paced
from .mapped import Strokes, around, keyed, own_colours, redrawn, stored_palette
from .png import corner_mask

Indices = NDArray[np.uint8]  # [y, x]: entries of the palette
_CLEAR = 255
_HEADER = struct.Struct("<6sHHBBB")
_CONTROL = struct.Struct("<BBBBHBB")
_BOX = struct.Struct("<BHHHHBB")


def gif(film: Film) -> bytes:
    """Return a GIF that plays once. Takes 10 to 40 ms, so not for the event loop."""
    frames = film.frames()
    first = next(frames)
    width, height = first.canvas.size
    # Without a stored palette, the last frame has the most colours.
    colours = stored_palette(film.theme) or own_colours(film.still.draw().image)
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
    shown: Indices = np.full((height, width), _CLEAR, np.uint8)
    before: tuple[Strokes, Image.Image] | None = None
    for canvas, milliseconds in frames:
        strokes = keyed(canvas.strokes)
        lines, boxes = redrawn(canvas, colours, strokes, before)
        left, top, right, bottom = reduce(around, boxes or [(0, 0, 1, 1)])
        old = shown[top:bottom, left:right]
        # The first column of lines is empty.
        new = np.asarray(lines.crop((left + 1, top, right + 1, bottom)))
        new = np.maximum(new, _corners(height)[top:bottom, left:right])
        rows, columns = changed = _changed(new != old)
        # The first frame has no pixel of another one.
        drawn = _changes(new[changed], old[changed]) if before else new[changed]
        before = strokes, lines
        old[:] = new
        place = left + columns.start, top + rows.start, drawn.shape[1], drawn.shape[0]
        block = Image.fromarray(drawn, "P").tobytes("gif", "P")
        yield milliseconds, _BOX.pack(0x2C, *place, 0, 8) + block + b"\0"


@cache
def _corners(height: int) -> Indices:
    """Return the clear colour outside the round corners of a frame, and 0 inside."""
    return (np.asarray(corner_mask(height)) < 128) * np.uint8(_CLEAR)


def _changes(new: Indices, old: Indices) -> Indices:
    """Return the new pixels, clear where a whole run of one colour stays as it is.

    A run with a changed pixel is drawn whole: cut into pieces it would take up to 13 % more bytes.
    """
    flat, changed = new.ravel(), (new != old).ravel()
    begins = np.flatnonzero(np.append(True, flat[1:] != flat[:-1]))
    drawn = np.repeat(np.logical_or.reduceat(changed, begins), np.diff(begins, append=flat.size))
    return np.where(drawn, flat, np.uint8(_CLEAR)).reshape(new.shape)


def _changed(changed: NDArray[np.bool_]) -> tuple[slice, slice]:
    """Return the rows and columns with changed pixels, at least one of each."""
    spans = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
    rows, columns = (slice(at[0], at[-1] + 1) if at.size else slice(0, 1) for at in spans)
    return rows, columns
