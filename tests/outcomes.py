"""Other outcomes of a move, as far as a reader may expect them before its film."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from bot.drawing.film import Film
from bot.screens.look import Look
from bot.screens.sight import Sight, pause_of, story
from bot.words.i18n import tongue
from games import GAMES, find_game
from games.core import Seat, Step
from games.record import Record, replay

from .drawing import stored_of
from .games.hands import REDEAL, SEALED

FILM = "film.gif"
"""The name of each film's file in tests that compare its outcomes."""


def others(
    key: str, state: Any, seat: Seat, text: str, reader: Seat | None, rng: random.Random
) -> Iterator[tuple[Any, str]]:
    """Yield another full state with the same view for the reader, with the move in it.

    A sealed move of another seat may be another one, too, so that comes first.
    """
    game = GAMES[key]
    known = REDEAL[key](state, reader, rng)
    if seat != reader and SEALED[key].fullmatch(text):
        yield known, game.move_text(rng.choice(game.legal_moves(known, seat)))
    yield known, text


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
