"""Drawings as data: files with lists of strokes by name.

A stroke is a pen's method, its measures, a colour, and the width of a line. Points have two
coordinates. A colour has a name or is `#RRGGBB`. `fill+ink*0.2` is a mix with a fifth of ink.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .colours import CLEAR, INK, WHITE, Colour, colour, mixed
from .pen import Pen

Stroke = tuple[str, tuple[Any, ...], str, tuple[float, ...]]
"""A stroke: a pen's method, its arguments, and the name of its colour between them."""


def strokes(file: str) -> Mapping[str, tuple[Stroke, ...]]:
    """Return the drawings of a file by name."""
    told = Path(__file__).with_name(file).read_text("utf-8")
    return {name: tuple(map(_stroke, lines)) for name, lines in tomllib.loads(told).items()}


def _stroke(text: str) -> Stroke:
    kind, *words = text.split()
    at = next(at for at, word in enumerate(words) if word[0].isalpha() or word[0] == "#")
    points = [tuple(map(float, word.split(","))) for word in words[:at]]
    measures = (points,) if len(points[0]) > 1 else tuple(number for (number,) in points)
    return kind, measures, words[at], tuple(map(float, words[at + 1 :]))


def draw(strokes: Iterable[Stroke], pen: Pen, fill: Colour, second: Colour) -> None:
    """Draw strokes, in the two colours that the file calls by these names."""
    inks = {"fill": fill, "second": second, "ink": INK, "white": WHITE, "clear": CLEAR}
    for kind, measures, ink, width in strokes:
        under, _, mix = ink.partition("+")
        shown = colour(under) if under.startswith("#") else inks[under]
        if mix:
            over, _, share = mix.partition("*")
            shown = mixed(inks[over], shown, float(share))
        getattr(pen, kind)(*measures, shown, *width)
