"""A match of Bluff on the playground's page: facts for the generic tests."""

from typing import ClassVar

from bot.words.i18n import Tongue, tongue
from tests.playground.player import Offer, Player
from tests.playground.walks import ANY, ANY_TEXT, NUMBER

OPTIONS = {"dice": "3", "computers": "3"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    found = {
        "table": [t.many("{n} die in all.", "{n} dice in all.", NUMBER)],
        "hand": [t("Under your cup: {dice}.", **ANY)],
        "reveal": [t("{n} counted.", n=ANY_TEXT)],
    }
    return found[moment]


class Script:
    """A bid in two choices, dice shown, a raise, a challenge, then short rounds to the end."""

    people = 2
    options: ClassVar[dict[str, str]] = {"dice": "3"}

    def __init__(self) -> None:
        self.turn = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        self.turn += 1
        if self.turn == 1:
            await player.picture("bluff-start")
            offer = await player.choose(next(iter(offer.selects)), "2 × …")
            await player.picture("bluff-face")
            assert {"2x1", "2x5", "2x*"} <= set(offer.moves)
            await player.click("2x3")
        elif self.turn == 2:
            await player.picture("bluff-turn")
            # A long list is split, and this is the last of all choices.
            asked = tongue(player.language)("Show dice")
            offer = await player.choose([*offer.selects][-1], asked)
            offer = await player.click(next(iter(offer.picks)))
            await player.picture("bluff-dice")
            await player.click(next(text for text in offer.moves if text.startswith("show")))
        elif self.turn == 3:
            await player.picture("bluff-shown")
            await player.click("2x4")
        elif "challenge" in offer.moves:
            await player.picture("bluff-doubt")
            await player.click("challenge")
            await player.picture("bluff-counted")
        else:
            await player.picture("bluff-round")
            await player.click("1x1")
