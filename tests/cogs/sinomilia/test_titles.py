"""The titles of Sinomilia."""

from bot.play.titles import Log
from cogs.sinomilia.titles import TITLES
from games.core import Event, Outcome, Seat, Step
from games.sinomilia import ChipLaid, RoundEnded, Turned
from games.sinomilia.state import Face

READER, SUNS = (title.earned for title in TITLES.own)
FIRST, SECOND = Seat(0), Seat(1)


def log(*events: Event) -> Log:
    return Log((Step(None, events),), Outcome((1, 2), (20, 10)))


def turned(first: int, second: int) -> list[Event]:
    """Return the end of a round with three chips and these predictions."""
    ended = RoundEnded(round=1, why="passes", table=("sun",) * 3, chips=(14, 13))
    cards = zip((FIRST, SECOND), (first, second), strict=True)
    return [ended, *(Turned(seat=seat, card=card, first=not seat) for seat, card in cards)]


def test_mind_reader_is_exact_four_rounds_running() -> None:
    exact, off = turned(3, 4), turned(2, 3)
    assert READER(log(*exact, *exact, *exact, *off, *exact)) == set()
    assert READER(log(*off, *exact, *exact, *exact, *exact)) == {FIRST}


def laid(seat: Seat, face: Face) -> ChipLaid:
    return ChipLaid(seat=seat, face=face, count=1)


def test_all_suns_is_a_win_without_a_moon() -> None:
    assert SUNS(log(laid(FIRST, "sun"), laid(SECOND, "moon"))) == (FIRST,)
    assert SUNS(log(laid(FIRST, "sun"), laid(FIRST, "moon"))) == ()
    assert SUNS(log(laid(SECOND, "sun"))) == (), "a winner without a chip"
