"""Films as GIF, played once, in their theme's palette.

Each frame holds the changed rectangle alone, with its unchanged pixels clear. Pillow's own writer
chooses a palette a frame and writes a loop, so only its LZW encoder is used here.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from .canvas import Box, Canvas
from .film import Film, paced
from .mapped import (
    Strokes,
    around,
    differing,
    entries,
    keyed,
    mapped,
    own_colours,
    steps,
    stored_palette,
)
from .png import corner_mask

Indices = NDArray[np.uint8]  # [y, x]: entries of the palette
_CLEAR = 255
_STEPS = 200
"""Number of kept steps, of some 70 kB each."""


class Step(NamedTuple):
    """The way to a frame: its image block, and all pixels of the boxes that changed.

    alive: the palette and the strokes by whose identity it is kept.
    """

    block: bytes
    new: Sequence[tuple[Box, Indices]]
    alive: object = None


def gif(film: Film) -> bytes:
    """Return a GIF that plays once. Takes 5 to 30 ms, so not for the event loop."""
    # Without a stored palette, the last frame has the most colours.
    colours = stored_palette(film.theme) or own_colours(film.still.draw().image)
    frames = film.frames()
    first = next(frames)
    images = list(_images(first, frames, colours))
    times = paced([milliseconds for milliseconds, _ in images])
    parts = [
        struct.pack("<6sHHBBB", b"GIF89a", *first[1].size, 0xF7, _CLEAR, 0),
        bytes(colours.getpalette() or []).ljust(3 * 256, b"\0"),
    ]
    for milliseconds, (_, image) in zip(times, images, strict=True):
        # Keep what stands (1 << 2), with a clear colour (1).
        control = 0x21, 0xF9, 4, 1 << 2 | 1, milliseconds // 10, _CLEAR, 0
        parts += [struct.pack("<BBBBHBB", *control), image]
    return b"".join([*parts, b";"])


def _images(
    first: tuple[int, Canvas], others: Iterable[tuple[int, Canvas]], colours: Image.Image
) -> Iterator[tuple[int, bytes]]:
    """Yield the milliseconds of each frame, and what changes in it as an image block."""
    milliseconds, canvas = first
    # Its first column is empty.
    shown: Indices = np.asarray(mapped(canvas, colours))[:, 1:]
    shown = np.maximum(shown, _corners(canvas.size[1]))
    before = keyed(canvas.strokes)
    yield milliseconds, _block((0, 0, *canvas.size), shown)
    for milliseconds, canvas in others:
        strokes = keyed(canvas.strokes)
        step = _step(canvas, strokes, before, shown, colours)
        for box, new in step.new:
            shown[_at(box)] = new
        before = strokes
        yield milliseconds, step.block


def _step(
    canvas: Canvas, strokes: Strokes, before: Strokes, shown: Indices, colours: Image.Image
) -> Step:
    """Return the step to a canvas. Films of a kind have many in common, so the latest are kept."""
    boxes, kept = differing(canvas, strokes, before), steps()
    near = [_reaching(some, box) for box in boxes for some in (before, strokes)]
    key = id(colours), canvas.size, *boxes, *map(tuple, near)
    step = kept.pop(key, None) or _drawn(canvas, boxes, shown, colours)
    kept[key] = step._replace(alive=(colours, near))
    if len(kept) > _STEPS:
        kept.popitem(last=False)
    return step


def _reaching(strokes: Strokes, box: Box) -> Strokes:
    """Return the strokes that reach into a box."""
    left, top, right, bottom = box
    return {
        key: stroke
        for key, stroke in strokes.items()
        for x, y, end, foot in (stroke.box,)
        if x < right and end > left and y < bottom and foot > top
    }


def _drawn(canvas: Canvas, boxes: Iterable[Box], shown: Indices, colours: Image.Image) -> Step:
    """Draw these boxes of a canvas, and return the step to it from what is shown."""
    new, seen = list[tuple[Box, Indices]](), list[Indices]()
    for x, y, end, foot in boxes:
        at = _at((x, y, end, foot))
        drawn = np.asarray(entries(canvas, (x, y, end, foot), colours))
        drawn = np.maximum(drawn, _corners(canvas.size[1])[at])
        changed = drawn != shown[at]
        if (within := Image.fromarray(changed.view(np.uint8)).getbbox()) is not None:
            left, top, right, bottom = within
            new.append(((x + left, y + top, x + right, y + bottom), drawn[_at(within)].copy()))
            seen.append(_changes(drawn[_at(within)], changed[_at(within)]))
    whole = reduce(around, (box for box, _ in new)) if new else (0, 0, 1, 1)
    block = np.full((whole[3] - whole[1], whole[2] - whole[0]), _CLEAR, np.uint8)
    for ((x, y, end, foot), _), changes in zip(new, seen, strict=True):
        part = block[y - whole[1] : foot - whole[1], x - whole[0] : end - whole[0]]
        # A pixel of two boxes may change in one and be clear in the other.
        np.minimum(part, changes, out=part)
    return Step(_block(whole, block), new)


def _block(box: Box, drawn: Indices) -> bytes:
    """Return an image block for a box of the frame."""
    left, top, right, bottom = box
    place = struct.pack("<BHHHHBB", 0x2C, left, top, right - left, bottom - top, 0, 8)
    return place + Image.fromarray(drawn, "P").tobytes("gif", "P") + b"\0"


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
    lengths = np.append(begins[1:], flat.size) - begins
    stays = ~np.logical_or.reduceat(changed.ravel(), begins)
    # The clear entry has all bits, so it covers any other one.
    veil = np.repeat(stays * np.uint8(_CLEAR), lengths)
    return (flat | veil).reshape(new.shape)
