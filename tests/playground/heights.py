"""Heights of decisions in the page, found by a search: `python -m tests.playground.heights`.

Each generation of cases is drawn in one browser page at once, in a column of Discord's width. The
tallest ones beget the next generation.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from playwright.async_api import Browser, Page, Route, async_playwright

from bot.screens.parts import looks
from games import GAMES

from ..bot.screens import worst
from ..bot.screens.worst import Case
from .conftest import CHROMIUM, QUIET
from .raw import stand_in
from .visitor import SCREENS

COLUMN = 484
"""Width of a column of messages in pixels, its margins included."""
PHONE = 390
LIMIT, FULL = 600, 700
"""Greatest height of a decision in pixels, and with the most players."""
GENERATIONS, CASES, PARENTS = 6, 14, 3
_NUMBER = 1234
NAME = "Anastasia Konstantinopoulou 千恵子"
"""A name of 32 letters."""
_WIDE = (1400, 900)
_BLANK = "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}'/>"
_PICTURE = "data:image/svg+xml;utf8," + _BLANK.format(880, 560)
_MEASURE = """async ([messages, width, channel]) => {
    const { drawMessage } = await import('/page/messages.js')
    document.body.replaceChildren()
    document.body.style.cssText = 'display: block; overflow: auto; height: auto'
    const person = { id: '1', name: 'Ana', locale: messages[0].locale }
    const channels = [{ id: channel, name: 'game-table' }]
    const world = { people: [person], channels, bot: { id: '2', name: 'Shinrisen' } }
    const drawn = messages.map((message) => {
        const column = document.createElement('div')
        column.style.width = width + 'px'
        const reader = { ...person, locale: message.locale }
        column.append(drawMessage(message, { world, person: reader }))
        document.body.append(column)
        return column.firstChild
    })
    await Promise.all([...document.images].map((image) => image.decode().catch(() => null)))
    // A held reveal stands below everything that a decision needs.
    const below = (message) => message.querySelectorAll('.gallery')[1]?.offsetHeight ?? -12
    return drawn.map((message) => message.getBoundingClientRect().height - below(message) - 12)
}"""


@dataclass(frozen=True)
class Group:
    """The cases that are compared with each other."""

    game: str
    seats: int
    language: str

    @property
    def limit(self) -> int:
        """Greatest height in pixels."""
        most = GAMES[self.game].seats[-1]
        return FULL if self.seats == most > GAMES[self.game].seats[0] else LIMIT


@dataclass
class Tallest:
    """The tallest decision of a group."""

    group: Group
    height: int
    case: Case

    def __str__(self) -> str:
        one, case = self.group, self.case
        mark = "  over" if self.height > one.limit else ""
        facts = f"{one.game:10} {one.seats:2} {one.language:5} {self.height:5} of {one.limit}{mark}"
        return f"{facts}  held={case.held} picked={case.picked!r} solo={case.solo} {case.options}"


@dataclass
class _Breed:
    """A group's cases with their heights, the tallest first."""

    group: Group
    rng: random.Random
    measured: dict[Case, float] = field(default_factory=dict)

    def next(self) -> list[Case]:
        """Return the next cases: random ones at first, then neighbours of the tallest."""
        best = sorted(self.measured, key=lambda case: -self.measured[case])[:PARENTS]
        found: list[Case] = []
        for _ in range(40 * CASES):
            case = self._near(self.rng.choice(best)) if best else self._any()
            if case not in self.measured and case not in found and _decides(case):
                found.append(case)
            if len(found) == CASES:
                break
        return found

    def _any(self) -> Case:
        rng, one = self.rng, self.group
        # With computers there is a hint, too.
        reader, other = rng.randrange(one.seats), rng.choice(("here", "computer"))
        people = tuple("here" if seat == reader else other for seat in range(one.seats))
        return Case(
            game=one.game,
            kind="hand",
            seats=one.seats,
            options=rng.choice(worst.options_of(one.game)),
            seed=rng.randrange(10),
            haste=rng.choice((0.2, 1.0, 1.0, 4.0)),
            at=rng.random(),
            reader=reader,
            name=NAME,
            language=one.language,
            people=people,
            phase="live",
            pictured=True,
            dressed=True,
            pace=30,
            solo=other == "computer" and rng.random() < 0.5,
        )

    def _near(self, case: Case) -> Case:
        rng = self.rng
        other = self._any()
        match rng.randrange(6):
            case 0:
                return replace(case, held=not case.held)
            case 1:
                return replace(case, at=min(1.0, max(0.0, case.at + rng.gauss(0, 0.03))), picked="")
            case 2:
                return replace(case, options=other.options, picked="")
            case 3:
                return replace(case, seed=other.seed, haste=other.haste, picked="")
            case 4:
                case = replace(case, people=other.people, solo=other.solo, picked="")
                return replace(case, reader=other.reader)
        halves = worst.halves(worst.draw(case))
        return replace(case, picked=rng.choice(halves)) if halves else other


def _decides(case: Case) -> bool:
    """Return True if the reader's decision is due, and a moment that can be held if it is."""
    _, steps = worst.match(case.game, case.seats, case.options, case.seed, case.haste)
    step = steps[round(case.at * (len(steps) - 1))]
    if case.reader % case.seats not in GAMES[case.game].to_act(step.state):
        return False
    look = looks()[case.game]
    return not case.held or look.pause(GAMES[case.game].view(step.state, None), step.events) > 0


def message(case: Case) -> dict[str, Any]:
    """Return a case as the page's message."""
    drawn = json.dumps(worst.draw(case, _NUMBER).components)
    components = json.loads(drawn.replace(f"<t:{worst.DEADLINE}", f"<t:{int(time.time()) + 59}"))
    return {
        "id": "5",
        "author": {"id": "2", "username": "Shinrisen", "bot": True},
        "timestamp": "2026-01-01T00:00:00+00:00",
        "pings": [],
        "embeds": [],
        "attachments": [],
        "locale": case.language,
        "components": _with_pictures(components),
    }


def _with_pictures(parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    made = []
    for part in parts:
        if "items" in part:
            part = part | {"items": [{"media": {"url": _PICTURE}} for _ in part["items"]]}
        if "components" in part:
            part = part | {"components": _with_pictures(part["components"])}
        made.append(part)
    return made


class Ruler:
    """A page that measures messages."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @classmethod
    async def open(cls, browser: Browser, address: str, size: tuple[int, int] = _WIDE) -> "Ruler":
        """Open the playground's page with its styles, without its live parts."""
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]})

        async def nothing(route: Route) -> None:
            await route.fulfill(content_type="text/javascript", body="")

        async def blank(route: Route) -> None:
            await route.fulfill(content_type="image/svg+xml", body=_BLANK.format(128, 128))

        await page.route("**/page/app.js", nothing)
        await page.route("**/emojis/**", blank)
        await page.goto(address)
        return cls(page)

    async def heights(self, cases: Sequence[Case], width: int = COLUMN) -> list[float]:
        """Return the height of each case's message in pixels."""
        found: list[float] = await self._page.evaluate(
            _MEASURE, [[*map(message, cases)], width, str(worst.CHANNEL)]
        )
        return found

    async def shot(self, case: Case, path: str, width: int = COLUMN) -> None:
        """Save a picture of a case."""
        await self.heights([case], width)
        await self._page.locator(".message").screenshot(path=path)


def groups(keys: Iterable[str] = ()) -> list[Group]:
    """Return every game with the fewest, the most and one less than the most players."""
    found = []
    for key, language in product(sorted(keys or GAMES), worst.LANGUAGES):
        seats = GAMES[key].seats
        numbers = dict.fromkeys((seats[0], *seats[-2:]))
        found += [Group(key, many, language) for many in numbers]
    return found


async def tallest(ruler: Ruler, wanted: Sequence[Group]) -> list[Tallest]:
    """Return the tallest decision of each group."""
    breeds = [_Breed(one, random.Random(f"{one}")) for one in wanted]
    for _ in range(GENERATIONS):
        young = [(breed, case) for breed in breeds for case in breed.next()]
        measured = await ruler.heights([case for _, case in young])
        for (breed, case), height in zip(young, measured, strict=True):
            breed.measured[case] = height
    found = []
    for breed in breeds:
        case = max(breed.measured, key=lambda case: breed.measured[case])
        found.append(Tallest(breed.group, round(breed.measured[case]), case))
    return found


async def _print(keys: Sequence[str]) -> None:
    """Print the table, and save a picture of each group's tallest decision."""
    async with stand_in() as raw, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        ruler = await Ruler.open(browser, raw.play.address)
        SCREENS.mkdir(exist_ok=True)
        for one in await tallest(ruler, groups(keys)):
            print(one)
            name = f"height-{one.group.game}-{one.group.seats}-{one.group.language}.png"
            await ruler.shot(one.case, str(SCREENS / name))
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_print(sys.argv[1:]))
