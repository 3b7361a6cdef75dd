"""Colours of the pictures that all games share.

Gold marks new pieces and the player to act, coral marks costs and losses. Nothing else uses them.
"""

from dataclasses import dataclass
from functools import lru_cache

Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, 0–255 each."""


def colour(text: str) -> Colour:
    """Return an opaque colour from `#RRGGBB`."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue, 255


@lru_cache(maxsize=256)
def mixed(over: Colour, under: Colour, share: float) -> Colour:
    """Return an opaque mix: a share of `over`, the rest of `under`."""
    parts = [round(o * share + u * (1 - share)) for o, u in zip(over[:3], under[:3], strict=True)]
    return parts[0], parts[1], parts[2], 255


IVORY = colour("#FFF8E7")
INK = colour("#1E1F2E")
RED = colour("#C4202E")
RED_ON_GOLD = colour("#A60F1E")
GOLD = colour("#FFC93C")
CORAL = colour("#FF7A6B")
PINK = colour("#FF8FA0")
MINT = colour("#7BE3B4")
SILVER = colour("#D9DCE8")
BRONZE = colour("#E5A06A")
WHITE = colour("#FFFFFF")
BLACK = colour("#000000")
LOSS = colour("#6E2C3A")
CLEAR: Colour = (0, 0, 0, 0)


def _shade(over: Colour, share: float) -> property:
    """Return a property of a theme: a share of a colour over its ground."""
    return property(lambda theme: mixed(over, theme.ground, share))


@dataclass(frozen=True, slots=True)
class Theme:
    """A game's ground colour, with lighter and deeper shades of it.

    `name` is the game's key, or any other name that has a palette.
    """

    name: str
    ground: Colour

    panel = _shade(WHITE, 0.085)
    """A seat's panel, a row."""
    active = _shade(WHITE, 0.2)
    """The panel of the player to act."""
    well = _shade(BLACK, 0.3)
    """A sunken place for pieces."""
    rim = _shade(WHITE, 0.22)
    """The edge. It separates the theme from Discord's dark theme."""
    quiet = _shade(WHITE, 0.45)
    """Unimportant text: numbers of places, players who are out."""
    threat = _shade(CORAL, 0.24)
    """A panel that is about to cost."""


SHINRISEN = Theme("shinrisen", colour("#26284A"))
"""The theme of standings and profiles."""
