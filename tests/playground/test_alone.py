"""One person alone in the page: a match against computers by one click."""

from playwright.async_api import Browser, expect

from bot.screens.transcript import looks
from tests.examples import ALL_AT_ONCE

from .conftest import in_chromium
from .visitor import Visitor

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
