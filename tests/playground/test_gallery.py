"""Each game looked at in the page, against computers: lobby, table, hand, reveal and end.

Pictures are kept in `screens`, for people to look at. Each game once, in one language, theme and
size; with SHINRISEN_SOAK in all of them.
"""

import os
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from bot.words.i18n import tongue
from games import GAMES

from .conftest import in_chromium
from .gallery import picture, speak, told, visit, walk
from .player import CUT, Player
from .visitor import SCREENS
from .walks import page_of

pytestmark = in_chromium

SIZES = {"phone": (390, 844), "desk": (1280, 900)}
THEMES = ("dark", "light")
LANGUAGES = ("en-US", "ja", "de")
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
_EMOJIS = """() => [...document.querySelectorAll('img.emoji')]
    .every((image) => image.complete && image.naturalWidth === 128)"""
# All in one go: computers may redraw the message between two questions.
_CONTROLS = """message => [...message.querySelectorAll('button[data-custom-id]')]
    .map((control) => {
        control.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})
        const box = control.getBoundingClientRect()
        return [control.getAttribute('aria-label'), box.left, box.top,
            box.right / innerWidth, box.bottom / innerHeight]
    })"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dan(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Player]:
    """Dan alone; at last the bot has complained of nothing."""
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
    async def look(moment: str) -> None:
        for theme, size in ways:
            await dan.page.evaluate(
                "theme => { document.documentElement.dataset.theme = theme }", theme
            )
            await see(dan, key, moment, size, f"{key}-{moment}-{language}-{size}-{theme}")
        await resize(dan, "desk")

    await speak(dan, language)
    await walk(dan, key, look)
    assert dan.visitor.errors == []


async def see(dan: Player, key: str, moment: str, size: str, name: str) -> None:
    """Check all that a player would see at that moment, and keep a picture of it."""
    column = dan.visitor.direct if moment == "hand" else dan.visitor.channel
    await resize(dan, size)
    if size == "phone":
        await dan.page.locator(
            f"#{'direct' if moment == 'hand' else 'channels'} button"
        ).first.click()
    shown = picture(column)
    await expect(shown).to_have_attribute("alt", told(key, moment, tongue(dan.language)))
    for which, pixels in (("naturalWidth", 880), ("naturalHeight", 560)):
        await expect(shown).to_have_js_property(which, pixels)
    alt = await shown.get_attribute("alt") or ""
    assert bool(_JAPANESE.search(alt)) == (dan.language == "ja"), alt
    assert await dan.page.evaluate(_SIDEWAYS) == []
    assert await dan.page.evaluate(CUT) == []
    message = column.locator(".message").last
    await dan.page.wait_for_function(_EMOJIS)
    if moment in getattr(page_of(key), "EMOJIS", ()):
        assert await message.locator("img.emoji").count()
    await within(message)
    await keep(dan, message, size, name)


async def within(message: Locator) -> None:
    """Check that every control can be scrolled to, whole, and has something to be told by."""
    for label, x, y, right, bottom in await message.evaluate(_CONTROLS):
        assert label
        assert x >= 0, label
        assert y >= 0, label
        assert right <= 1, label
        assert bottom <= 1, label


async def keep(dan: Player, message: Locator, size: str, name: str) -> None:
    """Keep a picture of the whole message, in a window high enough for it."""
    SCREENS.mkdir(exist_ok=True)
    await dan.page.set_viewport_size({"width": SIZES[size][0], "height": 1900})
    await message.scroll_into_view_if_needed()
    await message.screenshot(path=SCREENS / f"gallery-{name}.png")


async def resize(dan: Player, size: str) -> None:
    """Look through a window of that size."""
    width, height = SIZES[size]
    await dan.page.set_viewport_size({"width": width, "height": height})
