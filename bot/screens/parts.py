"""The looks of all games, found by key."""

from functools import cache

from games import GAMES

from ..words.parts import part
from .look import Look


@cache
def looks() -> dict[str, Look]:
    """Return the look of every game that has one, by key."""
    found = {key: part(key, "look") for key in GAMES}
    return {key: module.LOOK for key, module in found.items() if module is not None}
