"""`make ladder`: every game's computers against each other, and *hard* against its references.

One player meets a table of another kind. Each deal is played in every rotation of the seats, to
remove luck of cards and seats. A mean comes with two standard errors over deals. Each row has a
share of the time, and plays as many deals as fit.
"""

import importlib.util
import math
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, takewhile
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any, NamedTuple

from bot.play.computers import MEASURED
from bot.words.parts import cast_rows
from games import GAMES, find_game
from games.chance import Chance
from games.core import Event, Seat
from games.record import parse_options
from games.thinking.players import STRENGTHS, Thinker

from . import Row

Score = Callable[[Any, Seat], float]
"""Score of a seat, from the match's outcome."""

MINUTES = 18.0
FILE = Path(__file__).parent / "ladder.md"
"""The figures of the last whole ladder. `cast.toml` and the page of computers repeat them."""
_KNOWS = "who knows its code"


class Figure(NamedTuple):
    """Mean score per deal with two standard errors, ms per decision, and the number of deals."""

    mean: float
    error: float
    median_ms: float
    longest_ms: float
    deals: int


def share_of_win(outcome: Any, seat: Seat) -> float:
    """Return 1 divided by the number of winners, or 0 for the others."""
    first = [s for s, rank in enumerate(outcome.ranks) if rank == 1]
    return 1 / len(first) if seat in first else 0.0


def play(
    key: str, options: Any, players: Sequence[Thinker], seed: str, watched: int, clock: list[float]
) -> Any:
    """Return a match's outcome. `clock` gets the ms that the watched seat computes a decision."""
    game: Any = find_game(key)
    secret, rng = seed.encode(), random.Random(seed)
    rngs = [random.Random(rng.random()) for _ in players]
    told: list[list[Event]] = [[] for _ in players]
    step, ply = game.deal(len(players), options, Chance(secret, 0)), 0
    while True:
        for seat, heard in enumerate(told):
            heard += [e for e in step.events if e.to is None or seat in e.to]
        if not (waiting := game.to_act(step.state)):
            return game.outcome(step.state)
        seat = min(waiting)
        view, legal = game.view(step.state, seat), game.legal_moves(step.state, seat)
        started = time.process_time()
        move = players[seat].choose(view, told[seat], legal, rngs[seat])
        if seat == watched:
            clock.append((time.process_time() - started) * 1000)
        ply += 1
        step = game.play(step.state, seat, move, Chance(secret, ply))


def against(
    key: str,
    options: Any,
    first: Thinker,
    others: Sequence[Thinker],
    deals: int,
    *,
    score: Score = share_of_win,
    name: str = "",
    seconds: float = math.inf,
) -> Figure:
    """Play each deal in all rotations. No deal starts after `seconds`, except the first two."""
    clock, means, end = list[float](), list[float](), time.monotonic() + seconds

    def worth(deal: int, turn: int) -> float:
        players = [*others[:turn], first, *others[turn:]]
        return score(play(key, options, players, f"{name}{deal}", turn, clock), Seat(turn))

    for deal in takewhile(lambda deal: deal < 2 or time.monotonic() <= end, range(deals)):
        means.append(fmean(worth(deal, turn) for turn in range(len(others) + 1)))
    error = 2 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return Figure(fmean(means), error, median(clock), max(clock), len(means))


class AtRandom:
    """Plays a random legal move."""

    def choose(self, view: Any, told: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        return rng.choice(legal)


@dataclass(frozen=True)
class Default:
    """Plays the move of a timeout."""

    key: str

    def choose(self, view: Any, told: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        return find_game(self.key).default_move(view)


class _Pair(NamedTuple):
    """A pairing, and its part of the time. Close strengths need the most deals."""

    key: str
    first: str
    other: str
    weight: float = 1.0
    seconds: float = 0.0


TITLE = "# The ladder\n\nWritten by `make ladder`, see [Computers](../docs/computers.md)."
HEAD = ("game", "who", "against", "wins", "by chance", "ms a decision: median", "longest", "deals")


def climb(minutes: float = MINUTES, games: Sequence[str] = tuple(GAMES)) -> Iterator[Row]:
    """Yield the rows of these games, measured on all cores in `minutes` altogether."""
    pairs = [pair for key in games if cast_rows(key) for pair in _pairs(key)]
    cores = os.cpu_count() or 1
    share = minutes * 60 * cores / sum(pair.weight for pair in pairs)
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(_row, [one._replace(seconds=share * one.weight) for one in pairs])


def _pairs(key: str) -> Iterator[_Pair]:
    names = ["hard", "normal", "easy", "random", "default"]
    yield _Pair(key, "easy", "normal")
    for one, two in combinations(range(len(names)), 2):
        if names[one] != "random":
            yield _Pair(key, names[one], names[two], 3.0 if two - one == 1 else 1.0)
    for name in [name for name in _players(key) if name not in names]:
        yield _Pair(key, *((name, "hard") if name == _KNOWS else ("hard", name)))


def _row(pair: _Pair) -> Row:
    game, players = GAMES[pair.key], _players(pair.key)
    seats = min(MEASURED, game.seats[-1])
    options = parse_options(game, cast_rows(pair.key).get("ladder", ""))
    others = [players[pair.other]] * (seats - 1)
    who, long = players[pair.first], pair.seconds
    found = against(pair.key, options, who, others, 10_000, name=pair.key, seconds=long)
    return (
        *(pair.key, pair.first, pair.other, f"{found.mean:.2f} ± {found.error:.2f}"),
        *(f"{1 / seats:.2f}", f"{found.median_ms:.1f}", f"{found.longest_ms:.0f}", found.deals),
    )


def _players(key: str) -> dict[str, Thinker]:
    """Return the players of a game by name."""
    computers = importlib.import_module(f"games.{key}.computers.players")
    found: dict[str, Thinker] = {name: getattr(computers, name.upper()) for name in STRENGTHS}
    found |= {"random": AtRandom(), "default": Default(key)}
    if importlib.util.find_spec(f"bench.{key}"):
        reference = importlib.import_module(f"bench.{key}.reference")
        found |= reference.REFERENCES
        found |= {_KNOWS: reference.KNOWING} if hasattr(reference, "KNOWING") else {}
    return found
