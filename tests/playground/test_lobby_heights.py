"""The heights of open tables in the page, in a column of Discord's width and on a phone."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Browser

from games import GAMES

from ..bot.screens import worst
from ..bot.screens.worst import Case
from . import ruler
from .conftest import in_chromium
from .ruler import COLUMN, NAME, PHONE

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


@pytest.mark.parametrize("width", [COLUMN, PHONE])
async def test_open_tables_are_short(chromium: Browser, width: int) -> None:
    wanted = list(cases())
    async with ruler.opened(chromium, worst.CHANNEL) as measure:
        heights = await measure.heights([message(case) for case in wanted], width)
    over = [
        f"{height.whole:.0f} of {LIMIT}: {case}"
        for case, height in zip(wanted, heights, strict=True)
        if height.whole > LIMIT
    ]
    assert over == [], "\n".join(over)
