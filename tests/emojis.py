"""Thumbnails of each game's emojis, by version, in `tests/cogs/<game>/emojis.json`.

A changed drawing needs a new version. `python -m tests.emojis` stores the thumbnails again.
"""

import io
import json
from pathlib import Path

from PIL import Image

from bot.drawing.emojis import art, emojis
from bot.words.parts import part
from games import GAMES

_SIZE = 6
Thumbnails = dict[str, tuple[int, str]]
"""The version and the pixels in hexadecimal, by name."""


def path_of(game: str) -> Path:
    """Return the file of a game."""
    return Path(__file__).parent / "cogs" / game / "emojis.json"


def stored(game: str) -> Thumbnails:
    """Return the stored thumbnails of a game, none without a file."""
    path = path_of(game)
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return {name: (version, pixels) for name, (version, pixels) in found.items()}


def drawn(game: str) -> Thumbnails:
    """Return the thumbnails of a game's emojis as they are drawn now."""
    module = part(game, "emojis")
    names = sorted(module.EMOJIS) if module is not None else []
    return {name: (emojis()[name].version, _pixels(art()[name])) for name in names}


def apart(one: str, other: str) -> int:
    """Return the largest difference of two thumbnails. Versions of a library differ by a little."""
    pairs = zip(bytes.fromhex(one), bytes.fromhex(other), strict=True)
    return max(abs(a - b) for a, b in pairs)


def _pixels(png: bytes) -> str:
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    ground = Image.new("RGBA", image.size, "#808080")
    ground.alpha_composite(image)
    small = ground.convert("RGB").resize((_SIZE, _SIZE), Image.Resampling.BOX)
    return small.tobytes().hex()


def main() -> None:
    """Store the thumbnails of all games."""
    for game in GAMES:
        if found := drawn(game):
            rows = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in found.items())
            path_of(game).write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
