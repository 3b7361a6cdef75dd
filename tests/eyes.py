"""Colours and shapes as people with colour-blind eyes see them."""

from typing import Any

import numpy as np
from PIL import Image, ImageChops

from bot.drawing.colours import Colour
from bot.drawing.pen import Sprite

DEFICIENT = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""Machado, Oliveira and Fernandes 2009, at full strength."""


def near(pixel: Any, colour: Colour) -> bool:
    """Return True if a pixel has the colour, within the error of a palette."""
    return all(abs(a - b) <= 10 for a, b in zip(pixel[:3], colour[:3], strict=True))


def seen(colour: Colour, kind: str) -> Any:
    """Return a colour as linear light, as a kind of eyes sees it."""
    parts = np.array(colour[:3]) / 255
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return light if kind == "typical" else np.clip(DEFICIENT[kind] @ light, 0, 1)


def contrast(one: Colour, other: Colour, kind: str) -> float:
    """Return the contrast of two colours by WCAG, 1 to 21."""
    bright = [float(seen(colour, kind) @ (0.2126, 0.7152, 0.0722)) for colour in (one, other)]
    return (max(bright) + 0.05) / (min(bright) + 0.05)


def shape(sprite: Sprite) -> Image.Image:
    """Return a mask of the places that differ in lightness from most of a piece."""
    grey = sprite.rgb.convert("L").crop((20, 20, sprite.rgb.width - 20, sprite.rgb.height - 20))
    counts = grey.histogram()
    ground = counts.index(max(counts))
    return grey.point(lambda value: 255 if abs(value - ground) > 12 else 0)


def differ(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ between two shapes."""
    both = ImageChops.difference(one, other)
    return sum(both.histogram()[128:]) / (both.width * both.height)
