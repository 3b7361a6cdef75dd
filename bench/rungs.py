"""`make ladder`: all strengths of every game, random and default moves against each other.

One player meets a table of another kind, in every seat of the same deals. Each row has a share of
the time, and plays as many deals as fit.
"""

import importlib
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from types import ModuleType
from typing import NamedTuple

from bot.words.parts import cast_rows
from games import GAMES
from games.record import parse_options
from games.thinking.thinker import Thinker

from .ladder import AtRandom, Default, Figure, against

MINUTES = 18.0

HEAD = (
    "| game | who | against | wins | by chance | ms a decision: median | longest | deals |\n"
    "|---|---|---|---|---|---|---|---|"
)
_SEATS = 4
"""Players at a measured table, or fewer if a game has fewer seats."""


class Rung(NamedTuple):
    """Result of one player against others of another kind."""

    key: str
    first: str
    other: str
    seats: int
    figure: Figure

    def row(self) -> str:
        """Return a row of the README's table."""
        found = self.figure
        return (
            f"| {self.key} | {self.first} | {self.other} | {found.mean:.2f} ± {found.error:.2f}"
            f" | {1 / self.seats:.2f} | {found.median_ms:.1f} | {found.longest_ms:.0f}"
            f" | {found.deals} |"
        )


class _Pair(NamedTuple):
    """A pairing with its seconds."""

    key: str
    first: str
    other: str
    seconds: float


def climb(minutes: float = MINUTES, games: Sequence[str] = tuple(GAMES)) -> Iterator[Rung]:
    """Yield all rungs of these games, measured on all cores in `minutes` altogether."""
    games = [key for key in games if cast_rows(key)]
    pairs = [(key, *pair) for key in games for pair in combinations(_players(key), 2)]
    pairs = [pair for pair in pairs if pair[1] != "random"]
    cores = os.cpu_count() or 1
    share = minutes * 60 * cores / sum(_weight(one, two) for _, one, two in pairs)
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(
            _rung, [_Pair(key, one, two, share * _weight(one, two)) for key, one, two in pairs]
        )


def _weight(one: str, two: str) -> float:
    """Return the weight of a pairing. Close strengths need the most deals."""
    names = ["hard", "normal", "easy", "random", "default"]
    return 3.0 if names.index(two) - names.index(one) == 1 else 1.0


def _rung(pair: _Pair) -> Rung:
    game, players = GAMES[pair.key], _players(pair.key)
    seats, options = min(_SEATS, game.seats[-1]), cast_rows(pair.key).get("ladder", "")
    figure = against(
        pair.key,
        parse_options(game, options),
        players[pair.first],
        [players[pair.other]] * (seats - 1),
        10_000,
        name=pair.key,
        seconds=pair.seconds,
    )
    return Rung(pair.key, pair.first, pair.other, seats, figure)


def _players(key: str) -> dict[str, Thinker]:
    """Return the players by name, the strongest first."""
    computers: ModuleType = importlib.import_module(f"games.{key}.computers.players")
    return {
        "hard": computers.HARD,
        "normal": computers.NORMAL,
        "easy": computers.EASY,
        "random": AtRandom(),
        "default": Default(key),
    }
