"""A match of 6 nimmt! on the playground's page: facts for the generic tests."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY, NUMBER

OPTIONS = {"rounds": "1", "computers": "3"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return {
        "table": [
            t.many("Row {row}: {cards}, {n} bull.", "Row {row}: {cards}, {n} bulls.", many, **ANY)
            for many in (1, NUMBER)
        ],
        "hand": [t("Your hand: {cards}.", **ANY)],
        "reveal": [t("{who}: {card} to row {row}.", **ANY)],
    }[moment]
