"""Each game's screens in the page, against computers: lobby, table, hand, reveal and end.

Pictures are stored in `screens` for manual review. Each game is played in one language, theme and
size, or in all of them with SHINRISEN_SOAK.
"""

import os
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from bot.words.i18n import languages, tongue
from games import GAMES

from .conftest import in_chromium
from .gallery import alt_text_of, column_of, is_pictured, picture, set_language, visit, walk
from .player import Player
from .visitor import CUT, SCREENS
from .walks import page_of

pytestmark = in_chromium

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
THEMES = ("dark", "light")
LANGUAGES = ("en-US", *languages())
SOAK = bool(os.environ.get("SHINRISEN_SOAK"))

Way = tuple[str, str]
"""A theme and a size."""
EVERY: list[Way] = [(theme, size) for size in SIZES for theme in THEMES]
ROUNDS = [
    (key, language, EVERY if SOAK else [EVERY[(n + 1) % len(EVERY)]])
    for n, key in enumerate(sorted(GAMES))
    for language in (LANGUAGES if SOAK else [LANGUAGES[n % len(LANGUAGES)]])
]
_JAPANESE = re.compile("[ぁ-んァ-ヴ一-龠]")
_SIDEWAYS = """() => [...document.querySelectorAll('html, [data-column], [data-column] *')]
    .filter((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
    .filter((part) => part === document.documentElement
        || ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
    .map((part) => part.outerHTML.slice(0, 200))"""
_THEME = "theme => { document.documentElement.dataset.theme = theme }"
_EMOJIS = """() => [...document.querySelectorAll('img.emoji')]
    .every((image) => image.complete && image.naturalWidth === 128)"""
# A picture fills its message, undistorted.
_FILLS = """image => {
    const box = image.getBoundingClientRect()
    const card = image.closest('.container').getBoundingClientRect()
    const ratio = image.naturalWidth / image.naturalHeight
    return Math.abs(box.width / box.height - ratio) < 0.02 && box.width > 0.8 * card.width
        && box.left >= card.left && box.right <= card.right
}"""
# One call, because computers may redraw the message between two.
_CONTROLS = """message => [...message.querySelectorAll('button[data-custom-id]')]
    .map((control) => {
        control.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})
        const box = control.getBoundingClientRect()
        return [control.getAttribute('aria-label'), box.left, box.top,
            box.right / innerWidth, box.bottom / innerHeight]
    })"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dan(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Player]:
    """Dan alone with computers. Check the bot's log for errors at the end."""
    log = tmp_path_factory.mktemp("gallery") / "log"
    async with visit(chromium, log) as dan:
        yield dan
    said = log.read_text(encoding="utf-8")
    assert "Traceback" not in said, said
    assert " ERROR " not in said, said


@pytest.mark.parametrize(("key", "language", "ways"), ROUNDS)
async def test_a_game_is_seen_whole_from_its_lobby_to_its_end(
    key: str, language: str, ways: list[Way], dan: Player
) -> None:
    async def look(stage: str) -> None:
        for theme, size in ways:
            await dan.page.evaluate(_THEME, theme)
            await check_screen(dan, key, stage, size, f"{key}-{stage}-{language}-{size}-{theme}")
        await resize(dan, "desk")

    await set_language(dan, language)
    await walk(dan, key, look)
    assert dan.visitor.errors == []


async def check_screen(dan: Player, key: str, stage: str, size: str, name: str) -> None:
    """Check the picture, layout and controls of one stage, and save a screenshot."""
    column = column_of(dan, stage)
    await resize(dan, size)
    if size == "phone":
        tab = "direct" if stage in ("hand", "reveal") else "channels"
        await dan.page.locator(f"#{tab} button").first.click()
    if is_pictured(key, stage):
        await check_picture(picture(dan, stage), key, stage, dan.language)
    else:
        await expect(picture(dan, stage)).to_have_count(0)
    assert await dan.page.evaluate(_SIDEWAYS) == []
    assert await dan.page.evaluate(CUT) == []
    message = column.locator(".message").last
    await dan.page.wait_for_function(_EMOJIS)
    if stage in getattr(page_of(key), "EMOJIS", ()):
        assert await message.locator("img.emoji").count()
    await check_controls(message)
    await save(dan, message, size, name)


async def check_picture(shown: Locator, key: str, stage: str, language: str) -> None:
    """Check the size of a picture, and its alternative text in that language."""
    await expect(shown).to_have_attribute("alt", alt_text_of(key, stage, tongue(language)))
    tall = 390 if stage == "lobby" else 560
    for which, pixels in (("naturalWidth", 880), ("naturalHeight", tall)):
        await expect(shown).to_have_js_property(which, pixels)
    assert await shown.evaluate(_FILLS)
    alt = await shown.get_attribute("alt") or ""
    assert bool(_JAPANESE.search(alt)) == (language == "ja"), alt


async def check_controls(message: Locator) -> None:
    """Check that every control has a label and can be scrolled into view."""
    for label, x, y, right, bottom in await message.evaluate(_CONTROLS):
        assert label
        assert min(x, y) >= 0, label
        assert max(right, bottom) <= 1, label


async def save(dan: Player, message: Locator, size: str, name: str) -> None:
    """Save a screenshot of the whole message, in a window tall enough to show it."""
    SCREENS.mkdir(exist_ok=True)
    await resize(dan, size, 1900)
    await message.scroll_into_view_if_needed()
    await message.screenshot(path=SCREENS / f"gallery-{name}.png")


async def resize(dan: Player, size: str, height: int = 0) -> None:
    """Set the size of the window."""
    width, usual = SIZES[size]
    await dan.page.set_viewport_size({"width": width, "height": height or usual})
