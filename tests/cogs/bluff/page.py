"""A match of Bluff on the playground's page: facts for the generic tests."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY, ANY_TEXT, NUMBER

OPTIONS = {"dice": "3", "computers": "3"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return {
        "table": [t.many("{n} die in all.", "{n} dice in all.", NUMBER)],
        "hand": [t("Under your cup: {dice}.", **ANY)],
        "reveal": [t("{n} counted.", n=ANY_TEXT)],
    }[moment]
