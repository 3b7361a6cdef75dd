"""The widest values of the parameters of a season's screens."""

from typing import Any

from cogs.leaderboard.seasons import Placed
from games import GAMES

from ...bot.screens.worst import NAMES

_ID = 10**19


def values() -> dict[str, list[Any]]:
    """Return the values by the names of parameters."""
    places = (1, 2, 3)
    placed = [
        [Placed(game, place, _ID, name, 99.0) for game in GAMES for place in places]
        for name in NAMES
    ]
    return {"placed": placed, "place": [*places]}
