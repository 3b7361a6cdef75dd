"""The daily deal of 6 nimmt!: one round against three computers."""

from collections.abc import Sequence

from cogs.daily.deals import Daily
from games.core import Event, Seat
from games.errors import N_
from games.nimmt import HAND, NimmtOptions, Revealed, Took


def _costs(events: Sequence[Event], seat: Seat) -> tuple[int, ...]:
    """Return the bulls that a seat took in each trick."""
    found: list[int] = []
    for event in events:
        if isinstance(event, Revealed):
            found.append(0)
        elif isinstance(event, Took) and event.seat == seat:
            found[-1] += event.bulls
    return tuple(found)


DAILY = Daily(
    options=NimmtOptions(rounds=1),
    rivals=("easy", "normal", "hard"),
    line=N_("Ten cards against three computers: an easy, a normal and a hard one."),
    sign="🐂",
    costs=_costs,
    decisions=HAND,
)
