"""A player in the page: reads the newest hand and clicks in it."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, TimeoutError, expect

from bot.wire.ui import Address
from rig import LIMIT
from tests.examples import LATIN

from .visitor import PHONE, WIDE, Visitor

_HAND = """() => {
    const hands = document.querySelectorAll('[data-column="dm"] .message:has(.container)');
    const hand = [...hands].at(-1);
    const live = [...hand?.querySelectorAll('[data-custom-id]:enabled') ?? []];
    return {
        text: hand?.querySelector('.container')?.innerText ?? '',
        drawn: hand?.outerHTML ?? '',
        sealed: hand?.querySelector('[data-custom-id][aria-label$="✓"]:disabled') !== null,
        controls: live.map((one) => [one.dataset.customId, one.getAttribute('aria-label')]),
    };
}"""
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
# Texts equal in every language: commitments, names, and names from the games' rules.
_NAMES = re.compile(
    r"🔒[^\n]*|#[\w-]+|Ana|Ben|Chie|SPECIAL|Do|Zof|Rau|(?<![A-Za-z])[AKQJ]+(?![A-Za-z])|"
    + "|".join(map(re.escape, sorted(LATIN)))
)
# Milliseconds until a button that was offered counts as gone.
_GONE = 5000
_KIND = re.compile(r"[^:]*:(?:move|pick):")
# Labels of buttons have no gap between them, so that signs such as R, Y and Y look like a word.
_ENGLISH = re.compile(r"(?![A-Z]+(?![A-Za-z]))[A-Za-z]{3,}[^\n]*")


@dataclass(frozen=True, slots=True)
class Offer:
    """A hand: buttons as notation → label, selects as custom_id → placeholder.

    `sealed`: the choice is made, and every control would only change it. `controls` lists custom_id
    and label of all enabled controls.
    """

    text: str
    drawn: str
    controls: tuple[tuple[str, str], ...]
    sealed: bool
    moves: dict[str, str]
    picks: dict[str, str]
    selects: dict[str, str]

    @property
    def due(self) -> bool:
        """True if the match waits for this hand."""
        return bool(self.moves or self.picks) and not self.sealed

    @property
    def choices(self) -> tuple[frozenset[str], bool]:
        """The custom_ids of all moves and half choices, and the seal. They change with a click."""
        ids = frozenset(custom_id for custom_id, _ in self.controls if _KIND.match(custom_id))
        return ids, self.sealed


class Player:
    """One person at one device: a wide window, or a phone that shows one column."""

    def __init__(
        self, visitor: Visitor, name: str, pictured: set[str], *, phone: bool, language: str
    ) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.name = name
        self.phone = phone
        self.language = language
        self.holds: Path | None = None
        self._pictured = pictured

    @classmethod
    async def open(
        cls,
        browser: Browser,
        address: str,
        name: str,
        pictured: set[str],
        *,
        phone: bool = False,
        light: bool = False,
        language: str = "en-US",
    ) -> "Player":
        """Open the page and set language and theme.

        `pictured` is shared by all players and collects the names of pictures already taken.
        """
        visitor = await Visitor.open(browser, address, name, PHONE if phone else WIDE)
        page = visitor.page
        if light or language != "en-US":
            await page.click("#gear")
            await page.select_option("#locale", language)
            if light:
                await page.check("#light")
            await page.keyboard.press("Escape")
            await expect(page.locator("#settings")).to_be_hidden()
        return cls(visitor, name, pictured, phone=phone, language=language)

    async def turn_to(self, column: str) -> None:
        """Show the channel or the direct messages. A wide window shows both."""
        if self.phone:
            place = "#channels button" if column == "channel" else "#direct button"
            await self.page.locator(place).first.click()

    async def offer(self) -> Offer:
        """Return text and controls of the newest direct message."""
        hand = await self.page.evaluate(_HAND)
        buttons: dict[str, dict[str, str]] = {"move": {}, "pick": {}}
        selects = {}
        for custom_id, label in hand["controls"]:
            at = Address.parse(custom_id)
            if at is None or at.kind not in buttons:
                continue
            if "/" in at.text:
                selects[custom_id] = label
            else:
                buttons[at.kind][at.text] = label
        return Offer(
            *(hand["text"], hand["drawn"]),
            tuple((custom_id, label) for custom_id, label in hand["controls"]),
            hand["sealed"],
            buttons["move"],
            buttons["pick"],
            selects,
        )

    async def click(self, text: str) -> Offer:
        """Click the button with that notation and return the new hand."""
        return await self._act(f'button.btn[data-custom-id$=":{text}"]')

    async def choose(self, select: str, label: str) -> Offer:
        """Choose the option with that label and return the new hand."""
        before = await self.offer()
        await self.visitor.hand().locator(f'[data-custom-id="{select}"]').click()
        await self.page.locator(".menu .choice", has_text=label).first.click()
        return await self._changed(before)

    async def _act(self, selector: str) -> Offer:
        before = await self.offer()
        try:
            await self.visitor.hand().locator(selector).click(timeout=_GONE)
        except TimeoutError:
            # A film has ended meanwhile, and with it this decision.
            return await self.offer()
        return await self._changed(before)

    async def _changed(self, before: Offer) -> Offer:
        # Two cores may be busy with every other test at once.
        async with asyncio.timeout(LIMIT):
            while True:
                now = await self.offer()
                # Pictures, words and labels may change without a click, once a drawing is ready.
                if now.choices != before.choices and 'aria-busy="true"' not in now.drawn:
                    return now
                await asyncio.sleep(0.02)

    async def picture(self, name: str) -> None:
        """Take a picture, once per name and device.

        Check that nothing overflows and that no English is left in Japanese.
        """
        name += "-phone" if self.phone else "-desk"
        if name in self._pictured:
            return
        self._pictured.add(name)
        await self.visitor.shot(name)
        assert await self.page.evaluate(CUT) == [], name
        if self.language == "ja":
            said = _NAMES.sub("", (await self.offer()).text)
            assert not _ENGLISH.search(said), said
