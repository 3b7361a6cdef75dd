"""The rules of matching pennies, page by page."""

from bot.words.i18n import Tongue
from games.pennies import PenniesOptions

from .._shared.examples import Example

EXAMPLES = (Example(1, seats=2), Example(1, moves="0 heads, 1 heads", seats=2))
"""An example for each page of the rules."""


def pages(options: PenniesOptions, t: Tongue) -> list[str]:
    """Return the pages with these options."""
    return [
        t("Both choose a side. Equal: the first player's point. Different: the second's."),
        t("First to {points} points.", points=options.points),
    ]
