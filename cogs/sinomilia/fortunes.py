"""Good and bad fortune in Sinomilia: a round won, a high payment."""

from collections.abc import Sequence

from bot.screens.fortunes import Fortune
from games.core import Event, Seat
from games.sinomilia import MatchEnded, Paid, RoundWon

_HIGH = 5
"""Least chips paid in a round for a remark."""


def fortunes(before: Sequence[Event], now: Sequence[Event]) -> list[Fortune]:
    """Return the fortunes of a round after both predictions are turned up."""
    won = next((event for event in now if isinstance(event, RoundWon)), None)
    if won is None:
        return []
    loser, found = Seat(1 - won.winner), [Fortune(won.winner, "well")]
    for event in now:
        if isinstance(event, Paid):
            # The chips in the middle were laid by both.
            paid = sum(item.paid for item in event.items if item.why != "table")
            if paid >= _HIGH:
                found.append(Fortune(loser, "hit", paid))
        elif isinstance(event, MatchEnded):
            found.append(Fortune(loser, "out"))
    return found
