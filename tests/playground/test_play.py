"""A match as people play it in the page, in Chromium, by clicks alone, with the real bot."""

import asyncio

from playwright.async_api import Browser, Locator, expect

from tests.examples import ALL_AT_ONCE

from .conftest import in_chromium
from .visitor import PHONE, Visitor

pytestmark = in_chromium


async def test_three_people_play_a_round_by_clicks_alone(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    ben = await Visitor.open(browser, address, "Ben")
    chie = await Visitor.open(browser, address, "Chie")

    await ana.page.fill("#text", "/n")
    await ana.shot("1-commands")
    await ana.run(f"{ALL_AT_ONCE} play", rounds="1")
    await expect(ana.channel).to_contain_text(" is open")
    await expect(ana.channel).to_contain_text(f"Ana used /{ALL_AT_ONCE} play")
    await ben.button("Join").click()
    await expect(ana.channel.locator('img[alt*="Ben sits here."]')).to_have_count(1)
    await chie.button("Join").click()
    await expect(ana.channel.locator('img[alt*="Chie sits here."]')).to_have_count(1)
    await expect(chie.direct).to_contain_text("You sit on seat 3")
    await ana.shot("2-lobby")
    for first in (ben, chie):
        # First-time players get a private offer of a lesson.
        await expect(private(first)).to_contain_text("Learn by playing")
        await dismiss(first)
    await expect(private(ana)).to_have_count(0)

    await ana.button("Start").click()
    await expect(ben.channel).to_contain_text("Round 1 · card 1 of 10")
    await expect(ben.direct).to_contain_text("Choose a card")
    await ben.shot("3-hand")
    await ben.button("Hand").click()
    await expect(private(ben)).to_contain_text("Only you can see this")
    await expect(private(chie)).to_have_count(0)
    await ben.shot("4-private-hand")
    await dismiss(ben)

    await _play_round([ana, ben, chie])
    await expect(ana.channel).to_contain_text("the end")
    await ana.shot("6-the-end")
    await chie.run("leaderboard")
    # A board lists people from their fifth match on.
    await expect(private(chie).last).to_contain_text("You have played 1.")
    await chie.shot("7-leaderboard")
    await chie.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await chie.shot("8-phone")
    for visitor in (ana, ben, chie):
        assert visitor.errors == []


def private(visitor: Visitor) -> Locator:
    """Return the private messages of this visitor in the channel."""
    return visitor.channel.locator('[data-private="yes"]')


async def dismiss(visitor: Visitor) -> None:
    """Dismiss the only private message."""
    await private(visitor).get_by_role("button", name="Dismiss message").click()
    await expect(private(visitor)).to_have_count(0)


async def _play_round(visitors: list[Visitor]) -> None:
    """Click the first card or row of each visitor until the round ends."""
    pictured = False
    async with asyncio.timeout(150):
        while True:
            over = 0
            for visitor in visitors:
                hand = visitor.hand()
                said = await hand.inner_text()
                over += "the end" in said
                if "Choose a card" in said or "Which one do you take" in said:
                    await hand.locator("button.btn:enabled").first.click()
                    await expect(hand).not_to_have_text(said, use_inner_text=True)
                if "card 6 of" in said and not pictured:
                    pictured = True
                    await visitor.shot("5-mid-round")
            if over == len(visitors):
                return
            await asyncio.sleep(0.05)


async def test_page_shows_client_side_refusals_at_once(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await ana.run(f"{ALL_AT_ONCE} play", limit="9")
    await expect(ana.refusal).to_contain_text("limit must be from 10 to 200")
    await ana.fill_option("limit", "10")
    await ana.send()
    await expect(ana.channel).to_contain_text("over 10 bulls")
