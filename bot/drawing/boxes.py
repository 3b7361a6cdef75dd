"""Boxes that size themselves by what is in them: rows, columns, grids, fans and badges.

A box is measured as it is made, from the inside outwards. Places follow from sizes alone, so a film
takes the places of moving pieces from the same boxes as a picture.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from . import words
from .canvas import Canvas, Stroke, Surface, inscribed, plated, put
from .colours import GOLD, INK, WHITE, Colour, Theme
from .pen import Point, Sprite

Draw = Callable[[float, float], Stroke]


class Box(NamedTuple):
    """A measured part of a picture.

    draw: draws it by its top left corner.
    inside: other boxes with their offsets, drawn after it.
    layer: 1 over all neighbours, like a ring or a tag, -1 under them, like a ground.
    key: its name in `places`.
    """

    w: float
    h: float
    draw: Draw | None = None
    inside: tuple[tuple[float, float, "Box"], ...] = ()
    layer: int = 0
    key: Hashable = None

    def on(self, ground: "Box", x: float = 0.5, y: float = 0.5) -> "Box":
        """Return it on another box, at a share (0–1) of the room beside and above it."""
        at = (ground.w - self.w) * x, (ground.h - self.h) * y, self
        if ground.layer:
            return Box(ground.w, ground.h, None, ((0, 0, ground), at))
        return ground._replace(inside=(*ground.inside, at))

    def within(self, w: float, h: float, x: float = 0.5, y: float = 0.5) -> "Box":
        """Return it in a place of that size, at a share (0–1) of the room around it."""
        return Box(w, h, None, (((w - self.w) * x, (h - self.h) * y, self),))

    def pad(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> "Box":
        """Return it with room around it. Less room than none moves it."""
        return Box(left + self.w + right, top + self.h + bottom, None, ((left, top, self),))

    def mark(
        self, badge: "Box", x: float = 0.5, y: float = 0.5, dx: float = 0, dy: float = 0
    ) -> "Box":
        """Return it with a badge around a point of it, over its neighbours.

        x, y: the point, in shares (0–1) of the box. dx, dy: pixels beside it.
        """
        at = self.w * x + dx - badge.w / 2, self.h * y + dy - badge.h / 2
        return Box(self.w, self.h, None, ((0, 0, self), (*at, badge.over())))

    def put(self, badge: "Box", x: float, y: float) -> "Box":
        """Return it with a badge around a point in pixels, over its neighbours."""
        return self.mark(badge, 0, 0, x, y)

    def ring(self, edge: Colour, radius: float, width: float = 5, *, glow: bool = True) -> "Box":
        """Return it in a ring. `radius`: its own."""
        w, h = self.w + 2 * width, self.h + 2 * width
        return self.mark(plate(w, h, round(radius) + 4, None, edge, width, glow=glow))

    def tag(self, text: str, most: float, size: int = 28, fill: Colour = GOLD) -> "Box":
        """Return it with its owner's tag over its lower edge."""
        shown = name(text, most - 10, INK, size)
        h = size + 8 if size > 26 else 30
        # Low letters need more room below than digits do.
        worn = pill(h, fill, shown.pad(bottom=2), w=max(46, min(most, shown.w + 24)))
        return self.mark(worn, y=1, dy=9)

    def below(self) -> "Box":
        """Return it under all others, so that their glows lie on it."""
        return self._replace(layer=-1)

    def over(self) -> "Box":
        """Return it over all others."""
        return self._replace(layer=1)

    def keyed(self, key: Hashable) -> "Box":
        """Return it with a name for its place."""
        return self._replace(key=key)

    def places(self, x: float = 0, y: float = 0) -> "Places":
        """Return the places of all boxes with a key, by it, if it lies at that place."""
        found: Places = {} if self.key is None else {self.key: Place(x, y, self.w, self.h)}
        for left, top, part in self.inside:
            found |= part.places(x + left, y + top)
        return found


_Layers = tuple[list[tuple[Draw, float, float]], ...]


class Place(NamedTuple):
    """The place of a box on a canvas."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> Point:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2


Places = dict[Hashable, Place]
"""Places of boxes by their keys."""


@lru_cache(maxsize=512)
def piece(sprite: Sprite) -> Box:
    """Return a piece. Its shadow or glow doesn't count."""
    w, h = sprite.mask.size
    out = 2 * sprite.out
    return Box(w - out, h - out, partial(put, sprite))


@lru_cache(maxsize=512)
def label(text: str, size: int, fill: Colour = WHITE, weight: words.Weight = "black") -> Box:
    """Return a text as high as its digits."""
    h = words.digit_height(size, weight)

    def draw(x: float, y: float) -> Stroke:
        return inscribed(x, y + h / 2, text, size, fill, weight)

    return Box(words.width(text, size, weight), h, draw)


@lru_cache(maxsize=512)
def name(text: str, most: float, fill: Colour = WHITE, size: int = 40) -> Box:
    """Return a name within a width, as high as at its preferred size."""
    shown = label(*words.fitted(text, words.sizes(size), round(most)), fill, "bold")
    return shown.within(shown.w, words.digit_height(size, "bold"))


@lru_cache(maxsize=128)
def plate(
    w: float,
    h: float,
    radius: int,
    fill: Colour | None,
    edge: Colour | None = None,
    width: float = 0,
    *,
    dashed: bool = False,
    glow: bool = False,
) -> Box:
    """Return a rectangle with round corners."""
    surface = Surface(radius, fill, edge, width, dashed, glow)
    return Box(w, h, partial(plated, round(w), round(h), surface))


def panel(theme: Theme, w: float, h: float, radius: int = 24, *, loud: bool = False) -> Box:
    """Return a panel under its neighbours. A loud one is lighter, and glows in a gold frame."""
    if loud:
        return plate(w, h, radius, theme.active, GOLD, 5, glow=True)
    return plate(w, h, radius, theme.panel).below()


def pill(h: float, fill: Colour, *boxes: Box, gap: float = 8, w: float | None = None) -> Box:
    """Return boxes side by side on a rectangle with half discs as its sides."""
    inside = row(*boxes, gap=gap)
    wide = round(inside.w + 0.5 * h) if w is None else w
    return inside.on(plate(wide, h, round(h) // 2, fill))


def row(*boxes: Box, gap: float = 0, y: float = 0.5, w: float | None = None) -> Box:
    """Return boxes side by side.

    y: the share (0–1) of the free height above each.
    w: the width of the whole. The gaps share what is free.
    """
    if w is not None and len(boxes) > 1:
        gap = (w - sum(box.w for box in boxes)) / (len(boxes) - 1)
    h = max((box.h for box in boxes), default=0)
    inside, left = [], 0.0
    for box in boxes:
        inside.append((left, (h - box.h) * y, box))
        left += box.w + gap
    return Box(max(0, left - gap) if w is None else w, h, None, tuple(inside))


def column(*boxes: Box, gap: float = 0, x: float = 0.5) -> Box:
    """Return boxes below each other. `x`: the share (0–1) of the free width beside each."""
    w = max((box.w for box in boxes), default=0)
    inside, top = [], 0.0
    for box in boxes:
        inside.append(((w - box.w) * x, top, box))
        top += box.h + gap
    return Box(w, max(0, top - gap), None, tuple(inside))


def grid(boxes: Iterable[Box], columns: int, gap: float = 0, x: float = 0) -> Box:
    """Return boxes in rows of that number. `x`: the share of the free width beside a row."""
    cells = list(boxes)
    lines = (cells[at : at + columns] for at in range(0, len(cells), columns))
    return column(*(row(*line, gap=gap) for line in lines), gap=gap, x=x)


def fan(boxes: Iterable[Box], gap: float, most: float) -> Box:
    """Return boxes side by side. They overlap where the width isn't enough."""
    laid = list(boxes)
    if len(laid) > 1:
        gap = min(gap, (most - sum(box.w for box in laid)) / (len(laid) - 1))
    return row(*laid, gap=gap)


def apart(
    middles: Sequence[float], widths: Sequence[float], begin: float, end: float, gap: float = 0
) -> list[float]:
    """Return the middles of up to two boxes, so that they neither overlap nor pass an end."""
    places = [min(max(x, begin + w / 2), end - w / 2) for x, w in zip(middles, widths, strict=True)]
    if len(places) < 2:
        return places
    first, last = sorted(range(2), key=middles.__getitem__)
    least = sum(widths) / 2 + gap
    near = max(0, least - places[last] + places[first]) / 2
    places[first] = max(begin + widths[first] / 2, places[first] - near)
    places[last] = min(end - widths[last] / 2, max(places[last] + near, places[first] + least))
    places[first] = min(places[first], places[last] - least)
    return places


def drawn(theme: Theme, box: Box) -> Canvas:
    """Return a new canvas as high as a box, with the box drawn layer by layer."""
    layers: _Layers = [], [], []
    canvas = Canvas(theme, round(box.h))
    _gather(box, 0, 0, layers, 0)
    for layer in layers:
        canvas.strokes += (_stroke(*each) for each in layer)
    return canvas


@lru_cache(maxsize=1024)
def _stroke(draw: Draw, x: float, y: float) -> Stroke:
    """Return what is drawn at a place. Most of it is in several frames of a film."""
    return draw(x, y)


def _gather(box: Box, x: float, y: float, layers: _Layers, at: int) -> None:
    """Sort what is to be drawn. What is in a box of a layer stays in it."""
    _, _, draw, inside, layer, _ = box
    at = at or layer
    if draw is not None:
        layers[at + 1].append((draw, x, y))
    for left, top, part in inside:
        _gather(part, x + left, y + top, layers, at)


def forget() -> None:
    """Drop all texts, because they contain people's names."""
    for kept in (label, name, _stroke):
        kept.cache_clear()
