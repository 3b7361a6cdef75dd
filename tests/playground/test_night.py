"""A game night in the page: planned by its form, come to and cancelled, by clicks alone."""

from playwright.async_api import Browser, Locator, expect

from .conftest import in_chromium
from .visitor import PHONE, Visitor

pytestmark = in_chromium


def last(visitor: Visitor) -> Locator:
    """Return the night's card."""
    public = '.message:not([data-private="yes"])'
    return visitor.channel.locator(public, has_text="Game night").last


async def submit(visitor: Visitor, label: str) -> None:
    """Choose an hour in the open form, and submit it."""
    form = visitor.page.locator("#modal form")
    await form.locator(".select, select, button", has_text="At 20:00").first.click()
    await visitor.page.locator(".menu .choice", has_text=label).first.click()
    await form.locator("button[type=submit]").click()


async def test_night_is_planned_and_changed_by_clicks(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    ben = await Visitor.open(browser, address, "Ben")
    await ana.run("night")
    await submit(ana, "In ten minutes")
    await expect(last(ben)).to_contain_text("In (1): Ana")
    await last(ben).get_by_role("button", name="I'm in").click()
    await expect(last(ana)).to_contain_text("In (2): Ana, Ben")
    await ana.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await ana.run("night")
    asked = ana.channel.locator('[data-private="yes"]').last
    await asked.get_by_role("button", name="Cancel the game night").click()
    await expect(asked).to_contain_text("for all?")
    await asked.get_by_role("button", name="Cancel the game night").click()
    await expect(last(ben)).to_contain_text("The game night is cancelled.")
    await expect(last(ben).get_by_role("button", name="I'm in")).to_have_count(0)
    for visitor in (ana, ben):
        assert visitor.errors == []
