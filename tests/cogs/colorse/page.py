"""A match of COLORSE on the playground's page: facts for the generic tests."""

from typing import ClassVar

from bot.words.i18n import Tongue
from tests.playground.player import Offer, Player
from tests.playground.walks import ANY

OPTIONS = {"rounds": "1", "computers": "2"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    found = {
        "table": [t("Market: {cards}.", **ANY)],
        "hand": [t("Market: {cards}.", **ANY)],
        "reveal": [t("{who} wins.", **ANY), t("Neither wins.")],
    }
    return found[moment]


class Script:
    """Zof against Do at first, Do against Do later, and as few vanished cards as possible."""

    people = 3
    options: ClassVar[dict[str, str]] = {"rounds": "1"}

    def __init__(self) -> None:
        self.signs = 0

    async def decide(self, player: Player, offer: Offer) -> None:
        if offer.moves.keys() <= {"do", "zof", "rau"}:
            await player.picture("colorse-sign")
            self.signs += 1
            await player.click("zof" if self.signs in (1, 3) else "do")
            return
        first = next(iter(offer.moves))
        await player.picture(f"colorse-{first.rstrip('123:RGBY') or 'colour'}")
        await player.click(min(offer.moves, key=lambda text: "💥" in offer.moves[text]))
