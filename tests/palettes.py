"""`make palettes`: computes the pictures' palettes from the sample positions.

Drawing all samples takes seconds, too long for a bot's first picture.
"""

from collections import Counter
from pathlib import Path

from PIL import Image

from bot.drawing.canvas import HEIGHT, WIDTH
from bot.drawing.colours import Felt
from bot.drawing.png import COLOURS, PALETTES
from bot.drawing.samples import SAMPLES

FELTS = tuple(dict.fromkeys(picture.felt for picture in SAMPLES.values()))
"""One felt per game, and the one without a game."""

Rgb = tuple[int, int, int]

# Number of common colours stored exactly, and their least distance.
_FLATS, _APART = 72, 14
# Pixels per colour that count at most.
_ENOUGH = 48
_IN_A_LINE = 12


def made(felt: Felt) -> list[Rgb]:
    """Return a felt's palette: common colours exactly, the rest quantised."""
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
    # Otherwise the felt's colours would fill the palette.
    pixels = [rgb for rgb, count in sorted(seen.items()) for _ in range(min(count, _ENOUGH))]
    sheet = Image.new("RGB", (len(pixels), 1))
    sheet.putdata(pixels)
    rest = sheet.quantize(COLOURS - len(flats), Image.Quantize.MEDIANCUT).getpalette() or []
    found = [*flats, *zip(rest[0::3], rest[1::3], rest[2::3], strict=True)]
    return (found + [(0, 0, 0)] * COLOURS)[:COLOURS]


def apart(one: Rgb, other: Rgb) -> int:
    """Return the distance of two colours, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def written(path: Path = PALETTES) -> None:
    """Write all palettes to a file."""
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
