"""Good and bad fortune in Schwimmen: a deal settled."""

from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.core import Event
from games.schwimmen import DealEnded


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a deal: lost lives, and a hand that was shown or closed well."""
    found: list[Fortune] = []
    for event in now:
        if isinstance(event, DealEnded):
            result = event.result
            for seat in result.losers:
                if seat not in result.out:
                    found.append(Fortune(seat, "hit"))
                if seat in result.out or not result.lives[seat]:
                    found.append(Fortune(seat, "out"))
            good = (*result.shown, *([] if result.closer is None else [result.closer]))
            found += [Fortune(seat, "well") for seat in good if seat not in result.losers]
    return found
