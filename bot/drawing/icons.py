"""Icons by pen, each around a point and so wide: bulls, suits, stars, crowns, ghosts.

Most are strokes in `icons.toml`. Those that follow a curve are computed.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from .colours import CLEAR, GOLD, INK, WHITE, Colour, colour
from .pen import Pen, Point, Sprite
from .strokes import draw, strokes

_STROKES = strokes("icons.toml")
SUN_EDGE, MOON_DARK = colour("#C98A00"), colour("#10182F")


@lru_cache(maxsize=256)
def icon(draw: Callable[..., None], size: int, *inks: object, share: float = 1) -> Sprite:
    """Return such a drawing as a piece. `share`: the part of its size that it fills."""
    pen = Pen(size, size, 4)
    draw(pen, size / 2, size / 2, size * share, *inks)
    return pen.done()


def _stored(name: str, usual: Colour = WHITE, beside: Colour = INK) -> Callable[..., None]:
    """Return the way to draw an icon of the file, with its usual colours."""

    def drawn(
        pen: Pen, x: float, y: float, size: float, fill: Colour = usual, second: Colour = beside
    ) -> None:
        part = pen.scaled(x - size / 2, y - size / 2, size / 100)
        draw(_STROKES[name], part, fill, second)

    return drawn


crown, palm, sun, moon = (_stored(name, GOLD) for name in ("crown", "palm", "sun", "moon"))
cross, plus, tick = (_stored(name) for name in ("cross", "plus", "tick"))
ring = _stored("ring", CLEAR)
"""A swimming ring, with the colour inside."""


def bull(pen: Pen, x: float, y: float, size: float, fill: Colour, ground: Colour = CLEAR) -> None:
    """Draw a bull's head. Eyes and muzzle show the ground."""
    # Its horns are cut out of a disc.
    part = Pen(size, size, scale=pen.scale)
    _stored("bull")(part, size / 2, size / 2, size, fill, ground)
    pen.alone(part, x - size / 2, y - size / 2)


def _heart(x: float, y: float, size: float) -> list[Point]:
    k = size / 33
    points = []
    for step in range(90):
        a = math.tau * step / 90
        up = 13 * math.cos(a) - 5 * math.cos(2 * a) - 2 * math.cos(3 * a) - math.cos(4 * a)
        points.append((x + 16 * math.sin(a) ** 3 * k, y - (up + 2.5) * k))
    return points


def heart(pen: Pen, x: float, y: float, size: float, fill: Colour) -> None:
    """A heart."""
    pen.shape(_heart(x, y, size), fill)


def suit(pen: Pen, x: float, y: float, size: float, sign: str, fill: Colour) -> None:
    """C, S, H or D: clubs, spades, hearts, diamonds."""
    if sign == "H":
        heart(pen, x, y, size, fill)
    elif sign == "S":
        pen.shape([(px, 2 * y - py - size * 0.09) for px, py in _heart(x, y, size * 0.98)], fill)
    else:
        _stored({"C": "club", "D": "diamond"}[sign])(pen, x, y, size, fill)
    if sign in "CS":
        _stored("stem")(pen, x, y, size, fill)


def star(pen: Pen, x: float, y: float, size: float, fill: Colour, rays: int = 5) -> None:
    """Draw a star on two of its rays. With four rays it is as narrow as a glint."""
    inner = 0.21 if rays > 4 else 0.13
    points = []
    for n in range(2 * rays):
        radius = size * (0.52 if n % 2 == 0 else inner)
        angle = math.tau * n / (2 * rays) - math.pi / 2
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    pen.shape(points, fill)


def ghost(
    pen: Pen, x: float, y: float, size: float, fill: Colour, eyes: Colour = INK, mouth: str = "o"
) -> None:
    """A ghost so high: a round head, a torn hem, two eyes and a mouth (o, flat, teeth)."""
    for name in ("ghost", mouth):
        _stored(name)(pen, x, y, size, fill, eyes)


_SIGNS = {"do": ("feeler", "o"), "zof": ("feelers", "flat"), "rau": ("three_feelers", "teeth")}
"""The feelers and the mouth of each sign, as printed on the cards."""


def sign(pen: Pen, x: float, y: float, size: float, which: str, fill: Colour, eyes: Colour) -> None:
    """One of the three signs: a ghost with feelers, so high in all."""
    feelers, mouth = _SIGNS[which]
    _stored(feelers)(pen, x, y, size, fill)
    ghost(pen, x, y + size * 0.15, size * 0.7, fill, eyes, mouth)
