"""The widest values of the parameters of a daily deal's screens."""

import itertools
from typing import Any

from bot.screens.transcript import looks
from cogs.daily.deals import daily_game
from cogs.daily.store import Deal, Run

from ...bot.screens.worst import NAMES

_ID = 10**19
_MANY = 400
_FAR = 9_999


def values() -> dict[str, list[Any]]:
    """Return the values by the names of parameters."""
    names = itertools.islice(itertools.cycle(NAMES), _MANY)
    runs = [Run(_FAR, _ID, _ID, name, 199, (27,) * 10) for name in names]
    secret, game = b"\xff" * 32, daily_game()
    deals = [Deal(_FAR, game, secret, score, (27,) * 10) for score in (None, 199)]
    return {
        "look": [looks()[game]],
        "runs": [runs, runs[:1], []],
        "run": [runs[0]],
        "deal": deals,
        "coming": [deals[:1] * 8],
        "numbers": [list(range(_MANY)), [0], []],
        "today": [_MANY],
    }
