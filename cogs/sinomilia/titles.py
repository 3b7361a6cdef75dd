"""Titles that matches of Sinomilia earn."""

from collections import Counter
from collections.abc import Collection

from bot.play.titles import Log, Title, Titles
from games import sinomilia
from games.core import Seat
from games.errors import N_

_RUNNING = 4


def _mind_reader(log: Log) -> Collection[Seat]:
    """Return the seats whose prediction was exact in four rounds running."""
    chips, running, found = 0, Counter[Seat](), set[Seat]()
    for event in log.events:
        match event:
            case sinomilia.RoundEnded(table=table):
                chips = len(table)
            case sinomilia.Turned(seat=seat, card=card):
                running[seat] = running[seat] + 1 if card == chips else 0
                if running[seat] >= _RUNNING:
                    found.add(seat)
    return found


def _all_suns(log: Log) -> Collection[Seat]:
    """Return the winner if it laid chips, all with the sun up."""
    laid = [event for event in log.events if isinstance(event, sinomilia.ChipLaid)]
    faces = {seat: {chip.face for chip in laid if chip.seat == seat} for seat in map(Seat, (0, 1))}
    return log.won(lambda seat: faces[seat] == {"sun"})


TITLES = Titles(
    (
        Title(
            "reader",
            N_("Mind reader"),
            N_("predict the chips exactly four rounds running"),
            _mind_reader,
        ),
        Title("suns", N_("All suns"), N_("win a match and lay no moon in it"), _all_suns),
    )
)
