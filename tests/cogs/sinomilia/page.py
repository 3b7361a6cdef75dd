"""A match of Sinomilia on the playground's page: facts for the generic tests."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY, NUMBER

OPTIONS = {"computers": "1"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return {
        "table": [t.many("{who}: {n} chip.", "{who}: {n} chips.", NUMBER, **ANY)],
        "hand": [t("Your cards: {cards}.", **ANY)],
        "reveal": [t("{who}: not turned up yet.", **ANY)],
    }[moment]
