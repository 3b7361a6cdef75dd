"""Small drawings by pen, each around a point and so wide: bulls, suits, stars, crowns, ghosts."""

import math
from collections.abc import Callable
from functools import lru_cache

from .colours import CLEAR, CORAL, GOLD, INK, WHITE, Colour, colour
from .pen import Pen, Point, Sprite


@lru_cache(maxsize=256)
def icon(draw: Callable[..., None], size: int, *inks: object, share: float = 1) -> Sprite:
    """Return such a drawing as a piece. `share`: the part of its size that it fills."""
    pen = Pen(size, size, 4)
    draw(pen, size / 2, size / 2, size * share, *inks)
    return pen.done()


def bull(pen: Pen, x: float, y: float, size: float, fill: Colour, ground: Colour = CLEAR) -> None:
    """Draw a bull's head. Eyes and muzzle show the ground."""
    part = Pen(size, size, scale=pen.scale)
    k = size / 100

    def at(px: float, py: float) -> Point:
        return px * k, py * k

    part.circle(*at(50, 3), 46 * k, fill)
    part.circle(*at(50, -4), 40 * k, CLEAR)
    part.box(0, 0, size, 3 * k, 0, CLEAR)
    for side in (-1, 1):
        ear = [
            (50 + side * px, py) for px, py in ((20, 40), (46, 45), (41, 56), (34, 60), (18, 58))
        ]
        part.shape([at(*point) for point in ear], fill)
    part.oval(*at(50, 47), 50 * k, 30 * k, fill)
    part.shape([at(25, 47), at(75, 47), at(66, 80), at(34, 80)], fill)
    part.oval(*at(50, 81), 46 * k, 37 * k, fill)
    for side in (-1, 1):
        part.circle(*at(50 + side * 13, 54), 5 * k, ground)
    part.oval(*at(50, 82), 33 * k, 22 * k, ground)
    for side in (-1, 1):
        part.oval(*at(50 + side * 7.5, 82), 8.5 * k, 11 * k, fill)
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
    elif sign == "D":
        wide, high = size * 0.39, size * 0.52
        pen.shape([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)], fill)
    elif sign == "S":
        pen.shape([(px, 2 * y - py - size * 0.09) for px, py in _heart(x, y, size * 0.98)], fill)
        _stem(pen, x, y, size, fill)
    else:
        part = size * 0.245
        pen.circle(x, y - size * 0.27, part, fill)
        pen.circle(x - size * 0.255, y + size * 0.1, part, fill)
        pen.circle(x + size * 0.255, y + size * 0.1, part, fill)
        pen.circle(x, y, size * 0.14, fill)
        _stem(pen, x, y, size, fill)


def _stem(pen: Pen, x: float, y: float, size: float, fill: Colour) -> None:
    top, foot, half = y + size * 0.05, y + size * 0.5, size * 0.17
    pen.shape(
        [(x - size * 0.05, top), (x + size * 0.05, top), (x + half, foot), (x - half, foot)], fill
    )


def star(pen: Pen, x: float, y: float, size: float, fill: Colour, rays: int = 5) -> None:
    """Draw a star on two of its rays. With four rays it is as narrow as a glint."""
    inner = 0.21 if rays > 4 else 0.13
    points = []
    for n in range(2 * rays):
        radius = size * (0.52 if n % 2 == 0 else inner)
        angle = math.tau * n / (2 * rays) - math.pi / 2
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    pen.shape(points, fill)


def crown(pen: Pen, x: float, y: float, size: float, fill: Colour = GOLD) -> None:
    """A crown of three points."""
    w, h = size, size * 0.84
    left, top = x - w / 2, y - h / 2
    points = [
        (0.06, 0.28),
        (0.3, 0.52),
        (0.5, 0.14),
        (0.7, 0.52),
        (0.94, 0.28),
        (0.86, 0.98),
        (0.14, 0.98),
    ]
    pen.shape([(left + px * w, top + py * h) for px, py in points], fill)
    for px, py in ((0.06, 0.24), (0.5, 0.1), (0.94, 0.24)):
        pen.circle(left + px * w, top + py * h, size * 0.075, fill)
    pen.circle(x, top + 0.74 * h, size * 0.075, INK)


def ghost(
    pen: Pen, x: float, y: float, size: float, fill: Colour, eyes: Colour = INK, mouth: str = "o"
) -> None:
    """A ghost so high: a round head, a torn hem, two eyes and a mouth (o, flat, teeth)."""
    w, h = size * 0.78, size
    left, top = x - w / 2, y - h / 2
    hem = [(0, 1), (0.17, 0.86), (0.33, 1), (0.5, 0.86), (0.67, 1), (0.83, 0.86), (1, 1)]
    dome = [
        (0.5 - 0.5 * math.cos(math.pi * n / 40), 0.39 - 0.39 * math.sin(math.pi * n / 40))
        for n in range(41)
    ]
    pen.shape([(left + px * w, top + py * h) for px, py in dome + hem[::-1]], fill)
    for side in (-1, 1):
        pen.oval(x + side * w * 0.19, top + h * 0.42, w * 0.18, h * 0.19, eyes)
    at = top + h * 0.66
    if mouth == "o":
        pen.oval(x, at, w * 0.16, h * 0.14, eyes)
    elif mouth == "flat":
        pen.line([(x - w * 0.14, at), (x + w * 0.14, at)], eyes, h * 0.07)
    else:
        teeth = [(x + w * 0.22 * (n / 3 - 1), at + (h * 0.12 if n % 2 else 0)) for n in range(7)]
        pen.shape(
            [(x - w * 0.24, at - h * 0.05), (x + w * 0.24, at - h * 0.05), *teeth[::-1]], eyes
        )


SIGNS = {"do": (1, "o"), "zof": (2, "flat"), "rau": (3, "teeth")}
"""Number of feelers and the mouth of each sign, as printed on the cards."""


def sign(pen: Pen, x: float, y: float, size: float, which: str, fill: Colour, eyes: Colour) -> None:
    """One of the three signs: a ghost with feelers, so high in all."""
    feelers, mouth = SIGNS[which]
    body = size * 0.7
    foot = y + size / 2
    top = foot - body
    places = {
        1: ((0.0, 0.0),),
        2: ((-0.24, 0.05), (0.24, 0.05)),
        3: ((-0.32, 0.1), (0.0, -0.02), (0.32, 0.1)),
    }
    for px, py in places[feelers]:
        tip = (x + px * size, top - size * (0.19 - py))
        pen.line([(x + px * size * 0.55, top + size * 0.14), tip], fill, size * 0.055)
        pen.circle(*tip, size * 0.1, fill)
    ghost(pen, x, foot - body / 2, body, fill, eyes, mouth)


def ring(pen: Pen, x: float, y: float, size: float, ground: Colour = CLEAR) -> None:
    """A swimming ring in eight parts."""
    for n in range(8):
        fill, wide = (WHITE, 19) if n % 2 else (CORAL, 26)
        pen.wedge(x, y, size / 2, 45 * n - wide, 45 * n + wide, fill)
    for n in range(0, 8, 2):
        pen.wedge(x, y, size / 2, 45 * n - 28, 45 * n + 28, CORAL)
    pen.circle(x, y, size * 0.24, ground)


def palm(pen: Pen, x: float, y: float, size: float, fill: Colour = GOLD) -> None:
    """A hand held up, palm in front, so high."""
    for side, tip in ((-0.255, -0.26), (-0.085, -0.4), (0.085, -0.43), (0.255, -0.34)):
        finger = [(x + side * size, y + tip * size), (x + side * size, y + size * 0.15)]
        pen.line(finger, fill, size * 0.13)
    pen.box(x - size * 0.32, y + size * 0.02, size * 0.64, size * 0.46, size * 0.22, fill)
    thumb = [(x - size * 0.2, y + size * 0.3), (x - size * 0.42, y + size * 0.06)]
    pen.line(thumb, fill, size * 0.13)


def cross(pen: Pen, x: float, y: float, size: float, fill: Colour) -> None:
    """Two strokes across."""
    half = size * 0.35
    for side in (-1, 1):
        pen.line([(x - half, y - side * half), (x + half, y + side * half)], fill, size * 0.2)


_SUN_DARK, _SUN_LIGHT = colour("#8A4B00"), colour("#FFF3C4")
_MOON, _MOON_EDGE, _MOON_LIGHT = colour("#2E4382"), colour("#5B78D6"), colour("#E9EEFF")
SUN_EDGE, MOON_DARK = colour("#C98A00"), colour("#10182F")


def sun(pen: Pen, x: float, y: float, size: float) -> None:
    """The sun's face of a chip: eight rays around a bright disc."""
    pen.circle(x, y, size / 2, GOLD)
    for n in range(8):
        angle = math.tau * n / 8
        tip = (x + size * 0.42 * math.cos(angle), y + size * 0.42 * math.sin(angle))
        base = [
            (x + size * 0.27 * math.cos(angle + side), y + size * 0.27 * math.sin(angle + side))
            for side in (-0.28, 0.28)
        ]
        pen.shape([tip, *base], _SUN_DARK)
    pen.circle(x, y, size * 0.215, _SUN_DARK)
    pen.circle(x, y, size * 0.165, _SUN_LIGHT)


def moon(pen: Pen, x: float, y: float, size: float) -> None:
    """The moon's face of a chip: a crescent and three stars."""
    pen.circle(x, y, size / 2, _MOON_EDGE)
    pen.circle(x, y, size * 0.46, _MOON)
    pen.circle(x - size * 0.03, y + size * 0.02, size * 0.3, _MOON_LIGHT)
    pen.circle(x + size * 0.11, y - size * 0.09, size * 0.25, _MOON)
    for px, py, radius in ((0.06, -0.23, 0.03), (0.2, -0.13, 0.045), (0.25, 0.07, 0.035)):
        pen.circle(x + px * size, y + py * size, radius * size, _MOON_LIGHT)
