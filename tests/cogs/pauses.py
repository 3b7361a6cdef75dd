"""Plies of golden matches that a look ends with a pause."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from bot.screens.look import Look
from bot.screens.transcript import looks
from games import GAMES
from games.record import replay
from tests.drawing import Drawing
from tests.games.golden import PLAYTHROUGHS


@cache
def played(name: str) -> Drawing:
    return Drawing(looks(), PLAYTHROUGHS[name], replay(PLAYTHROUGHS[name]))


def plies(key: str) -> Iterator[tuple[str, int]]:
    """Yield every ply of all golden matches of a game."""
    for name, record in PLAYTHROUGHS.items():
        if record.game == key:
            yield from ((name, ply) for ply in range(len(record.moves) + 1))


def told(parts: Any) -> list[str]:
    return [line for part in parts if isinstance(part, str) for line in part.splitlines()]


def moments(key: str) -> list[tuple[Drawing, int]]:
    """Return the plies that the look ends with a pause."""
    found = []
    for name, ply in plies(key):
        step = played(name).steps[ply]
        public = [event for event in step.events if event.to is None]
        if looks()[key].pause(GAMES[key].view(step.state, None), public):
            found.append((played(name), ply))
    return found


FILMED = [key for key in sorted(GAMES) if type(looks()[key]).film is not Look.film]
"""The games that have films."""
