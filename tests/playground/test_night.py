"""A game night in the page: planned, come to, checked in for and cancelled, by clicks alone."""

from playwright.async_api import Browser, Locator, expect

from .conftest import in_chromium
from .visitor import PHONE, Visitor

pytestmark = in_chromium


def last(visitor: Visitor, *, private: bool = False) -> Locator:
    """Return the newest message of the night that all, or one person alone, can see."""
    kind = '[data-private="yes"]' if private else ':not([data-private="yes"])'
    return visitor.channel.locator(f".message{kind}", has_text="Game night").last


async def test_night_is_planned_and_checked_in_by_clicks(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    ben = await Visitor.open(browser, address, "Ben")
    await ana.run("night")
    plan = last(ana, private=True)
    await expect(plan).to_contain_text("another game each round")
    await ana.shot("night-plan")
    for place, label in (("At which hour?", "In ten minutes"), ("Which rounds", "2 rounds")):
        await plan.locator(".select, select, button", has_text=place).first.click()
        await ana.page.locator(".menu .choice", has_text=label).first.click()
    await expect(plan).to_contain_text("2 rounds")
    await plan.get_by_role("button", name="Post it").click()
    await expect(last(ben)).to_contain_text("Round 1 of 2: check in")
    await last(ben).get_by_role("button", name="I'm here").click()
    await expect(last(ana)).to_contain_text("Here (1): Ben")
    await expect(last(ana)).to_contain_text("Not yet (1): Ana")
    await ana.shot("night-check-in")
    await ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await ana.shot("night-check-in-phone")
    await ana.run("night")
    asked = ana.channel.locator('[data-private="yes"]').last
    await asked.get_by_role("button", name="Cancel the game night").click()
    await expect(asked).to_contain_text("for all?")
    await asked.get_by_role("button", name="Cancel the game night").click()
    await expect(last(ben)).to_contain_text("The game night is cancelled.")
    await expect(last(ben).get_by_role("button", name="I'm here")).to_have_count(0)
    for visitor in (ana, ben):
        assert visitor.errors == []
