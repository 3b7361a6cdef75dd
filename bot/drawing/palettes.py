"""The palettes of felts. They are files, so equal descriptions give equal bytes."""

from functools import cache
from pathlib import Path

from PIL import Image

from ..words.parts import folder
from .colours import SHINRISEN, Felt

COLOURS = 240
"""Colours of a palette. The other 16 of a PNG are for the corners."""

_FILE = "palette.txt"


def palette_of(felt: Felt) -> Path | None:
    """Return the place of a felt's palette, as lines of RRGGBB, or None for a plain felt.

    A game's palette is in its own folder. The file may be missing.
    """
    if felt == SHINRISEN:
        return Path(__file__).with_name(_FILE)
    place = folder(felt.name)
    return None if place is None else place / _FILE


@cache
def stored_palette(felt: Felt) -> Image.Image | None:
    """Return a felt's palette. Without one, a picture chooses its own colours."""
    path = palette_of(felt)
    if path is None or not path.is_file():
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes.fromhex(path.read_text(encoding="ascii")))
    return palette


def own_colours(image: Image.Image) -> Image.Image:
    """Return a palette of an image's own colours."""
    return image.quantize(COLOURS, Image.Quantize.MEDIANCUT)
