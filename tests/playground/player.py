"""A player in the page: reads the newest hand and clicks in it."""

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import TimeoutError

from bot.wire.ui import Address
from rig import LIMIT

from .visitor import Visitor

_HAND = """() => {
    const hands = document.querySelectorAll('[data-column="dm"] .message:has(.container)');
    const hand = [...hands].at(-1);
    const live = [...hand?.querySelectorAll('[data-custom-id]:enabled') ?? []];
    return {
        drawn: hand?.outerHTML ?? '',
        sealed: hand?.querySelector('[data-custom-id][aria-label$="✓"]:disabled') !== null,
        controls: live.map((one) => [one.dataset.customId, one.getAttribute('aria-label')]),
    };
}"""
# Milliseconds until a button that was offered counts as gone.
_GONE = 5000
_KIND = re.compile(r"[^:]*:(?:move|pick):")


@dataclass(frozen=True, slots=True)
class Offer:
    """A hand: buttons as notation → label, selects as custom_id → placeholder.

    `sealed`: the choice is made, and every control would only change it. `controls` lists custom_id
    and label of all enabled controls.
    """

    drawn: str
    controls: tuple[tuple[str, str], ...]
    sealed: bool
    moves: dict[str, str]
    picks: dict[str, str]
    selects: dict[str, str]

    @property
    def choices(self) -> tuple[frozenset[str], bool]:
        """The custom_ids of all moves and half choices, and the seal. They change with a click."""
        ids = frozenset(custom_id for custom_id, _ in self.controls if _KIND.match(custom_id))
        return ids, self.sealed


class Player:
    """One person at the page, and the file with the seconds of the bot's reveals, if any."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.language = "en-US"
        self.holds: Path | None = None

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
            hand["drawn"],
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
