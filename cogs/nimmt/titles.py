"""Titles that matches of 6 nimmt! earn."""

from collections import Counter
from collections.abc import Collection

from bot.play.titles import Log, Title, Titles
from games import nimmt
from games.core import Seat
from games.errors import N_

# Cards are in tenths.
_GAP = 10
_RUNNING = 3


def _clean(log: Log) -> Collection[Seat]:
    """Return the winner if it took no bull in a round."""
    ended = [event for event in log.events if isinstance(event, nimmt.RoundEnded)]
    return log.won(lambda seat: any(not event.bulls[seat] for event in ended))


def _razor(log: Log) -> Collection[Seat]:
    """Return the seats whose numbers went to an end exactly one below, in tricks running."""
    rows: list[tuple[int, ...]] = []
    laid, found = Counter[Seat](), set[Seat]()
    for event in log.events:
        match event:
            case nimmt.RoundBegan():
                rows = list(event.rows)
                laid.clear()
            case nimmt.Placed(seat=seat, card=card, row=row):
                exact = card - nimmt.row_end(rows[row]) == _GAP
                laid[seat] = laid[seat] + 1 if exact else 0
                if laid[seat] >= _RUNNING:
                    found.add(seat)
                rows[row] = (*rows[row], card)
            case nimmt.Took(seat=seat, card=card, row=row):
                laid[seat] = 0
                rows[row] = (card,)
    return found


def _fewest(state: nimmt.State) -> list[int]:
    return [-bulls for bulls in state.totals()]


TITLES = Titles(
    (
        Title("clean", N_("Clean"), N_("win a match with a round without a bull"), _clean),
        Title("razor", N_("Razor"), N_("lay on a gap of one three times running"), _razor),
    ),
    _fewest,
)
