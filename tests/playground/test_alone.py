"""One person alone in the page: a match against computers by one click, and the daily deal."""

import asyncio
from pathlib import Path

from playwright.async_api import Browser, expect

from bot.screens.transcript import looks
from tests.examples import ALL_AT_ONCE

from .conftest import in_chromium, pages, played
from .gallery import decide
from .player import Player
from .visitor import CUT, Visitor

pytestmark = in_chromium


async def test_welcome_starts_a_match_against_computers_by_one_click(
    address: str, browser: Browser
) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await expect(ana.newest()).to_contain_text("Play against computers")
    await ana.button(looks()[ALL_AT_ONCE].name).click()
    await expect(ana.direct).to_contain_text("Choose a card")
    await expect(ana.newest()).to_contain_text("Your match has begun in our direct messages")
    assert ana.errors == []


async def test_daily_deal_is_played_and_posted_by_clicks(chromium: Browser, tmp_path: Path) -> None:
    quick = played("--no-limits", log=tmp_path / "log", module="rig.quick")
    async with pages(chromium) as browser, quick as address:
        dan = Player(await Visitor.open(browser, address, "Dan"))
        await _play_daily(dan)
        assert await dan.page.evaluate(CUT) == []
        visitor = dan.visitor
        await visitor.run("daily")
        private = visitor.channel.locator('[data-private="yes"]').last
        await expect(private).to_contain_text("Shinrisen daily")
        assert await dan.page.evaluate(CUT) == []
        box = await private.bounding_box()
        assert box is not None
        assert box["height"] <= 700, "the message and the frame of its column"
        line = (await private.inner_text()).split("Shinrisen daily")[1].splitlines()[0]
        await private.get_by_role("button", name="Post in #").click()
        public = visitor.channel.locator('.message:not([data-private="yes"])').last
        await expect(public).to_contain_text(f"Shinrisen daily{line}")
        assert visitor.errors == []
    said = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in said, said
    assert " ERROR " not in said, said


async def _play_daily(dan: Player) -> None:
    """Play the day's deal to its end."""
    visitor = dan.visitor
    await visitor.run("daily")
    private = visitor.channel.locator('[data-private="yes"]').last
    await expect(private).to_contain_text("One try")
    await private.get_by_role("button", name="Play").click()
    await expect(visitor.hand()).to_contain_text("Choose a card")
    async with asyncio.timeout(300):
        while "the end" not in await visitor.hand().inner_text():
            rests = visitor.hand().get_by_role("button", name="Go on")
            offer = await dan.offer()
            if await rests.count():
                # A busy machine may need more than the two minutes of a move.
                await rests.click()
            elif not offer.sealed and (offer.moves or offer.picks or offer.selects):
                await decide(dan, offer)
            else:
                await asyncio.sleep(0.05)
