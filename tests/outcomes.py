"""The films of a match, and screens without them."""

from collections.abc import Sequence
from typing import Any

from bot.drawing.film import Film
from bot.screens.look import Look
from bot.screens.sight import Sight, pause_of, story
from bot.words.i18n import tongue
from games import find_game
from games.core import Step
from games.record import Record, replay

from .drawing import stored_of

FILM = "film.gif"
"""The name of each film's file in tests that compare its outcomes."""


def filmed_plies(record: Record, look: Look) -> list[int]:
    """Return the plies of a match that films follow."""
    game, stored, steps = find_game(record.game, record.version), stored_of(record), replay(record)
    found = []
    for ply, step in enumerate(steps):
        told = story(steps[: ply + 1], None)
        if ply and told and told[-1][0] == ply:
            view = game.view(step.state, None)
            found += [ply] * bool(pause_of(look, stored, view, told, frozenset({None})).films)
    return found


def first_film(look: Look, record: Record, steps: Sequence[Step[Any]]) -> Film | None:
    """Return the first film of the reveal after these steps, None if that is the podium's."""
    view = find_game(record.game, record.version).view(steps[-1].state, None)
    told = story(steps, None)
    sight = Sight(stored_of(record), look, view=view, story=told, held=True, moving=True)
    return next(iter(sight.films(tongue("en-US"))), None)


def without_film(part: Any) -> Any:
    """Return a part of a message without its film and the alternative text of it."""
    if isinstance(part, list):
        return [without_film(one) for one in part]
    if not isinstance(part, dict):
        return part
    if FILM in str(part.get("media")) or part.get("filename") == FILM:
        return "film"
    return {name: without_film(value) for name, value in part.items()}
