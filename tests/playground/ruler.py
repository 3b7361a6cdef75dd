"""Heights of messages in the page, in a column of Discord's width, measured in one page at once."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Page, Route

from bot.wire.ui import Drawn
from games import GAMES

from .raw import stand_in

COLUMN, PHONE = 484, 390
"""Widths of a column of messages in pixels, its margins included."""
NAME = "Anastasia Konstantinopoulou 千恵子"
"""A name of 32 letters."""
_BLANK = "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'/>"
_PICTURE = "data:image/svg+xml;utf8," + _BLANK.format(880, 560)
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
    const below = (message) => message.querySelectorAll('.gallery')[1]
    return drawn.map((message) => {
        const second = below(message)
        return [message.getBoundingClientRect().height, second ? second.offsetHeight + 12 : 0]
    })
}"""
# The number of lines of each message's buttons, without those beside a text.
_LINES = """() => [...document.querySelectorAll('.message')].map((message) => new Set(
    [...message.querySelectorAll('.row .btn')].map((one) => one.getBoundingClientRect().top)
).size)"""


@dataclass(frozen=True, slots=True)
class Height:
    """Pixels of a message, and those of its second picture with the gap above."""

    whole: float
    second: float


def is_full(key: str, seats: int) -> bool:
    """Return True for the most players of a game for different numbers."""
    possible = GAMES[key].seats
    return seats == possible[-1] > possible[0]


def tables(key: str) -> list[int]:
    """Return the fewest, the most and one less than the most players of a game."""
    seats = GAMES[key].seats
    return list(dict.fromkeys((seats[0], *seats[-2:])))


def message(drawn: Drawn, language: str) -> dict[str, Any]:
    """Return a screen as the page's message."""
    return {
        "id": "5",
        "author": {"id": "2", "username": "Shinrisen", "bot": True},
        "timestamp": "2026-01-01T00:00:00+00:00",
        "pings": [],
        "embeds": [],
        "attachments": [],
        "locale": language,
        "components": _with_pictures(drawn.components),
    }


def _with_pictures(parts: Iterable[Any]) -> list[dict[str, Any]]:
    made = []
    for part in parts:
        if "items" in part:
            part = part | {"items": [{"media": {"url": _PICTURE}} for _ in part["items"]]}
        if "components" in part:
            part = part | {"components": _with_pictures(part["components"])}
        made.append(part)
    return made


class Ruler:
    """A page with the playground's styles that measures messages."""

    def __init__(self, page: Page, channel: int) -> None:
        self._page = page
        self._channel = str(channel)

    async def heights(
        self, messages: Sequence[dict[str, Any]], width: int = COLUMN
    ) -> list[Height]:
        """Return the height of each message."""
        asked = [[*messages], width, self._channel]
        return [Height(*found) for found in await self._page.evaluate(_MEASURE, asked)]

    async def lines(self, messages: Sequence[dict[str, Any]], width: int = COLUMN) -> list[int]:
        """Return the number of lines of each message's buttons."""
        await self.heights(messages, width)
        found: list[int] = await self._page.evaluate(_LINES)
        return found


@asynccontextmanager
async def opened(browser: Browser, channel: int) -> AsyncIterator[Ruler]:
    """Open the playground's page without its live parts. It knows one channel."""

    async def nothing(route: Route) -> None:
        await route.fulfill(content_type="text/javascript", body="")

    async def blank(route: Route) -> None:
        await route.fulfill(content_type="image/svg+xml", body=_BLANK.format(128, 128))

    async with stand_in() as raw:
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        await page.route("**/page/app.js", nothing)
        await page.route("**/emojis/**", blank)
        await page.goto(raw.play.address)
        yield Ruler(page, channel)
        await page.close()
