"""`make pictures`: screenshots of each game's table and hand in the playground."""

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, async_playwright

from bot.drawing.gif import gif
from bot.drawing.samples import films
from games import GAMES

from .conftest import CHROMIUM, QUIET
from .gallery import visit, walk

PICTURES = Path(__file__).parents[2] / "pictures"
_GROUND = (49, 51, 56)
_BETWEEN = 16
_COLOURS = 192


def side_by_side(table: bytes, hand: bytes) -> bytes:
    """Return two screenshots side by side as a small PNG."""
    shots = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in (table, hand)]
    wide = sum(shot.width for shot in shots) + 3 * _BETWEEN
    high = max(shot.height for shot in shots) + 2 * _BETWEEN
    whole, x = Image.new("RGB", (wide, high), _GROUND), _BETWEEN
    for shot in shots:
        whole.paste(shot, (x, _BETWEEN))
        x += shot.width + _BETWEEN
    out = io.BytesIO()
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


async def take() -> None:
    """Play each game until its hand is visible, and store table and hand side by side."""
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            async with visit(browser, Path(folder) / "log") as dan:
                for key in sorted(GAMES):
                    shots: dict[str, bytes] = {}

                    async def look(stage: str, shots: dict[str, bytes] = shots) -> None:
                        columns = {"table": dan.visitor.channel, "hand": dan.visitor.direct}
                        if stage in columns:
                            shots[stage] = await _shot(columns[stage])

                    await walk(dan, key, look, last="hand")
                    made = side_by_side(shots["table"], shots["hand"])
                    (PICTURES / f"{key}.png").write_bytes(made)
                    print(f"{key}.png: {len(made) / 1000:.0f} kB", flush=True)
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
    asyncio.run(take())
