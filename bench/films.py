"""Processor time, bytes and length of films, by game and number of seats.

The films are those of random matches. The reference is the still picture of each film's last frame.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, NamedTuple

from bot.drawing.film import Film, paced
from bot.drawing.gif import gif
from bot.drawing.png import png
from bot.screens.parts import looks
from bot.screens.sight import Sight
from bot.storage import Player, StoredTable
from bot.words.i18n import tongue
from games import GAMES
from games.chance import Chance
from games.core import Step
from games.record import options_text

FILMS = 12
"""Films measured for each number of seats."""
HEAD = (
    "| game | seats | films | ms | worst ms | still ms | ratio | frames | worst s | worst kB |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


class Row(NamedTuple):
    """The figures of a game with a number of seats."""

    game: str
    seats: int
    films: int
    ms: float
    worst_ms: float
    still_ms: float
    frames: tuple[int, int]
    worst_seconds: float
    worst_bytes: int

    def row(self) -> str:
        """Return the row of a table."""
        return (
            f"| {self.game} | {self.seats} | {self.films} | {self.ms:.0f} | {self.worst_ms:.0f}"
            f" | {self.still_ms:.1f} | {self.ms / self.still_ms:.1f}"
            f" | {self.frames[0]}–{self.frames[1]} | {self.worst_seconds:.1f}"
            f" | {self.worst_bytes / 1000:.0f} |"
        )


def measure(games: Sequence[str]) -> Iterator[Row]:
    """Yield the figures of each game with films, by its numbers of seats."""
    for game in games:
        for seats in GAMES[game].seats:
            found = _films(game, seats)
            step = max(1, len(found) // FILMS)
            if found:
                yield _row(game, seats, found[::step][:FILMS])


def _films(key: str, seats: int) -> list[Film]:
    """Return the films of a random match as a spectator sees them, in their order."""
    game, look, rng = GAMES[key], looks()[key], random.Random(f"{key} {seats}")
    players = tuple(Player(seat + 1, f"P{seat}", "en-US", seat) for seat in range(seats))
    stored = StoredTable(
        id=1,
        guild_id=1,
        channel_id=1,
        locale="en-US",
        game=key,
        version=game.version,
        options=options_text(game.Options()),
        phase="live",
        host_id=1,
        opened_at=0.0,
        secret=b"",
        players=players,
    )
    seed = rng.randbytes(32)
    steps: list[Step[Any]] = [game.deal(seats, game.Options(), Chance(seed, 0))]
    found: dict[Film, None] = {}
    while waiting := sorted(game.to_act(steps[-1].state)):
        state, seat = steps[-1].state, rng.choice(waiting)
        move = rng.choice(game.legal_moves(state, seat))
        steps.append(game.play(state, seat, move, Chance(seed, len(steps))))
        sight = replace(Sight.at(stored, look, steps), moving=True)
        told = [event for event in steps[-1].events if event.to is None]
        held = bool(look.pause(sight.view, told))
        for one in (replace(sight, held=True), sight) if held else (sight,):
            if isinstance(film := one.picture(tongue("en-US")), Film):
                found.setdefault(film)
    return list(found)


def _row(game: str, seats: int, found: Sequence[Film]) -> Row:
    for film in found[:2]:
        gif(film)
    costs, stills, frames, seconds, sizes = [], [], [], [], []
    for film in found:
        costs.append(_cost(lambda film=film: sizes.append(len(gif(film)))))  # type: ignore[misc]
        stills.append(_cost(lambda film=film: png(film.still)))  # type: ignore[misc]
        times = paced([frame.milliseconds for frame in film.frames()])
        frames.append(len(times))
        seconds.append(sum(times[:-1]) / 1000)
    spread = min(frames), max(frames)
    worst = max(seconds), max(sizes)
    return Row(game, seats, len(found), median(costs), max(costs), median(stills), spread, *worst)


def _cost(work: Callable[[], object]) -> float:
    """Return the processor time in milliseconds."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000
