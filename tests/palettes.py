"""Make the palettes of all themes from the example pictures: `make palettes`.

Drawing all examples takes seconds, so the palettes are files.
"""

import sys
from collections import Counter
from collections.abc import Sequence

from PIL import Image

from bot.drawing.canvas import HEIGHT, WIDTH
from bot.drawing.colours import Theme
from bot.drawing.mapped import COLOURS, palette_of
from bot.screens.examples import samples

THEMES = tuple(dict.fromkeys(picture.theme for picture in samples().values()))
"""The themes of all games, and the one of standings."""

Rgb = tuple[int, int, int]

# Number of common colours stored exactly, and their least distance.
_FLATS, _APART = 96, 14
# Pixels per colour that count at most.
_ENOUGH = 48
_IN_A_LINE = 12


def made(theme: Theme) -> list[Rgb]:
    """Return the flat colours, and others for edges and pieces."""
    seen: Counter[Rgb] = Counter()
    for picture in samples().values():
        if picture.theme == theme:
            image = picture.draw().image
            for count, rgb in image.getcolors(WIDTH * HEIGHT) or ():
                if isinstance(rgb, tuple):
                    seen[rgb[0], rgb[1], rgb[2]] += count
    flats: list[Rgb] = []
    for rgb, _ in sorted(seen.items(), key=lambda found: (-found[1], found[0])):
        if len(flats) < _FLATS and all(apart(rgb, flat) >= _APART for flat in flats):
            flats.append(rgb)
    # Otherwise the theme's colours would fill the palette.
    pixels = [rgb for rgb, count in sorted(seen.items()) for _ in range(min(count, _ENOUGH))]
    sheet = Image.new("RGB", (len(pixels), 1))
    sheet.putdata(pixels)
    rest = sheet.quantize(COLOURS - len(flats), Image.Quantize.MEDIANCUT).getpalette() or []
    found = [*flats, *zip(rest[0::3], rest[1::3], rest[2::3], strict=True)]
    return (found + [(0, 0, 0)] * COLOURS)[:COLOURS]


def apart(one: Rgb, other: Rgb) -> int:
    """Return the distance of two colours, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def write(keys: Sequence[str] = ()) -> None:
    """Write each theme's palette into its game's folder, or those of some games."""
    for theme in THEMES:
        path = palette_of(theme)
        if path is not None and (not keys or path.parent.name in keys):
            colours = ["".join(f"{part:02X}" for part in rgb) for rgb in made(theme)]
            lines = (
                " ".join(colours[at : at + _IN_A_LINE]) for at in range(0, len(colours), _IN_A_LINE)
            )
            path.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    write(sys.argv[1:])
