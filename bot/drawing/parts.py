"""Large boxes cut into rectangles, because a mask makes pasting ten times as slow.

The inside of a box is opaque, or empty as in a ring. Only the sides around it need a mask.
"""

from typing import NamedTuple

from PIL import Image

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
Rgb = tuple[int, int, int]

_LEAST = 6_000
"""Pixels of a middle that is worth a rectangle of its own."""


class Part(NamedTuple):
    """An image or a colour within a box, as opaque as its mask says."""

    source: Image.Image | Rgb
    box: Box
    mask: Image.Image | None = None


def cut(rgb: Image.Image, mask: Image.Image) -> tuple[Part, ...]:
    """Return the parts of a piece. One with a small inside is a single part."""
    bounds = mask.getbbox()
    if bounds is None:
        return ()
    middle = _middle(mask, bounds)
    if middle is None:
        return (Part(rgb, (0, 0, *mask.size), mask),)
    left, top, right, bottom = bounds
    x, y, end, foot = middle
    above, below = (left, top, right, y), (left, foot, right, bottom)
    sides = (above, below, (left, y, x, foot), (end, y, right, foot))
    found = [_masked(rgb, mask, side) for side in sides if side[0] < side[2] and side[1] < side[3]]
    if mask.getpixel((x, y)):
        found.insert(0, _plain(rgb, middle))
    return tuple(found)


def _masked(rgb: Image.Image, mask: Image.Image, box: Box) -> Part:
    return Part(rgb.crop(box), box, mask.crop(box))


def _plain(rgb: Image.Image, box: Box) -> Part:
    part = rgb.crop(box)
    colours = part.getcolors(1)
    if colours is None:
        return Part(part, box)
    [(_, colour)] = colours
    assert isinstance(colour, tuple)
    return Part((colour[0], colour[1], colour[2]), box)


def _middle(mask: Image.Image, bounds: Box) -> Box | None:
    """Return a large rectangle around the middle that is opaque or clear all over."""
    left, top, right, bottom = bounds
    x, y = (left + right) // 2, (top + bottom) // 2
    value = mask.getpixel((x, y))
    if value not in (0, 255):
        return None
    same = mask.point([255 * (a == value) for a in range(256)])
    left, right = _run(same.crop((0, y, mask.width, y + 1)), x)
    top, bottom = _run(same.crop((x, 0, x + 1, mask.height)), y)
    found = []
    # A rectangle with round corners has its height beside them, a disc has neither.
    for share in (0.0, 0.15):
        inset = round((right - left) * share)
        begin, end = left + inset, right - inset
        if begin >= end:
            continue
        edges = [_run(same.crop((at, 0, at + 1, mask.height)), y) for at in (begin, end - 1)]
        high, low = max(edge[0] for edge in edges), min(edge[1] for edge in edges)
        box = begin, high, end, low
        if high < low and same.crop(box).getextrema() == (255, 255):
            found.append(((end - begin) * (low - high), box))
    area, middle = max(found, default=(0, bounds))
    return middle if area >= _LEAST else None


def _run(line: Image.Image, at: int) -> tuple[int, int]:
    """Return the first and the last place but one of the marked pixels around a place."""
    marks = line.tobytes()
    if not marks[at]:
        return at, at
    end = marks.find(0, at)
    return marks.rfind(0, 0, at) + 1, len(marks) if end < 0 else end
