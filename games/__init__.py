"""The games: pure rules, no Discord, no clock, no files.

Every module here with a `GAME` is found by itself, so that a new game touches nothing else.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .core import Game
from .errors import N_, UnknownGame

__all__ = ["GAMES", "find_game", "registered"]


def _found() -> dict[str, Game[Any, Any, Any]]:
    modules = (
        importlib.import_module(f".{m.name}", __name__) for m in pkgutil.iter_modules(__path__)
    )
    games = (module.GAME for module in modules if hasattr(module, "GAME"))
    return {game.key: game for game in games}


GAMES: dict[str, Game[Any, Any, Any]] = _found()


def find_game(key: str) -> Game[Any, Any, Any]:
    """The game of that key. Raises UnknownGame."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(N_("There is no game called “{key}”."), key=key) from None


@contextmanager
def registered(game: Game[Any, Any, Any]) -> Iterator[None]:
    """Have one more game for a while, or another one in its place, as a test does with a toy."""
    before = dict(GAMES)
    GAMES[game.key] = game
    try:
        yield
    finally:
        GAMES.clear()
        GAMES.update(before)
