"""The rules of matching pennies, page by page."""

from bot.words.i18n import Tongue
from games.pennies import PenniesOptions
from games.position import Position

from .._shared.examples import Example

EXAMPLES = (
    Example(Position("pennies", 2, 1)),
    Example(Position("pennies", 2, 1, "0 heads, 1 heads")),
)
"""An example for each page of the rules."""


def pages(options: PenniesOptions, t: Tongue) -> list[str]:
    """Return the pages with these options."""
    return [
        t("Both choose a side. Equal: the first player's point. Different: the second's."),
        t("First to {points} points.", points=options.points),
    ]
