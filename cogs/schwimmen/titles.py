"""Titles that matches of Schwimmen earn."""

from collections.abc import Collection, Sequence

from bot.play.titles import Log, Title, Titles
from games import schwimmen
from games.core import Seat
from games.errors import N_
from games.schwimmen.thirty_one import THIRTY_ONE, worth


def _swimmer(log: Log) -> Collection[Seat]:
    """Return the winner if it has no life left."""
    state: schwimmen.State = log.last
    return log.won(lambda seat: not state.lives[seat])


def _dealt(log: Log) -> Collection[Seat]:
    """Return the seats whose cards were worth 31 or more as they were dealt."""
    found, fresh = set[Seat](), False
    for event in log.events:
        match event:
            case schwimmen.DealBegan():
                fresh = True
            case schwimmen.Took():
                # A dealer's second hand was not dealt to them.
                fresh = False
            case schwimmen.Dealt(seat=seat, hand=hand) if fresh and worth(hand) >= THIRTY_ONE:
                found.add(seat)
    return found


def _lives(state: schwimmen.State) -> Sequence[tuple[float, int]]:
    """Return for each seat the deal of its going out, later for the others, and its lives."""
    seats = zip(state.gone, state.lives, strict=True)
    return [(deal or float("inf"), lives) for deal, lives in seats]


TITLES = Titles(
    (
        Title("swimmer", N_("Swimmer"), N_("win a match while swimming"), _swimmer),
        Title("dealt", N_("Dealt 31"), N_("be dealt 31 or Fire"), _dealt),
    ),
    _lives,
)
