"""`make pictures`: screenshots of each game's table and hand in the playground.

Each game has one for the README, and one of 16:9 on its theme for a listing of the bot.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, async_playwright
from playwright.async_api import TimeoutError as Late

from bot.drawing.gif import gif
from bot.drawing.kit import kit
from bot.screens.examples import films
from games import GAMES
from rig import LIMIT

from .conftest import CHROMIUM, QUIET
from .gallery import visit, walk

PICTURES = Path(__file__).parents[2] / "pictures"
LISTED = (1280, 720)
"""Size of a picture for a listing."""
_GROUND = (49, 51, 56)
_BETWEEN = 16
_COLOURS = 192
_TRIES = 3
# A screen that waits for a person stays the same for these seconds.
_STILL = 2
# Both cards have the same width.
_DRAWN = """async (card) => {
    card.style.width = '460px'
    const images = [...card.querySelectorAll('img')]
    await Promise.all(images.map((image) => image.decode().catch(() => null)))
    return card.outerHTML
}"""


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
    """Return two screenshots in a picture of 16:9 on the game's theme."""
    whole, shots = Image.new("RGB", LISTED, kit(key).theme.ground), _read(table, hand)
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
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for key in sorted(keys or GAMES):
            table, hand = await _tried(browser, key)
            made, shown = side_by_side(table, hand), listed(key, table, hand)
            (PICTURES / f"{key}.png").write_bytes(made)
            (PICTURES / f"{key}-listing.png").write_bytes(shown)
            sizes = f"{len(made) / 1000:.0f} and {len(shown) / 1000:.0f} kB"
            print(f"{key}.png, {key}-listing.png: {sizes}", flush=True)
        await browser.close()
    film = gif(next(iter(films().values())))
    (PICTURES / "reveal.gif").write_bytes(film)
    print(f"reveal.gif: {len(film) / 1000:.0f} kB", flush=True)


async def _tried(browser: Browser, key: str) -> tuple[bytes, bytes]:
    """Return a game's table and hand. A match that gets stuck is followed by another one."""
    left = _TRIES
    while True:
        try:
            return await _shots(browser, key)
        except (AssertionError, TimeoutError, Late) as error:
            left -= 1
            if not left:
                raise
            print(f"{key}: once more, after {error!r:.200}", file=sys.stderr, flush=True)


async def _shots(browser: Browser, key: str) -> tuple[bytes, bytes]:
    """Play a game in a playground of its own, and return its table and hand."""
    shots: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with visit(browser, Path(folder) / "log") as dan:
            columns = {"table": dan.visitor.channel, "hand": dan.visitor.direct}

            async def look(stage: str) -> None:
                if stage in columns:
                    shots[stage] = await _shot(columns[stage])

            await walk(dan, key, look, last="hand")
    return shots["table"], shots["hand"]


async def _shot(column: Locator) -> bytes:
    """Return a screenshot of the newest screen, in a window tall enough to show all of it."""
    page = column.page
    await page.set_viewport_size({"width": 1400, "height": 1600})
    # A notice is one line without a container until it becomes a screen.
    card = column.locator(".message .container").last
    await _unchanging(card)
    return await card.screenshot()


async def _unchanging(card: Locator) -> None:
    """Wait until all computers have chosen: the screen stays as it is, its pictures loaded."""
    drawn = await card.evaluate(_DRAWN)
    async with asyncio.timeout(LIMIT):
        while True:
            await asyncio.sleep(_STILL)
            before, drawn = drawn, await card.evaluate(_DRAWN)
            if drawn == before:
                return


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("The pictures are taken in Chromium, which is not installed here.")
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(take(sys.argv[1:]))
