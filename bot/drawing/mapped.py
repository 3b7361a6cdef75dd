"""Canvases as entries of a palette. Only what differs from a kept one is drawn and mapped.

Most pictures show a card, a name or a number more than another one before, on the same ground.
Outside the boxes of the other strokes, each pixel is the same. The palettes of themes are files, so
equal descriptions give equal bytes.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from ..words.parts import folder
from . import boxes, words
from .canvas import Box, Canvas, Stroke
from .colours import SHINRISEN, Theme

_MOST = 40
"""Number of kept pictures, of half a megabyte each."""
_ALIKE = 0.25
"""A picture takes the place of another one if they differ in less than this share."""
_NEAR = 4000
"""Boxes are drawn together if that adds at most this number of pixels."""

Strokes = Mapping[tuple[object, ...], Stroke]
"""Strokes in their order, by their keys."""


class Mapped(NamedTuple):
    """A picture in its palette. The first column is empty: a PNG has filters there."""

    theme: Theme
    strokes: Strokes
    marks: frozenset[int]
    lines: Image.Image


@lru_cache(maxsize=1)
def _kept() -> deque[Mapped]:
    """Return the latest pictures. Where memory is short, they are dropped like other caches."""
    return deque(maxlen=_MOST)


@lru_cache(maxsize=1)
def steps() -> OrderedDict[Hashable, Any]:
    """Return the latest steps of films. They are dropped like pictures."""
    return OrderedDict()


_lock = threading.Lock()


def forget() -> None:
    """Drop all texts and pictures, because they contain people's names."""
    words.forget()
    boxes.forget()
    _kept.cache_clear()
    steps.cache_clear()


def mapped(canvas: Canvas, colours: Image.Image | None = None) -> Image.Image:
    """Return a canvas in its palette, behind an empty column. It is kept, so don't change it.

    colours: a palette for a theme that has none stored. Its own colours are the usual ones.
    """
    stored = stored_palette(canvas.theme)
    if stored is not None:
        with _lock:
            return _kept_too(canvas, stored)
    colours = colours or own_colours(canvas.image)
    lines = _blank(canvas.size, colours)
    lines.paste(entries(canvas, (0, 0, *canvas.size), colours), (1, 0))
    return lines


def _kept_too(canvas: Canvas, colours: Image.Image) -> Image.Image:
    """Return a canvas in its palette, from the nearest kept picture. Keep it, too."""
    strokes = keyed(canvas.strokes)
    marks = frozenset(map(hash, strokes))
    base = _nearest(canvas, marks)
    lines = _blank(canvas.size, colours) if base is None else base.lines.copy()
    boxes = differing(canvas, strokes, base and base.strokes)
    for box in boxes:
        lines.paste(entries(canvas, box, colours), (box[0] + 1, box[1]))
    if base and sum(map(_area, boxes)) < _ALIKE * lines.width * lines.height:
        # A table replaces its last picture. Other tables keep theirs.
        del _kept()[next(at for at, one in enumerate(_kept()) if one is base)]
    _kept().append(Mapped(canvas.theme, strokes, marks, lines))
    return lines


def differing(canvas: Canvas, strokes: Strokes, before: Strokes | None) -> list[Box]:
    """Return the boxes where a canvas may differ from other strokes: all of it, if these forbid
    a comparison.
    """
    if before is not None:
        gone, stayed = _parted(before, strokes)
        new, there = _parted(strokes, before)
        if stayed == there:
            boxes = (part for stroke in gone + new for part in stroke.places())
            return joined(boxes, canvas.size)
    return [(0, 0, *canvas.size)]


def _parted(one: Strokes, other: Strokes) -> tuple[list[Stroke], list[tuple[object, ...]]]:
    """Return the strokes that only one of two drawings has, and the keys of its others."""
    alone, both = list[Stroke](), list[tuple[object, ...]]()
    for key, stroke in one.items():
        if key in other:
            both.append(key)
        else:
            alone.append(stroke)
    return alone, both


def entries(canvas: Canvas, box: Box, colours: Image.Image) -> Image.Image:
    """Return a part of a canvas as entries of a palette."""
    return canvas.part(box).quantize(palette=colours, dither=Image.Dither.NONE)


def _nearest(canvas: Canvas, marks: frozenset[int]) -> Mapped | None:
    """Return the kept picture on that theme that differs in the fewest strokes."""
    alike = (
        one for one in _kept() if one.theme is canvas.theme and one.lines.height == canvas.size[1]
    )
    return min(alike, key=lambda one: len(one.marks ^ marks), default=None)


def _blank(size: tuple[int, int], colours: Image.Image) -> Image.Image:
    """Return an empty picture in a palette."""
    lines = Image.new("P", (size[0] + 1, size[1]))
    lines.putpalette(colours.getpalette() or [])
    return lines


def keyed(strokes: Iterable[Stroke]) -> Strokes:
    """Return strokes by their keys. A piece drawn twice at one place counts twice."""
    found: dict[tuple[object, ...], Stroke] = {}
    for stroke in strokes:
        key = stroke.key
        while key in found:
            key = (*key, "again")
        found[key] = stroke
    return found


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def joined(boxes: Iterable[Box], size: tuple[int, int]) -> list[Box]:
    """Return boxes within a size that cover the given ones.

    Each box has its own cost, so neighbouring ones are joined where that adds little.
    """
    found: list[Box] = []
    for left, top, right, bottom in boxes:
        box = max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)
        if box[0] < box[2] and box[1] < box[3]:
            while near := next((one for one in found if _added(one, box) <= _NEAR), None):
                found.remove(near)
                box = around(near, box)
            found.append(box)
    return found


def _added(one: Box, other: Box) -> int:
    """Return the pixels that only the box around two boxes has. An overlap counts as fewer."""
    # Written out, because a film compares thousands of boxes.
    (x, y, end, foot), (left, top, right, bottom) = one, other
    wide = (end if end > right else right) - (x if x < left else left)
    high = (foot if foot > bottom else bottom) - (y if y < top else top)
    return wide * high - (end - x) * (foot - y) - (right - left) * (bottom - top)


def around(one: Box, other: Box) -> Box:
    """Return the box around two boxes."""
    (x, y, end, foot), (left, top, right, bottom) = one, other
    return min(x, left), min(y, top), max(end, right), max(foot, bottom)


COLOURS = 240
"""Colours of a palette. The other 16 of a PNG are for the corners."""

_FILE = "palette.txt"


def palette_of(theme: Theme) -> Path | None:
    """Return the place of a theme's palette, as lines of RRGGBB, or None for a plain theme.

    A game's palette is in its own folder. The file may be missing.
    """
    if theme == SHINRISEN:
        return Path(__file__).with_name(_FILE)
    place = folder(theme.name)
    return None if place is None else place / _FILE


@cache
def stored_palette(theme: Theme) -> Image.Image | None:
    """Return a theme's palette. Without one, a picture chooses its own colours."""
    path = palette_of(theme)
    if path is None or not path.is_file():
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes.fromhex(path.read_text(encoding="ascii")))
    return palette


def own_colours(image: Image.Image) -> Image.Image:
    """Return a palette of an image's own colours."""
    return image.quantize(COLOURS, Image.Quantize.MEDIANCUT)
