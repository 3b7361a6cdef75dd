"""`make ladder`: every strength of every game against every other, random and the default move.

One player sits among players of another kind, everybody in every seat of the same deals. A row
takes as many deals as its share of the time allows, so that all end when they are meant to.
"""

import importlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from types import ModuleType
from typing import NamedTuple

from games import GAMES
from games.computers.thinker import Thinker
from games.record import parse_options

from .ladder import AtRandom, Default, Figure, against

MINUTES = 18.0

HEAD = (
    "| game | who | against | wins | by chance | ms a decision: median | longest | deals |\n"
    "|---|---|---|---|---|---|---|---|"
)
# A deal or a few rounds of each, at the table most people play at.
_SEATS = {"nimmt": 4, "bluff": 4, "schwimmen": 4, "sinomilia": 2, "colorse": 4}
_OPTIONS = {"nimmt": "rounds=1", "schwimmen": "lives=1", "bluff": "dice=3", "colorse": "rounds=3"}


class Rung(NamedTuple):
    """One against others of another kind, and how it went."""

    key: str
    first: str
    other: str
    seats: int
    figure: Figure

    def row(self) -> str:
        """A line of the table in the README."""
        found = self.figure
        return (
            f"| {self.key} | {self.first} | {self.other} | {found.mean:.2f} ± {found.error:.2f}"
            f" | {1 / self.seats:.2f} | {found.median_ms:.1f} | {found.longest_ms:.0f}"
            f" | {found.deals} |"
        )


def climb(minutes: float = MINUTES, games: Sequence[str] = tuple(_SEATS)) -> Iterator[Rung]:
    """All rungs of these games, in so many minutes together."""
    pairs = [(key, *pair) for key in games for pair in combinations(_players(key).items(), 2)]
    pairs = [(key, one, two) for key, one, two in pairs if one[0] != "random"]
    for key, (first, player), (other, another) in pairs:
        seats, game = _SEATS[key], GAMES[key]
        options = parse_options(game, _OPTIONS.get(key, ""))
        figure = against(
            key,
            options,
            player,
            [another] * (seats - 1),
            10_000,
            name=key,
            seconds=minutes * 60 / len(pairs),
        )
        yield Rung(key, first, other, seats, figure)


def _players(key: str) -> dict[str, Thinker]:
    """By name, the strongest first."""
    computers: ModuleType = importlib.import_module(f"games.computers.{key}")
    return {
        "hard": computers.HARD,
        "normal": computers.NORMAL,
        "easy": computers.EASY,
        "random": AtRandom(),
        "default": Default(key),
    }
