"""The heights of ends in the page, in a column of Discord's width.

Every game is played out with the fewest and the most players, whose names have 32 letters.
`python -m tests.playground.test_end_heights` prints the table.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from playwright.async_api import Browser, Route, async_playwright

from bot.drawing.emojis import emojis
from bot.drawing.file import File
from bot.play import titles
from bot.screens import frames
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.words.i18n import languages, tongue
from games import GAMES
from games.core import Seat
from games.record import record_hash

from ..drawing import stored_of
from ..games.playing import Playthrough, random_match
from .conftest import CHROMIUM, QUIET, in_chromium
from .raw import stand_in

COLUMN, PHONE = 484, 390
"""Widths of a column of messages in pixels, its margins included."""
LIMIT, FULL = 800, 900
"""Greatest height of an end in pixels, and with the most players."""
# Pixels: a suit's sign, from another font, makes its line higher.
_SIGN = 2
NAMES = ("Anastasia Konstantinopoulou 千恵子", "Anastasia")
SEEDS = range(3)
_EMOJIS = {name: f"<:{name}_abc123:{10**18 + at}>" for at, name in enumerate(emojis())}
_BLANK = "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'/>"
_PICTURE = "data:image/svg+xml;utf8," + _BLANK.format(880, 560)
_MEASURE = """async ([messages, width]) => {
    const { drawMessage } = await import('/page/messages.js')
    document.body.replaceChildren()
    document.body.style.cssText = 'display: block; overflow: auto; height: auto'
    const channels = [{ id: '2', name: 'game-table' }]
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

pytestmark = in_chromium


@dataclass(frozen=True)
class End:
    """The end of a match on one reader's screen (None: the channel). `called_off`: unfinished."""

    game: str
    seats: int
    language: str
    seed: int
    reader: int | None
    called_off: bool
    name: str

    @property
    def limit(self) -> int:
        """Greatest height in pixels."""
        seats = GAMES[self.game].seats
        return FULL if self.seats == seats[-1] > seats[0] else LIMIT

    def __str__(self) -> str:
        where = "channel" if self.reader is None else "hand"
        kind = "called off" if self.called_off else "over"
        return f"{self.game:10} {self.seats:2} {self.language:5} {where:7} {kind:10}"


def ends() -> Iterator[End]:
    """Yield every game's ends, with the fewest, the most and one less than the most players."""
    for key, language, seed in product(sorted(GAMES), ("en-US", *languages()), SEEDS):
        seats = GAMES[key].seats
        for many in dict.fromkeys((seats[0], *seats[-2:])):
            for reader, off, name in product((None, 0, many - 1), (False, True), NAMES):
                yield End(key, many, language, seed, reader, off, name)


@cache
def _played(key: str, seats: int, seed: int) -> Playthrough:
    return random_match(key, seats, GAMES[key].Options(), seed)


def sight_of(end: End) -> Sight:
    """Return everything that the screen of an end is drawn from, with its pictures."""
    match = _played(end.game, end.seats, end.seed)
    record, steps = match.record, match.steps
    if end.called_off:
        steps = steps[: 1 + len(steps) // 2]
    outcome = GAMES[end.game].outcome(steps[-1].state)
    phase = "cancelled" if outcome is None else "over"
    ranks = [None] * end.seats if outcome is None else outcome.ranks
    scores = [None] * end.seats if outcome is None else outcome.scores
    players = tuple(
        replace(p, name=end.name, rank=rank, score=score, rating_before=25.0, rating_after=26.0)
        for p, rank, score in zip(stored_of(record).players, ranks, scores, strict=True)
    )
    stored = replace(stored_of(record), id=1234, players=players, phase=phase, why="idle")
    # The evening and the titles make the long ones longer.
    evening = (players,) if end.name == NAMES[0] else ()
    earned = titles.earned(record) if evening and outcome is not None else {}
    t, seat = tongue(end.language), None if end.reader is None else Seat(end.reader)
    sight = replace(
        Sight.at(replace(stored, evening=evening), looks()[end.game], steps, seat),
        record=record_hash(record),
        emojis=_EMOJIS,
        titles=tuple(titles.rows(replace(stored, ended_at=1.0), earned)),
        course=tuple(e for step in steps for e in step.events if e.to is None),
    )
    first, below = sight.picture(t), sight.picture_below(t)
    return replace(
        sight,
        file=None if first is None else File(first, "first.png", b""),
        below=None if below is None else File(below, "below.png", b""),
    )


def message(end: End) -> dict[str, Any]:
    """Return the end as the page's message."""
    sight, t = sight_of(end), tongue(end.language)
    drawn = frames.panel(sight, t) if end.reader is None else frames.hand(sight, t)
    return {
        "id": "5",
        "author": {"id": "2", "username": "Shinrisen", "bot": True},
        "timestamp": "2026-01-01T00:00:00+00:00",
        "pings": [],
        "embeds": [],
        "attachments": [],
        "locale": end.language,
        "components": [_shown(part) for part in drawn.components],
    }


def _shown(part: dict[str, Any]) -> dict[str, Any]:
    if "items" in part:
        return part | {"items": [{"media": {"url": _PICTURE}} for _ in part["items"]]}
    if "components" in part:
        return part | {"components": [_shown(inside) for inside in part["components"]]}
    return part


async def heights(browser: Browser, wanted: list[End], width: int = COLUMN) -> list[float]:
    """Return the heights of these ends in pixels, all measured in one page."""

    async def nothing(route: Route) -> None:
        await route.fulfill(content_type="text/javascript", body="")

    async def blank(route: Route) -> None:
        await route.fulfill(content_type="image/svg+xml", body=_BLANK.format(128, 128))

    async with stand_in() as raw:
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        await page.route("**/page/app.js", nothing)
        await page.route("**/emojis/**", blank)
        await page.goto(raw.play.address)
        found: list[float] = await page.evaluate(_MEASURE, [[*map(message, wanted)], width])
        await page.close()
    return found


async def test_every_end_is_short(chromium: Browser) -> None:
    wanted = list(ends())
    measured = await heights(chromium, wanted)
    over = [
        f"{end} {height:.0f} of {end.limit}"
        for end, height in zip(wanted, measured, strict=True)
        if height > end.limit + _SIGN
    ]
    assert over == [], "\n".join(over)


async def _print() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        wanted, tallest = list(ends()), dict[str, tuple[float, int]]()
        for end, height in zip(wanted, await heights(browser, wanted), strict=True):
            tallest[str(end)] = max(tallest.get(str(end), (0.0, 0)), (height, end.limit))
        for name, (height, limit) in tallest.items():
            print(f"{name} {height:5.0f} of {limit}{'  over' if height > limit else ''}")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_print())
