"""A match of 6 nimmt! on the playground's page: facts for the generic tests."""

from typing import ClassVar

from bot.words.i18n import Tongue
from tests.playground.player import Offer, Player
from tests.playground.walks import ANY, NUMBER

OPTIONS = {"rounds": "1", "computers": "3"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    found = {
        "table": [
            t.many("Row {row}: {cards}, {n} bull.", "Row {row}: {cards}, {n} bulls.", many, **ANY)
            for many in (1, NUMBER)
        ],
        "hand": [t("Your hand: {cards}.", **ANY)],
        "reveal": [t("{who}: {card} to row {row}.", **ANY)],
    }
    return found[moment]


class Script:
    """A round of eleven tricks with jokers: always the first card or row."""

    people = 2
    options: ClassVar[dict[str, str]] = {"rounds": "1", "jokers": "Yes"}

    def __init__(self) -> None:
        self.cards = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        row = "row1" in offer.moves
        await player.picture("nimmt-row" if row else "nimmt-card")
        self.cards += not row
        await player.click(next(iter(offer.moves)))
        if self.cards in (3, 4):
            await player.picture("nimmt-chosen")
