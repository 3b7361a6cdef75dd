"""A match of Schwimmen on the playground's page: facts for the generic tests."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY, ANY_TEXT

OPTIONS = {"lives": "1", "computers": "3"}
"""The shortest match of one person against computers."""
EMOJIS = ("hand", "reveal")
"""Moments that always show emojis."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return {
        "table": [t("Stock: {n}.", n=ANY_TEXT)],
        "hand": [t("Your hand: {cards}.", **ANY)],
        "reveal": [t("{who} loses a life and swims.", **ANY)],
    }[moment]
