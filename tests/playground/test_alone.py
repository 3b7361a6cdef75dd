"""One person alone in the page, against computers: playing at once, and every game to its end."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

from games import GAMES

from .conftest import CHROMIUM, played
from .player import Player
from .test_games import Anyhow, script_of
from .visitor import Visitor

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here")


async def test_whoever_has_just_opened_the_page_plays_by_one_click(
    address: str, browser: Browser
) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await expect(ana.newest()).to_contain_text("Play against computers")
    await ana.shot("alone-welcome")
    await ana.button("6 nimmt!").click()
    await expect(ana.direct).to_contain_text("Choose a card")
    await expect(ana.newest()).to_contain_text("🤖 Kenji 3")
    await ana.shot("alone-playing")
    assert ana.errors == []


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_one_person_plays_a_game_to_its_end(key: str, browser: Browser) -> None:
    # Whatever the computers do, the first thing offered leads on.
    script, options, pictured = Anyhow(key), script_of(key).options, set[str]()
    async with played("--no-limits") as address:
        ana = await Player.open(browser, address, "Ana", pictured)
        computers = str(max(1, GAMES[key].seats[0] - 1))
        await ana.visitor.run(f"{key} play", **options, computers=computers, strength="easy")
        await expect(ana.visitor.newest()).to_contain_text("🤖")
        await ana.picture(f"alone-{key}-lobby")
        await ana.visitor.button("Start").click()
        await ana.turn_to("direct")
        async with asyncio.timeout(300):
            while "🏆" not in await ana.visitor.newest().inner_text():
                offer = await ana.offer()
                if offer.due:
                    await script.decide(ana, offer)
                else:
                    await asyncio.sleep(0.05)
        await ana.turn_to("channel")
        await expect(ana.visitor.newest()).to_contain_text("Computers played along")
        await ana.picture(f"alone-{key}-end")
        assert ana.visitor.errors == []
