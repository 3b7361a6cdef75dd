"""One person alone in the page, against computers: playing at once."""

import pytest
from playwright.async_api import Browser, expect

from .conftest import CHROMIUM
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
