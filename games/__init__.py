"""The games: pure rules, no Discord, no clock, no files.

Every package here with a `GAME` is found by itself, so that a new game touches nothing else.
"""

import importlib
import pkgutil
from dataclasses import replace
from functools import cache
from typing import Any

from .core import Game
from .errors import N_, RecordError, UnknownGame


def _found() -> dict[str, Game[Any, Any, Any]]:
    names = [one.name for one in pkgutil.iter_modules(__path__) if one.ispkg]
    packages = (importlib.import_module(f".{name}", __name__) for name in names)
    games = (package.GAME for package in packages if hasattr(package, "GAME"))
    return {game.key: game for game in games}


GAMES: dict[str, Game[Any, Any, Any]] = _found()


def find_game(key: str, version: int | None = None) -> Game[Any, Any, Any]:
    """Return a game under the rules of a released version, by default the current one.

    Raises UnknownGame, or RecordError if the version isn't released.
    """
    try:
        game: Any = GAMES[key]
    except KeyError:
        raise UnknownGame(N_("There is no game called “{key}”."), key=key) from None
    if version is None or version == game.version:
        return GAMES[key]
    if version not in game.RULINGS:
        # The first releases of all games are those of 0.1.0.
        told = N_("The record is by rules {version} of {game}: a newer release replays it.")
        if version < min(game.RULINGS):
            told = N_(
                "The record is by rules {version} of {game}, from before release 0.1.0: no "
                "release replays it."
            )
        raise RecordError(told, version=version, game=key)
    return _under(game, version)


@cache
def _under(game: Any, version: int) -> Game[Any, Any, Any]:
    """Return the game under the rules of an older version."""
    older: Game[Any, Any, Any] = replace(game, version=version)
    return older


def playable(key: str, version: int) -> bool:
    """Return True if records and matches of that version can be played here."""
    return key in GAMES and version in GAMES[key].RULINGS
