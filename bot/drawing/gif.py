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

from .canvas import Box
from .film import Film, Frame, paced
from .mapped import Strokes, around, differing, entries, keyed, own_colours, stored_palette
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
    changed, corners = np.zeros(shown.shape, np.bool_), _corners(height)
    before: Strokes | None = None
    for canvas, milliseconds in frames:
        strokes = keyed(canvas.strokes)
        boxes = differing(canvas, strokes, before)
        for box in boxes:
            at = _at(box)
            new = np.maximum(np.asarray(entries(canvas, box, colours)), corners[at])
            changed[at] |= new != shown[at]
            shown[at] = new
        within = reduce(around, boxes or [(0, 0, 1, 1)])
        left, top, right, bottom = _changed(changed, within)
        at = _at((left, top, right, bottom))
        # The first frame has no pixel of another one.
        drawn = shown[at] if before is None else _changes(shown[at], changed[at])
        changed[_at(within)] = False
        before = strokes
        place = _BOX.pack(0x2C, left, top, right - left, bottom - top, 0, 8)
        block = Image.fromarray(drawn, "P").tobytes("gif", "P")
        yield milliseconds, place + block + b"\0"


def _at(box: Box) -> tuple[slice, slice]:
    """Return the rows and columns of a box."""
    left, top, right, bottom = box
    return slice(top, bottom), slice(left, right)


@cache
def _corners(height: int) -> Indices:
    """Return the clear colour outside the round corners of a frame, and 0 inside."""
    return (np.asarray(corner_mask(height)) < 128) * np.uint8(_CLEAR)


def _changes(new: Indices, changed: NDArray[np.bool_]) -> Indices:
    """Return the new pixels, clear where a whole run of one colour stays as it is.

    A run with a changed pixel is drawn whole: cut into pieces it would take up to 13 % more bytes.
    """
    flat = new.ravel()
    begins = np.flatnonzero(np.append(True, flat[1:] != flat[:-1]))
    stays = ~np.logical_or.reduceat(changed.ravel(), begins)
    # The clear entry has all bits, so it covers any other one.
    veil = np.repeat(stays * np.uint8(_CLEAR), np.diff(begins, append=flat.size))
    return (flat | veil).reshape(new.shape)


def _changed(changed: NDArray[np.bool_], within: Box) -> Box:
    """Return the box of the changed pixels within another one, of at least one pixel."""
    spans = (np.flatnonzero(changed[_at(within)].any(axis=axis)) for axis in (1, 0))
    rows, columns = ((at[0], at[-1] + 1) if at.size else (0, 1) for at in spans)
    left, top = within[:2]
    return left + columns[0], top + rows[0], left + columns[1], top + rows[1]
