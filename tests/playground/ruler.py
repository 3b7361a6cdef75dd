"""Heights of messages in the page, in a column of Discord's width, measured in one page at once."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Page, Route

from bot.wire.ui import Drawn

from .raw import stand_in
from .visitor import CUT

COLUMN, PHONE = 484, 390
"""Widths of a column of messages in pixels, its margins included."""
_BLANK = "<svg xmlns='http://www.w3.org/2000/svg' width='128' height='128'/>"
_FILE = "attachment://"
_MEASURE = """async ([messages, width, channel]) => {
    const { drawMessage } = await import('/page/messages.js')
    document.body.replaceChildren()
    document.body.style.cssText = 'display: block; overflow: auto; height: auto'
    const channels = [{ id: channel, name: 'game-table' }]
    const drawn = messages.map((message) => {
        const person = { id: '1', name: 'Ana', locale: message.locale }
        const world = { people: [person], channels, bot: { id: '2', name: 'Shinrisen' } }
        const column = document.createElement('div')
        column.style.width = width + 'px'
        column.append(drawMessage(message, { world, person }))
        document.body.append(column)
        return column.firstChild
    })
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
    return drawn.map((message) => message.getBoundingClientRect().height)
}"""


def message(drawn: Drawn, language: str) -> dict[str, Any]:
    """Return a screen as the page's message. Its files are drawings in SVG."""
    return {
        "id": "5",
        "author": {"id": "2", "username": "Shinrisen", "bot": True},
        "timestamp": "2026-01-01T00:00:00+00:00",
        "pings": [],
        "embeds": [],
        "attachments": [],
        "locale": language,
        "components": _with_pictures(drawn.components, {f.name: f.content for f in drawn.files}),
    }


def _with_pictures(parts: Iterable[Any], files: Mapping[str, bytes]) -> list[dict[str, Any]]:
    made = []
    for part in parts:
        if "items" in part:
            names = [item["media"]["url"].removeprefix(_FILE) for item in part["items"]]
            urls = [f"data:image/svg+xml;utf8,{files[name].decode()}" for name in names]
            part = part | {"items": [{"media": {"url": url}} for url in urls]}
        if "components" in part:
            part = part | {"components": _with_pictures(part["components"], files)}
        made.append(part)
    return made


class Ruler:
    """A page with the playground's styles that measures messages."""

    def __init__(self, page: Page, channel: int) -> None:
        self._page = page
        self._channel = str(channel)

    async def heights(self, messages: Sequence[dict[str, Any]], width: int) -> list[float]:
        """Return the height of each message in a column of that width, in pixels."""
        asked = [[*messages], width, self._channel]
        found: list[float] = await self._page.evaluate(_MEASURE, asked)
        return found

    async def cut(self) -> list[str]:
        """Return what overflows in the messages that were measured last."""
        found: list[str] = await self._page.evaluate(CUT)
        return found


@asynccontextmanager
async def opened(browser: Browser, channel: int) -> AsyncIterator[Ruler]:
    """Open the playground's page without its live parts. It knows one channel."""

    async def nothing(route: Route) -> None:
        await route.fulfill(content_type="text/javascript", body="")

    async def blank(route: Route) -> None:
        await route.fulfill(content_type="image/svg+xml", body=_BLANK)

    async with stand_in() as raw:
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        await page.route("**/page/app.js", nothing)
        await page.route("**/emojis/**", blank)
        await page.goto(raw.play.address)
        yield Ruler(page, channel)
        await page.close()
