"""A match of Schwimmen on the playground's page: facts for the generic tests."""

from typing import ClassVar

from bot.words.i18n import Tongue
from tests.playground.player import Offer, Player
from tests.playground.walks import ANY, ANY_TEXT

OPTIONS = {"lives": "1", "computers": "3"}
"""The shortest match of one person against computers."""
EMOJIS = ("hand", "reveal")
"""Moments that always show emojis."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    found = {
        "table": [t("Stock: {n}.", n=ANY_TEXT)],
        "hand": [t("Your hand: {cards}.", **ANY)],
        "reveal": [t("{who} loses a life and swims.", **ANY)],
    }
    return found[moment]


class Script:
    """A swap of one and one, a swap of all three, then all close as soon as possible."""

    people = 3
    options: ClassVar[dict[str, str]] = {"lives": "1", "swap_all": "Yes"}

    def __init__(self) -> None:
        self.swapped = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if "take" in offer.moves:
            await player.picture("schwimmen-dealer")
            await player.click("take")
        elif self.swapped < 2 and "!" in offer.picks:
            self.swapped += 1
            await player.picture("schwimmen-turn")
            give = next(iter(offer.picks))
            offer = await player.click(give)
            take = next(text for text in offer.picks if text.startswith(f"{give}-"))
            await player.picture("schwimmen-half")
            offer = await player.click(take)
            await player.picture("schwimmen-swap")
            await player.click(take)
        elif self.swapped == 2 and "all" in offer.picks:
            self.swapped += 1
            await player.click("all")
            await player.picture("schwimmen-all")
            await player.click("all")
        else:
            await player.picture("schwimmen-last")
            if "!" in offer.picks:
                offer = await player.click("!")
            await player.click("pass!" if "pass!" in offer.moves else "pass")
            await player.picture("schwimmen-waiting")
