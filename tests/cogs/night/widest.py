"""The widest values of the parameters of a night's screens."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cogs.night.plans import MOST, seated
from cogs.night.store import BEGUN, FEW, MISSED, OFF, OLD, OVER, PLANNED, Guest, Night
from games import GAMES

from ...bot.screens.worst import DEADLINE, NAMES

_ID = 10**19


def values() -> dict[str, list[Any]]:
    """Return the values by the names of parameters."""
    return {"night": [*_nights()], "steers": [False, True]}


def _nights() -> Iterator[Night]:
    """Yield each phase of each game's night, with as many people as may come, or the fewest."""
    places = (_ID, _ID + 1, "en-US", _ID + 2)
    phases = (PLANNED, BEGUN, OVER, OFF, FEW, MISSED, OLD)
    for phase, game, people in itertools.product(phases, GAMES, (0, 1, MOST)):
        guests = []
        everyone = [NAMES[number % len(NAMES)] for number in range(people)]
        for number, names in enumerate(seated(game, everyone)):
            table_id = _ID + number if phase == OVER else None
            guests += [Guest(_ID, name, "en-US", 1, 0.0, table_id) for name in names]
        plan = Night(*places, game, "UTC", 0.0, DEADLINE, id=_ID, phase=phase, message_id=_ID)
        panels = {one.table_id: _ID for one in guests if one.table_id is not None}
        yield replace(plan, guests=tuple(guests), panels=panels)
