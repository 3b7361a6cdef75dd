"""Buttons that features add to a table's screens."""

from collections.abc import Callable

from games.core import Frozen

from ..storage import StoredTable
from ..wire.ui import Control
from ..words import parts
from ..words.i18n import Tongue

END, FOLDED, MORE, FAIRNESS = "end", "folded", "more", "fairness"
"""The places of offers: an end in full, one whose rematch has begun, ⋯ and *Fairness* of it."""
ROOM = 2
"""Offers on an end in full, between *Rematch* and ⋯. All others stand behind its ⋯."""


class Offer(Frozen):
    """A button, declared in a feature's module `offers`.

    places: the screens that have it.
    order: its place among the others, the lowest first.
    draw: its drawing, or None where it makes no sense.
    """

    places: tuple[str, ...]
    order: int
    draw: Callable[[StoredTable, Tongue], Control | None]


def offered(place: str, stored: StoredTable, t: Tongue) -> list[Control]:
    """Return the buttons of a place in their order."""
    found = _drawn(place, stored, t)
    if place == MORE:
        return [*_drawn(END, stored, t)[ROOM:], *found]
    return found[:ROOM] if place == END else found


def _drawn(place: str, stored: StoredTable, t: Tongue) -> list[Control]:
    known = sorted(parts.offered(Offer, "offers"), key=lambda one: one.order)
    drawn = (one.draw(stored, t) for one in known if place in one.places)
    return [control for control in drawn if control is not None]
