"""The heights of open tables in the page, in a column of Discord's width and on a phone.

`python -m tests.playground.test_lobby_heights` prints the tallest of each game and language, and
saves its picture.
"""

import asyncio
from collections.abc import Iterator
from itertools import product
from typing import Any

from playwright.async_api import Browser, async_playwright

from games import GAMES

from ..bot.screens import worst
from ..bot.screens.worst import Case
from . import ruler
from .conftest import CHROMIUM, QUIET, in_chromium
from .ruler import COLUMN, NAME, PHONE, Height
from .visitor import SCREENS

pytestmark = in_chromium

LIMIT = 900
"""Greatest height of an open table in pixels."""


def cases() -> Iterator[Case]:
    """Yield every game's tables with cuts: with one, the fewest and the most players."""
    for key, language in product(sorted(GAMES), worst.LANGUAGES):
        seats = GAMES[key].seats
        there = {1, seats[0], seats[-1]}
        kinds = product(worst.options_of(key), there, ("here", "computer"))
        for options, sitting, other in kinds:
            yield Case(
                game=key,
                kind="lobby",
                seats=seats[-1],
                options=options,
                seed=0,
                haste=1.0,
                at=0.0,
                reader=sitting - 1,
                name=NAME,
                language=language,
                people=("here", *[other] * (seats[-1] - 1)),
                phase="live",
                pictured=True,
                dressed=True,
                pace=86_400,
                late=True,
            )


def message(case: Case) -> dict[str, Any]:
    """Return a case as the page's message."""
    return ruler.message(worst.draw(case, 1234), case.language)


async def tallest(browser: Browser, width: int) -> dict[tuple[str, str], tuple[Height, Case]]:
    """Return the tallest open table of each game and language."""
    wanted, found = list(cases()), dict[tuple[str, str], tuple[Height, Case]]()
    async with ruler.opened(browser, worst.CHANNEL) as measure:
        heights = await measure.heights([message(case) for case in wanted], width)
    for case, height in zip(wanted, heights, strict=True):
        group = case.game, case.language
        if group not in found or height.whole > found[group][0].whole:
            found[group] = height, case
    return found


async def test_open_tables_are_short(chromium: Browser) -> None:
    over = [
        f"{key} {language}: {height.whole:.0f} of {LIMIT} at {width} px"
        for width in (COLUMN, PHONE)
        for (key, language), (height, _) in (await tallest(chromium, width)).items()
        if height.whole > LIMIT
    ]
    assert over == [], "\n".join(over)


async def _print() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        SCREENS.mkdir(exist_ok=True)
        for width in (COLUMN, PHONE):
            found = await tallest(browser, width)
            async with ruler.opened(browser, worst.CHANNEL) as measure:
                for (key, language), (height, case) in found.items():
                    facts = f"{case.people[-1]} {case.options}"
                    print(f"{width} {key:10} {language:5} {height.whole:5.0f}  {facts}")
                    path = SCREENS / f"lobby-{width}-{key}-{language}.png"
                    await measure.shot(message(case), str(path), width)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(_print())
