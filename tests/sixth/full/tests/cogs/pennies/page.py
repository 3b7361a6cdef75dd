"""A match of matching pennies on the playground's page."""

from bot.words.i18n import Tongue
from tests.playground.walks import ANY

OPTIONS = {"points": "2", "computers": "1"}
"""The shortest match of one person against computers."""


def said(moment: str, t: Tongue) -> list[str]:
    """Return texts that only the picture of a moment contains."""
    return [t("{rank}. {who}: {score}.", rank="1", score=ANY["who"], who=ANY["who"])]
