"""Who beats whom: computer players and the references they are measured against.

The same deals are played in every rotation of the seats, so that luck of the cards and of the
place is the same for all. A mean comes with two standard errors over deals.
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
"""What a finished match was worth to a seat, by its outcome."""


@dataclass
class Figure:
    """The first player's mean a deal, two standard errors of it, and milliseconds a decision.

    `deals`: how many were played, each in all rotations.
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
    """1 for who won alone, a part of it for who shared the first rank, else 0."""
    first = [s for s, rank in enumerate(outcome.ranks) if rank == 1]
    return 1 / len(first) if seat in first else 0.0


def points(outcome: Any, seat: Seat) -> float:
    """The seat's score."""
    return float(outcome.scores[seat])


def play(
    key: str, options: Any, players: Sequence[Thinker], seed: str, watched: int, clock: list[float]
) -> Any:
    """Play a match; the outcome. The watched seat's decisions in milliseconds of
    processor time: whatever else runs on the machine hardly matters."""
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
        begun = time.process_time()
        move = players[seat].choose(view, told[seat], legal, rngs[seat])
        if seat == watched:
            clock.append((time.process_time() - begun) * 1000)
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
    """The first player against the others, every deal in all rotations.

    After so many `seconds` no other deal is begun, but for the first two.
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
    """Any legal move, each equally likely."""

    def choose(self, view: Any, told: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        return rng.choice(legal)


@dataclass(frozen=True)
class Default:
    """What a timeout plays."""

    key: str

    def choose(self, view: Any, told: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        return find_game(self.key).default_move(view)
