"""A match of Sinomilia on the playground's page: facts for the generic tests."""

from typing import ClassVar

from bot.words.i18n import Tongue
from tests.playground.player import Offer, Player
from tests.playground.walks import ANY, NUMBER

OPTIONS = {"computers": "1"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    found = {
        "table": [t.many("{who}: {n} chip.", "{who}: {n} chips.", NUMBER, **ANY)],
        "hand": [t("Your cards: {cards}.", **ANY)],
        "reveal": [t("{who}: not turned up yet.", **ANY)],
    }
    return found[moment]


class Script:
    """A short round with a feint, then nine moons, which Ana has predicted both times."""

    people = 2
    options: ClassVar[dict[str, str]] = {"pause": "1"}

    def __init__(self) -> None:
        self.turn = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if "sun" in offer.moves:
            await player.picture("sinomilia-toss")
            await player.click("moon")
        elif "chip-moon" not in offer.moves and "pass" not in offer.moves:
            await player.picture("sinomilia-lay")
            mine = "1" if "1" in offer.moves else "9"
            await player.click(mine if player.name == "Ana" else next(iter(offer.moves)))
            await player.picture("sinomilia-laid")
        else:
            self.turn += 1
            await player.picture("sinomilia-turn")
            if self.turn == 1:
                offer = await player.click("change")
                await player.picture("sinomilia-change")
                await player.click(next(t for t in offer.moves if set("(（") & set(offer.moves[t])))
            elif self.turn == 2:
                await player.click("chip-moon")
            elif self.turn == 3:
                await player.click("pass")
                await player.picture("sinomilia-held")
            else:
                await player.picture("sinomilia-paid")
                await player.click("chip-moon" if "chip-moon" in offer.moves else "pass")
