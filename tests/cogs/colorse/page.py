"""A match of COLORSE on the playground's page: facts for the generic tests."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY

OPTIONS = {"rounds": "1", "computers": "2"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return {
        "table": [t("Market: {cards}.", **ANY)],
        "hand": [t("Market: {cards}.", **ANY)],
        "reveal": [t("{who} wins.", **ANY), t("Neither wins.")],
    }[moment]
