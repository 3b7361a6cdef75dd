"""Titles that matches of 6 nimmt! earn."""

from collections import Counter
from collections.abc import Collection

from bot.play.titles import Log, Title, Titles
from games import nimmt
from games.core import Seat
from games.errors import N_

# Cards are in tenths.
_GAP = 10
_TIMES = 5


def _clean(log: Log) -> Collection[Seat]:
    """Return the seats that took no bull in a round."""
    ended = [event for event in log.events if isinstance(event, nimmt.RoundEnded)]
    return {Seat(n) for event in ended for n, bulls in enumerate(event.bulls) if not bulls}


def _razor(log: Log) -> Collection[Seat]:
    """Return the seats whose numbers went often to an end exactly one below."""
    rows: list[tuple[int, ...]] = []
    laid = Counter[Seat]()
    for event in log.events:
        match event:
            case nimmt.RoundBegan():
                rows = list(event.rows)
            case nimmt.Placed(seat=seat, card=card, row=row):
                laid[seat] += card - nimmt.row_end(rows[row]) == _GAP
                rows[row] = (*rows[row], card)
            case nimmt.Took(card=card, row=row):
                rows[row] = (card,)
    return {seat for seat, times in laid.items() if times >= _TIMES}


def _fewest(state: nimmt.State) -> list[int]:
    return [-bulls for bulls in state.totals()]


TITLES = Titles(
    (
        Title("clean", N_("Clean"), N_("take no bull in a round"), _clean),
        Title("razor", N_("Razor"), N_("lay on a gap of one five times in a match"), _razor),
    ),
    _fewest,
)
