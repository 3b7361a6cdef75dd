"""Titles that matches of COLORSE earn."""

from collections.abc import Collection, Sequence

from bot.play.titles import Log, Title, Titles
from games.colorse.cards import COLOURS, SIGNS, Sign
from games.colorse.events import Revealed, RoundBegan, RoundWon
from games.colorse.rounds import BEATEN_BY
from games.colorse.state import State
from games.core import Seat
from games.errors import N_


def _spectrum(log: Log) -> Collection[Seat]:
    """Return the seats that won a round with all colours, and only cards of one colour."""
    won = [event for event in log.events if isinstance(event, RoundWon)]
    return {event.seat for event in won if {*COLOURS} == {*event.box}}


def _three_signs(log: Log) -> Collection[Seat]:
    """Return the seats that won a round, and duels with each sign in it."""
    found, won = set[Seat](), dict[Seat, set[Sign]]()
    for event in log.events:
        match event:
            case RoundBegan():
                won = {}
            case Revealed(parent=parent, child=child, signs=(first, second)) if first != second:
                mine = BEATEN_BY[first] != second
                seat, sign = (parent, first) if mine else (child, second)
                won.setdefault(seat, set()).add(sign)
            case RoundWon(seat=seat) if len(won.get(seat, ())) == len(SIGNS):
                found.add(seat)
    return found


def _score(state: State) -> Sequence[int]:
    return state.score()


TITLES = Titles(
    (
        Title(
            "spectrum",
            N_("Spectrum"),
            N_("win a round with four colours in your box, each card of one colour"),
            _spectrum,
        ),
        Title(
            "signs",
            N_("Three signs"),
            N_("win a round in which you win a duel with each sign"),
            _three_signs,
        ),
    ),
    _score,
)
