"""Computer players against each other and against references.

Each deal is played in every rotation of the seats, to remove luck of cards and seats. A mean comes
with two standard errors over deals.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Any

from games import find_game
from games.chance import Chance
from games.core import Event, Seat
from games.thinking.thinker import Thinker

Score = Callable[[Any, Seat], float]
"""Score of a seat, from the match's outcome."""


@dataclass
class Figure:
    """Mean score per deal with two standard errors, and ms per decision.

    `deals` is the number of deals, each in all rotations.
    """

    mean: float
    error: float
    median_ms: float
    longest_ms: float
    deals: int

    def __str__(self) -> str:
        took = f"{self.median_ms:.1f} ms, longest {self.longest_ms:.0f}"
        return f"{self.mean:.3f} ± {self.error:.3f} ({took})"


def share_of_win(outcome: Any, seat: Seat) -> float:
    """Return 1 divided by the number of winners, or 0 for the others."""
    first = [s for s, rank in enumerate(outcome.ranks) if rank == 1]
    return 1 / len(first) if seat in first else 0.0


def points(outcome: Any, seat: Seat) -> float:
    """Return the seat's score."""
    return float(outcome.scores[seat])


def play(
    key: str, options: Any, players: Sequence[Thinker], seed: str, watched: int, clock: list[float]
) -> Any:
    """Play a match and return its outcome.

    Append the watched seat's decision times to `clock`, in ms of processor time. That excludes
    other work of the machine.
    """
    game: Any = find_game(key)
    secret, rng = seed.encode(), random.Random(seed)
    rngs = [random.Random(rng.random()) for _ in players]
    told: list[list[Event]] = [[] for _ in players]
    step, ply = game.deal(len(players), options, Chance(secret, 0)), 0
    while True:
        for seat, heard in enumerate(told):
            heard += [e for e in step.events if e.to is None or seat in e.to]
        waiting = sorted(game.to_act(step.state))
        if not waiting:
            return game.outcome(step.state)
        seat = waiting[0]
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
    """Play one player against the others, every deal in all rotations.

    No deal starts after `seconds`, except the first two.
    """
    seats = len(others) + 1
    clock: list[float] = []
    means: list[float] = []
    end = time.monotonic() + seconds
    for deal in range(deals):
        if deal > 1 and time.monotonic() > end:
            break
        worth = []
        for turn in range(seats):
            players = [*others[:turn], first, *others[turn:]]
            outcome = play(key, options, players, f"{name}{deal}", turn, clock)
            worth.append(score(outcome, Seat(turn)))
        means.append(fmean(worth))
    error = 2 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return Figure(fmean(means), error, median(clock), max(clock), len(means))


@dataclass(frozen=True)
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
