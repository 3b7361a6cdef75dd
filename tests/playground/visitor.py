"""A person with the playground's page open in Chromium. Acts only by clicks and keys."""

import re
from pathlib import Path

from playwright.async_api import Browser, ConsoleMessage, Locator, Page, expect

from rig import LIMIT

SCREENS = Path(__file__).parent / "screens"
WIDE, PHONE = (1400, 900), (420, 900)
# Elements that overflow their message or need scrolling. A phone would wrap them.
CUT = """() => {
    const found = [];
    for (const message of document.querySelectorAll('.message')) {
        const edge = message.getBoundingClientRect().right;
        for (const part of message.querySelectorAll('*')) {
            const wide = part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1;
            const scrolls = wide && getComputedStyle(part).overflowX !== 'visible';
            if (scrolls || part.getBoundingClientRect().right > edge) found.push(part.outerHTML);
        }
    }
    return found;
}"""

# Two cores may be busy with every other test at once.
expect.set_options(timeout=LIMIT * 1000)


class Visitor:
    """One page. `errors` are the errors of the browser's console."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.set_default_timeout(LIMIT * 1000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._record_error)
        self.channel = page.locator('[data-column="channel"]')
        self.direct = page.locator('[data-column="dm"]')
        self.refusal = page.locator("#refusal")

    def _record_error(self, said: ConsoleMessage) -> None:
        # A picture may be replaced before the page fetches it, and a button during a click.
        where = said.location["url"]
        late = "/attachments/" in where or where.endswith("/component")
        if said.type == "error" and not late:
            self.errors.append(f"{said.text} {where}")

    @classmethod
    async def open(
        cls, browser: Browser, address: str, name: str, size: tuple[int, int] = WIDE
    ) -> "Visitor":
        """Open the page and choose a person."""
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
        visitor = cls(page)
        await page.goto(address)
        await page.wait_for_selector('body[data-bot="ready"][data-person]', timeout=LIMIT * 1000)
        await visitor.choose_person(name)
        return visitor

    async def choose_person(self, name: str) -> None:
        """Choose a person."""
        await self.page.click("#person")
        await self.page.click(f'.menu [data-person="{name}"]')
        await self.page.wait_for_selector(f'body[data-person="{name}"]')

    async def choose(self, command: str) -> None:
        """Type a slash and click the command."""
        await self.page.fill("#text", "/")
        await self.page.click(f'[data-command="{command}"]')

    async def fill_option(self, option: str, value: str) -> None:
        """Fill in an option. Add it first if it isn't shown yet."""
        field = self.page.locator(f'[data-option="{option}"]')
        if not await field.count():
            await self.page.click(f'[data-add-option="{option}"]')
        if await field.evaluate("field => field.tagName") == "SELECT":
            await field.select_option(label=value)
        else:
            await field.fill(value)

    async def send(self) -> None:
        """Click Send."""
        await self.page.click('#composer button[type="submit"]')

    async def run(self, command: str, **options: str) -> None:
        """Run a slash command."""
        await self.choose(command)
        for name, value in options.items():
            await self.fill_option(name, value)
        await self.send()

    async def open_table(self, game: str, computers: str = "", **options: str) -> None:
        """Open a table, and choose options in its form."""
        await self.run(game, **({"computers": computers} if computers else {}))
        if not options:
            return
        # The end of an earlier match has this button, too.
        await self.newest().locator('[data-custom-id*=":start:"]').wait_for()
        await self.newest().locator('[data-custom-id*=":more:"]').click()
        more = self.channel.locator('[data-private="yes"]').last
        await more.locator('.btn[data-custom-id*=":options:"]').click()
        # The form of an earlier table stays in the page, closed.
        form = self.page.locator("#modal[open] form")
        for name, value in options.items():
            field = form.locator(f'[data-custom-id="{name}"]')
            if await field.evaluate("field => field.tagName") == "INPUT":
                await field.fill(value)
            elif await field.get_attribute("role") == "radiogroup":
                await field.get_by_text(value, exact=True).click()
            else:
                await field.click()
                await self.page.locator(".menu .choice").get_by_text(value, exact=True).click()
        await form.locator("button[type=submit]").click()
        await self.page.wait_for_selector("#modal:not([open])", state="attached")
        await more.locator("[data-dismiss]").click()

    async def say(self, text: str) -> None:
        """Write a message in the channel."""
        await self.page.fill("#text", text)
        await self.page.keyboard.press("Enter")

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """Return the newest button with that label in the channel."""
        return self.channel.locator(".message").get_by_role("button", name=label).last

    def newest(self) -> Locator:
        """Return the channel's newest message."""
        return self.channel.locator(".message").last

    def told(self) -> Locator:
        """Return the newest direct message."""
        return self.direct.locator(".message").last

    def hand(self) -> Locator:
        """Return the newest direct message that is a screen. A refusal is a line below it."""
        return self.direct.locator(".message:has(.container)").last
