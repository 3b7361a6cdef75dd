"""Good and bad fortune in 6 nimmt!: a heavy row, a round without bulls."""

from collections import Counter
from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.core import Event, Seat
from games.nimmt import MustTakeRow, Placed, Revealed, RoundEnded, Took

_HEAVY = 10
"""Least bulls of a seat in a trick for a remark."""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a trick once all its cards lie, and of a round."""
    laid = any(isinstance(event, Placed | Took) for event in now)
    if not laid or any(isinstance(event, MustTakeRow) for event in now):
        return []
    bulls: Counter[Seat] = Counter()
    for event in (*before, *now):
        if isinstance(event, Revealed):
            bulls.clear()
        elif isinstance(event, Took):
            bulls[event.seat] += event.bulls
    found = [Fortune(seat, "hit", cost) for seat, cost in bulls.items() if cost >= _HEAVY]
    for event in now:
        if isinstance(event, RoundEnded):
            clean = [Seat(seat) for seat, cost in enumerate(event.bulls) if not cost]
            found += [Fortune(seat, "well") for seat in clean]
    return found
