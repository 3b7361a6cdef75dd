"""Good and bad fortune in Bluff: a challenge settled."""

from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.bluff import Challenged, CupsLifted, Lost
from games.core import Event


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a challenge, first the seats after the challenger."""
    asked = next((event for event in now if isinstance(event, Challenged)), None)
    lifted = next((event for event in now if isinstance(event, CupsLifted)), None)
    if asked is None or lifted is None:
        return []
    losses = [event for event in now if isinstance(event, Lost)]
    found = [Fortune(e.seat, "hit" if e.left else "out", e.dice) for e in losses]
    unhurt = {asked.seat, asked.bidder} - {event.seat for event in losses}
    found += [Fortune(seat, "well") for seat in unhurt]
    seats = len(lifted.dice)
    return sorted(found, key=lambda one: (one.seat - asked.seat - 1) % seats)
