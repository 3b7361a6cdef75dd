"""The playground's page as a person uses it, in Chromium, by clicks alone, with the real bot."""

import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SCREENS = Path(__file__).parent / "screens"
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed here")


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """The page of `python -m bot playground`, which `make play` runs, with the bot beside it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "playground", "--port", "0"),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode().strip()
        yield line.removeprefix("Playground: ")
    finally:
        process.terminate()
        async with asyncio.timeout(15):
            await process.wait()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_QUIET)
        yield browser
        await browser.close()


class Visitor:
    """Somebody with the page open."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.channel = page.locator('[data-column="channel"]')
        self.direct = page.locator('[data-column="dm"]')

    @classmethod
    async def open(cls, browser: Browser, address: str, name: str) -> "Visitor":
        """Open the page and choose who to be in its list."""
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        visitor = cls(page)
        await page.goto(address)
        await page.wait_for_selector('body[data-bot="ready"]', timeout=20_000)
        await page.select_option("#person", label=name)
        await page.wait_for_selector(f'body[data-person="{name}"]')
        return visitor

    async def run(self, command: str, **options: str) -> None:
        """Type a slash, click the command, fill in options, send."""
        await self.page.fill("#text", "/")
        await self.page.click(f'[data-command="{command}"]')
        for name, value in options.items():
            await self.page.fill(f'[data-option="{name}"]', value)
        await self.page.click('#composer button[type="submit"]')

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """The newest such button in the channel."""
        return self.channel.get_by_role("button", name=label).last

    def cards(self) -> Locator:
        """The live buttons of the newest direct message."""
        return self.direct.locator(".message").last.locator("button.btn:enabled")

    async def shot(self, name: str) -> None:
        """Keep a picture for a human eye."""
        await asyncio.to_thread(SCREENS.mkdir, exist_ok=True)
        await self.page.screenshot(path=SCREENS / f"{name}.png")


async def test_three_people_play_a_round_by_clicks_alone(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    ben = await Visitor.open(browser, address, "Ben")
    chie = await Visitor.open(browser, address, "Chie")

    await ana.page.fill("#text", "/n")
    await ana.shot("1-commands")
    await ana.run("nimmt play", rounds="1")
    await expect(ana.channel).to_contain_text("a table is open")
    await expect(ana.channel).to_contain_text("Ana used /nimmt play")
    await ben.button("Join").click()
    await expect(ana.channel).to_contain_text("Ben")
    await chie.button("Join").click()
    await expect(ana.channel).to_contain_text("Chie")
    await expect(chie.direct).to_contain_text("You sit on seat 3")
    await ana.shot("2-lobby")

    await ana.button("Start").click()
    await expect(ben.channel).to_contain_text("Round 1 · trick 1 of 10")
    await expect(ben.direct).to_contain_text("Choose a card")
    await ben.shot("3-hand")
    await ben.button("Hand").click()
    private = ben.channel.locator('[data-private="yes"]')
    await expect(private).to_contain_text("Only you can see this")
    await expect(chie.channel.locator('[data-private="yes"]')).to_have_count(0)
    await ben.shot("4-private-hand")
    await private.get_by_role("button", name="Dismiss message").click()
    await expect(private).to_have_count(0)

    await _play_round([ana, ben, chie])
    await expect(ana.channel).to_contain_text("the end")
    await ana.shot("5-the-end")
    await chie.run("leaderboard")
    for name in ("Ana", "Ben", "Chie"):
        await expect(chie.channel.locator(".message").last).to_contain_text(name)
    await chie.shot("6-leaderboard")
    await chie.page.set_viewport_size({"width": 420, "height": 900})
    await chie.shot("7-phone")
    for visitor in (ana, ben, chie):
        assert visitor.errors == []


async def _play_round(visitors: list[Visitor]) -> None:
    """Everybody clicks their first card or row whenever one is asked of them."""
    pictured = False
    async with asyncio.timeout(120):
        while True:
            over = 0
            for visitor in visitors:
                hand = visitor.direct.locator(".message").last
                said = await hand.locator(".container").inner_text()
                over += "the end" in said
                if "Choose a card" in said or "choose one to take" in said:
                    await visitor.cards().first.click(timeout=5_000)
                    await expect(hand.locator(".container")).not_to_have_text(
                        said, use_inner_text=True, timeout=5_000
                    )
                if "trick 6" in said and not pictured:
                    pictured = True
                    await visitor.shot("5-mid-round")
            if over == len(visitors):
                return
            await asyncio.sleep(0.1)


async def test_what_a_client_would_refuse_is_said_at_once(address: str, browser: Browser) -> None:
    ana = await Visitor.open(browser, address, "Ana")
    await ana.run("nimmt play", target="9")
    await expect(ana.page.locator("#refusal")).to_contain_text("target must be from 10 to 200")
    await ana.page.fill('[data-option="target"]', "10")
    await ana.page.click('#composer button[type="submit"]')
    await expect(ana.channel).to_contain_text("passes 10 bulls")
