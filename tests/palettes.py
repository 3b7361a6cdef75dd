"""The palettes that pictures are kept in, made from the example positions; `make palettes`.

To draw all examples takes seconds, which nobody's first picture should wait for.
"""

from collections import Counter
from pathlib import Path

from PIL import Image

from bot.drawing.canvas import HEIGHT, WIDTH
from bot.drawing.colours import Felt
from bot.drawing.png import COLOURS, PALETTES
from bot.drawing.samples import SAMPLES

FELTS = tuple(dict.fromkeys(picture.felt for picture in SAMPLES.values()))
"""One a game, and one where no game is at home."""

Rgb = tuple[int, int, int]

# The commonest colours stand in the palette as they are.
_FLATS, _APART = 72, 14
# A colour seen more often than this is no more important.
_ENOUGH = 48
_IN_A_LINE = 12


def made(felt: Felt) -> list[Rgb]:
    """The flat colours themselves, and what edges and pieces need beside them."""
    seen: Counter[Rgb] = Counter()
    for picture in SAMPLES.values():
        if picture.felt == felt:
            image = picture.draw().image
            for count, rgb in image.getcolors(WIDTH * HEIGHT) or ():
                if isinstance(rgb, tuple):
                    seen[rgb[0], rgb[1], rgb[2]] += count
    flats: list[Rgb] = []
    for rgb, _ in sorted(seen.items(), key=lambda found: (-found[1], found[0])):
        if len(flats) < _FLATS and all(apart(rgb, flat) >= _APART for flat in flats):
            flats.append(rgb)
    # Else felts would have all the palette.
    pixels = [rgb for rgb, count in sorted(seen.items()) for _ in range(min(count, _ENOUGH))]
    sheet = Image.new("RGB", (len(pixels), 1))
    sheet.putdata(pixels)
    rest = sheet.quantize(COLOURS - len(flats), Image.Quantize.MEDIANCUT).getpalette() or []
    found = [*flats, *zip(rest[0::3], rest[1::3], rest[2::3], strict=True)]
    return (found + [(0, 0, 0)] * COLOURS)[:COLOURS]


def apart(one: Rgb, other: Rgb) -> int:
    """How far two colours lie from each other, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def written(path: Path = PALETTES) -> None:
    """Write all of them down."""
    lines = ["# Made by `make palettes` from the example positions."]
    for felt in FELTS:
        colours = ["".join(f"{part:02X}" for part in rgb) for rgb in made(felt)]
        lines += [f'{felt.game} = """']
        lines += [
            " ".join(colours[at : at + _IN_A_LINE]) for at in range(0, len(colours), _IN_A_LINE)
        ]
        lines += ['"""']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    written()
