"""Good and bad fortune in COLORSE: cards that vanish, a round won."""

from collections import Counter
from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.colorse.events import Lost, Placed, Revealed, RoundDrawn, RoundWon, Took
from games.core import Event, Seat


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a duel, in the moments that stay on screen."""
    if not any(isinstance(event, Revealed | RoundWon | RoundDrawn) for event in now):
        return []
    taken, placed, vanished = Counter[Seat](), Counter[Seat](), Counter[Seat]()
    for event in (*before, *now):
        if isinstance(event, Revealed):
            taken, placed, vanished = Counter(), Counter(), Counter()
        elif isinstance(event, Took):
            taken[event.seat] += 1
        elif isinstance(event, Placed):
            placed[event.seat] += 1
            vanished[event.seat] += len(event.vanished)
        elif isinstance(event, Lost):
            vanished[event.seat] += 1
    if taken != placed:
        return []
    found = [Fortune(seat, "hit", cards) for seat, cards in vanished.items() if cards]
    found += [Fortune(seat, "well") for seat, n in taken.items() if n > 1 and not vanished[seat]]
    return found + [Fortune(event.seat, "well") for event in now if isinstance(event, RoundWon)]
