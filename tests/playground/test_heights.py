"""Heights of all screens in the page, against the aims in one table.

Random cases of every game with the fewest, some and the most players, whose names have 32 wide
letters, are drawn in every language. One browser page measures them at once in both widths.
"""

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route

from bot.screens.transcript import looks
from bot.wire.ui import Drawn
from bot.words.i18n import tongue
from games import GAMES

from ..bot.screens import worst
from ..bot.screens.cases import Case
from ..examples import LATIN
from ..features import brought
from ..hidden import strings
from .conftest import in_chromium
from .raw import Wire, stand_in
from .visitor import CUT

pytestmark = in_chromium

_WIDTHS = 484, 390
"""Widths of a column of messages in pixels, its margins included: on a desk and on a phone."""
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

NAMES = ("W" * 32, "Anastasia Konstantinopoulou 千恵子")
_CASES = 8
# Tries for each case: many screens need a decision, a reveal or an outcome.
_TRIES = 40
_NUMBER = 1234
# Keys of texts for a reader, texts that are alike in every language, and words of English.
_READ = {"content", "label", "placeholder", "description"}
_OWN = (r"🔒[^\n]*", "<[^>]*>", "WW+", "Anast[a-z]*( Kon[a-z]*)?", "（[A-Za-z]+）")
_ALIKE = re.compile("|".join((*_OWN, *map(re.escape, LATIN))))
_ENGLISH = re.compile(r"(?![A-Z]+(?![A-Za-z]))[A-Za-z]{3,}")
_MORE = 3
"""Pixels that a screen may have too many, because letters of other fonts make a line higher."""


@dataclass(frozen=True)
class Screen:
    """A kind of screen: its greatest height in pixels and the values of its cases."""

    aim: int
    values: Mapping[str, Any]


OPEN = {"kind": "lobby", "pace": 86_400}
RUNNING = {"phase": "live", "pace": 30}
OVER = {"phase": "over", "at": 1.0}
AIMS = {
    "open table": Screen(450, OPEN),
    "open table with a cut": Screen(450, OPEN | {"late": True}),
    "panel": Screen(560, RUNNING | {"kind": "panel"}),
    "watched": Screen(560, RUNNING | {"kind": "watched"}),
    "hand": Screen(560, RUNNING | {"kind": "hand"}),
    "hand with a film": Screen(560, RUNNING | {"kind": "hand", "held": True, "filmed": True}),
    "end": Screen(650, OVER | {"kind": "panel"}),
    "own end": Screen(650, OVER | {"kind": "hand"}),
    "fairness": Screen(400, {"kind": "fairness"}),
    "hint": Screen(400, {"kind": "hint"}),
    "more": Screen(400, {"kind": "more"}),
} | {
    name: Screen(aim, {**values, "kind": one.name})
    for one in worst.BROUGHT.values()
    for name, (aim, values) in one.aims.items()
}
"""The aims. A hand's reader is to act: other hands have no controls."""
USUAL = 700
"""The aim of all other screens."""


def cases(name: str) -> Iterator[Case]:
    """Yield random cases of a kind of screen, the same in each run."""
    values = AIMS[name].values
    for key, language in product(sorted(GAMES), worst.LANGUAGES):
        if not worst.drawable(key, values["kind"]):
            continue
        every = GAMES[key].seats
        for seats in dict.fromkeys((every[0], every[len(every) // 2], every[-1])):
            rng = random.Random(f"{name} {key} {seats} {language}")
            tries = (_any(rng, key, seats, language, number) for number in range(_TRIES))
            yield from islice(filter(_there, (replace(one, **values) for one in tries)), _CASES)


def _any(rng: random.Random, key: str, seats: int, language: str, number: int) -> Case:
    reader, other = rng.randrange(seats), rng.choice(("here", "here", "computer"))
    return Case(
        game=key,
        kind="",
        seats=seats,
        options=rng.choice(worst.options_of(key)),
        seed=rng.randrange(10),
        haste=rng.choice((0.2, 1.0, 1.0, 4.0)),
        at=rng.random(),
        reader=reader,
        name=rng.choice(NAMES),
        language=language,
        people=tuple("here" if seat == reader else other for seat in range(seats)),
        phase="live",
        pictured=True,
        dressed=True,
        step=number,
    )


def _there(case: Case) -> bool:
    """Return True if the match has such a moment."""
    brought = worst.BROUGHT.get(case.kind)
    if case.kind in ("lobby", "more", "fairness") or (brought and not brought.of_match):
        return True
    game = GAMES[case.game]
    _, steps = worst.match(case.game, case.seats, case.options, case.seed, case.haste)
    if case.phase == "over":
        return game.outcome(steps[-1].state) is not None
    step = steps[round(case.at * (len(steps) - 1))]
    if case.held:
        public = [event for event in step.events if event.to is None]
        look = looks()[case.game]
        return look.pause(game.view(step.state, None), public) > 0
    return case.kind not in ("hand", "hint") or case.reader in game.to_act(step.state)


def message(drawn: Drawn, language: str) -> Wire:
    """Return a screen as the page's message, its deadline in a minute. Its files are in SVG."""
    shown = _with_pictures(drawn.components, {f.name: f.content for f in drawn.files})
    soon = json.dumps(shown).replace(f"<t:{worst.DEADLINE}", f"<t:{int(time.time()) + 59}")
    return {
        "id": "5",
        "author": {"id": "2", "username": "Shinrisen", "bot": True},
        "timestamp": "2026-01-01T00:00:00+00:00",
        "locale": language,
        "components": json.loads(soon),
        **{key: [] for key in ("pings", "embeds", "attachments")},
    }


def _with_pictures(parts: Iterable[Any], files: Mapping[str, bytes]) -> list[Wire]:
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


def drawn(name: str) -> list[tuple[Case, Wire]]:
    """Return the cases of a kind of screen with their messages."""
    found = []
    for case in cases(name):
        with suppress(worst.NothingThere):
            found.append((case, message(worst.draw(case, _NUMBER), case.language)))
    return found


@asynccontextmanager
async def opened(browser: Browser) -> AsyncIterator[Page]:
    """Open the playground's page with its styles, and without its live parts."""

    async def nothing(route: Route) -> None:
        await route.fulfill(content_type="text/javascript", body="")

    async def blank(route: Route) -> None:
        await route.fulfill(content_type="image/svg+xml", body=_BLANK)

    async with stand_in() as raw:
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        await page.route("**/page/app.js", nothing)
        await page.route("**/emojis/**", blank)
        await page.goto(raw.play.address)
        yield page
        await page.close()


async def measured(page: Page, messages: Sequence[Wire], width: int) -> list[float]:
    """Return the heights in a column of that width, in pixels. Check that nothing overflows."""
    asked = [[*messages], width, str(worst.CHANNEL)]
    heights: list[float] = await page.evaluate(_MEASURE, asked)
    assert await page.evaluate(CUT) == []
    return heights


def english(shown: Wire) -> list[str]:
    """Return the texts of a Japanese message that contain English words."""
    texts = [_ALIKE.sub("", text) for key, text in strings(shown["components"]) if key in _READ]
    return [text for text in texts if _ENGLISH.search(text)]


@pytest.mark.parametrize("name", AIMS)
async def test_every_screen_is_short_whole_and_translated(chromium: Browser, name: str) -> None:
    # Some are drawn in an event loop of their own.
    found, one = await asyncio.to_thread(drawn, name), AIMS[name]
    assert found, "no case has such a screen"
    wrong = [said for case, shown in found if case.language == "ja" for said in english(shown)]
    async with opened(chromium) as page:
        for width in _WIDTHS:
            heights = await measured(page, [shown for _, shown in found], width)
            wrong += [
                f"{height:.0f} of {one.aim} at {width} px: {case}"
                for (case, _), height in zip(found, heights, strict=True)
                if height > one.aim + _MORE
            ]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("width", _WIDTHS)
async def test_pages_of_features_are_short(chromium: Browser, width: int) -> None:
    shown = [
        message(page, language)
        for one in brought("short")
        for language in worst.LANGUAGES
        for page in one.pages(tongue(language))
    ]
    async with opened(chromium) as page:
        heights = await measured(page, shown, width)
        assert max(heights, default=0) <= USUAL, heights
