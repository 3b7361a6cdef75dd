"""`make pictures`: screenshots of each game's table and hand in the playground.

Each game has one for the README, and one of 16:9 on its felt for a listing of the bot.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, async_playwright

from bot.drawing.gif import gif
from bot.drawing.kit import kit
from bot.drawing.samples import films
from games import GAMES

from .conftest import CHROMIUM, QUIET
from .gallery import visit, walk

PICTURES = Path(__file__).parents[2] / "pictures"
LISTED = (1280, 720)
"""Size of a picture for a listing."""
_GROUND = (49, 51, 56)
_BETWEEN = 16
_COLOURS = 192


def side_by_side(table: bytes, hand: bytes) -> bytes:
    """Return two screenshots side by side as a small PNG."""
    shots = _read(table, hand)
    wide = sum(shot.width for shot in shots) + 3 * _BETWEEN
    high = max(shot.height for shot in shots) + 2 * _BETWEEN
    whole, x = Image.new("RGB", (wide, high), _GROUND), _BETWEEN
    for shot in shots:
        whole.paste(shot, (x, _BETWEEN))
        x += shot.width + _BETWEEN
    return _saved(whole)


def listed(key: str, table: bytes, hand: bytes) -> bytes:
    """Return two screenshots in a picture of 16:9 on the game's felt."""
    whole, shots = Image.new("RGB", LISTED, kit(key).felt.ground), _read(table, hand)
    for shot in shots:
        shot.thumbnail((LISTED[0] // 2 - 3 * _BETWEEN, LISTED[1] - 3 * _BETWEEN))
    gap = (LISTED[0] - sum(shot.width for shot in shots)) // 3
    x = gap
    for shot in shots:
        whole.paste(shot, (x, (LISTED[1] - shot.height) // 2))
        x += shot.width + gap
    return _saved(whole)


def _read(*shots: bytes) -> list[Image.Image]:
    return [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]


def _saved(whole: Image.Image) -> bytes:
    out = io.BytesIO()
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


async def take(keys: Sequence[str]) -> None:
    """Play these games until a hand is visible, and store their pictures and the film."""
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            async with visit(browser, Path(folder) / "log") as dan:
                for key in sorted(keys or GAMES):
                    shots: dict[str, bytes] = {}

                    async def look(stage: str, shots: dict[str, bytes] = shots) -> None:
                        columns = {"table": dan.visitor.channel, "hand": dan.visitor.direct}
                        if stage in columns:
                            shots[stage] = await _shot(columns[stage])

                    await walk(dan, key, look, last="hand")
                    made = side_by_side(shots["table"], shots["hand"])
                    (PICTURES / f"{key}.png").write_bytes(made)
                    shown = listed(key, shots["table"], shots["hand"])
                    (PICTURES / f"{key}-listing.png").write_bytes(shown)
                    sizes = f"{len(made) / 1000:.0f} and {len(shown) / 1000:.0f} kB"
                    print(f"{key}.png, {key}-listing.png: {sizes}", flush=True)
            await browser.close()
    film = gif(next(iter(films().values())))
    (PICTURES / "reveal.gif").write_bytes(film)
    print(f"reveal.gif: {len(film) / 1000:.0f} kB", flush=True)


async def _shot(column: Locator) -> bytes:
    """Return a screenshot of the newest message, in a window tall enough to show all of it."""
    page = column.page
    await page.set_viewport_size({"width": 1400, "height": 1600})
    images = column.locator(".message").last.locator("img")
    await images.evaluate_all("images => Promise.all(images.map(image => image.decode()))")
    # Wait until all computers have chosen and the message no longer changes.
    await asyncio.sleep(2)
    card = column.locator(".message").last.locator(".container")
    # Give both cards the same width.
    await card.evaluate("card => { card.style.width = '460px' }")
    return await card.screenshot()


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("The pictures are taken in Chromium, which is not installed here.")
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(take(sys.argv[1:]))
