"""A player in the page: reads the newest hand and clicks in it."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import TimeoutError

from bot.wire.ui import Address
from rig.waits import found

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

    `sealed`: the choice is made, and every control would only change it. `ids`: those of all moves
    and half choices. With the seal they change by a click.
    """

    drawn: str
    ids: frozenset[str]
    sealed: bool
    moves: dict[str, str]
    picks: dict[str, str]
    selects: dict[str, str]


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
        ids = frozenset(custom_id for custom_id, _ in hand["controls"] if _KIND.match(custom_id))
        both = buttons["move"], buttons["pick"]
        return Offer(hand["drawn"], ids, hand["sealed"], *both, selects)

    async def click(self, text: str) -> Offer:
        """Click the button with that notation and return the new hand."""
        before = await self.offer()
        button = self.visitor.hand().locator(f'button.btn[data-custom-id$=":{text}"]')
        try:
            await button.click(timeout=_GONE)
        except TimeoutError:
            # A film has ended meanwhile, and with it this decision.
            return await self.offer()
        return await self._changed(before)

    async def choose(self, select: str, label: str) -> Offer:
        """Choose the option with that label and return the new hand."""
        before = await self.offer()
        await self.visitor.hand().locator(f'[data-custom-id="{select}"]').click()
        await self.page.locator(".menu .choice", has_text=label).first.click()
        return await self._changed(before)

    async def _changed(self, before: Offer) -> Offer:
        def changed(now: Offer) -> bool:
            # Pictures, words and labels may change without a click, once a drawing is ready.
            other = (now.ids, now.sealed) != (before.ids, before.sealed)
            return other and 'aria-busy="true"' not in now.drawn

        return await found(self.offer, changed)
