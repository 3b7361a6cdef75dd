"""Good and bad fortune in matching pennies: a point, and a lost match."""

from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.core import Event, Seat
from games.pennies import Shown


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of both seats after the coins are shown."""
    found = []
    for event in now:
        if isinstance(event, Shown):
            found += [Fortune(event.winner, "well"), Fortune(Seat(1 - event.winner), "hit")]
    return found
