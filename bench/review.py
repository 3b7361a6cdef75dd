"""*My match*: the costliest moment named twice, its processor time, and its moves played out.

Matches are played by computers, the reviewed seat by *easy* and *normal* in turn. The others are
*normal* unless a game has other `RIVALS`. Each review is made twice with other chance. Then the
rivals play on after both moves of costliest moments, from worlds that fit the seat's view. Or the
game has its own playouts.
"""

import importlib
import math
import multiprocessing
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.util import find_spec
from statistics import fmean, median, stdev
from typing import Any

from bot.screens.finished import Finished
from bot.screens.look import Look
from bot.screens.parts import looks
from bot.screens.review import Moment, Review, reviewing
from bot.storage import StoredTable
from games import find_game
from games.chance import Chance
from games.core import Event, Seat, Step
from games.record import Record
from games.thinking.players import find_imagine, find_player

from .ladder import share_of_win

MATCHES = 100
PLAYED_OUT = 10
WORLDS = 2000
_SEATS = 4
_MINUTES = 20.0
"""Most minutes for the playouts of a game."""

HEAD = (
    "| game | matches | the same twice | both silent | seconds a seat: median | longest "
    "| costliest: median | mean | the same stated again | within two errors, named |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)
OUT_HEAD = (
    "| game | moments | worlds | better move gains | borne out | open | refuted "
    "| told: mean | played out: mean |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


@dataclass
class Figures:
    """The results of the reviews of a game.

    `again` has pairs: the costliest move's cost, and that of the same move in the second review.
    The second one didn't choose the move. A choice by chance would make the first ones greater.
    """

    game: str
    same: list[bool] = field(default_factory=list)
    silent: int = 0
    seconds: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    again: list[tuple[float, float]] = field(default_factory=list)
    unsure: int = 0

    def row(self) -> str:
        """Return this as a row of a Markdown table."""
        cost = f"{median(self.costs):.2f}" if self.costs else "–"
        means = " | ".join(f"{fmean(one):.3f}" for one in zip(*self.again, strict=True)) or "– | –"
        return (
            f"| {self.game} | {len(self.same)} | {sum(self.same)} | {self.silent}"
            f" | {median(self.seconds):.2f} | {max(self.seconds):.2f} | {cost} | {means}"
            f" | {self.unsure} |"
        )


@dataclass(frozen=True)
class Out:
    """A moment's stated cost, and its cost as played out with two standard errors."""

    told: float
    mean: float
    error: float

    def __str__(self) -> str:
        return f"told {self.told:.3f}, played out {self.mean:.3f} ± {self.error:.3f}"


@lru_cache(maxsize=1)
def played(key: str, number: int) -> Finished:
    """Return a match of computers. Seat 0 is the reviewed one."""
    game: Any = find_game(key)
    seats = min(_SEATS, game.seats[-1])
    secret, rng = f"review {number}".encode(), random.Random(f"review {key} {number}")
    reviewed = "easy" if number % 2 else "normal"
    players: list[Any] = [find_player(key, s) for s in (reviewed, *[_rivals(key)] * (seats - 1))]
    empty = Record(key, game.version, game.Options(), seats, secret, tuple("7" * seats))
    steps: list[Step[Any]] = [game.deal(seats, empty.options, Chance(empty.seed, 0))]
    told: list[list[Event]] = [[] for _ in players]
    moves: list[tuple[Seat, str]] = []
    while True:
        state = steps[-1].state
        for seat, heard in enumerate(told):
            heard += [e for e in steps[-1].events if e.to is None or seat in e.to]
        waiting = sorted(game.to_act(state))
        if not waiting:
            break
        seat = waiting[0]
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        move = players[seat].choose(view, told[seat], legal, rng)
        moves.append((seat, game.move_text(move)))
        steps.append(game.play(state, seat, move, Chance(empty.seed, len(moves))))
    record = Record(key, game.version, empty.options, seats, secret, empty.salts, tuple(moves))
    table = StoredTable(1, 1, 1, "en-US", key, game.version, "", "over", 1, 0.0, secret)
    return Finished(table, record, steps)


def review(past: Finished, look: Look, chance: random.Random) -> Review:
    """Return a review, all questions answered at once."""
    steps = reviewing(past, look, Seat(0), chance)
    try:
        work, asked = next(steps)
        while True:
            work, asked = steps.send(work(asked))
    except StopIteration as done:
        found: Review = done.value
        return found


def twice(key: str, number: int) -> list[tuple[Review, float]]:
    """Review a match twice, and return each review with its seconds of processor time."""
    past, found = played(key, number), []
    for which in range(2):
        started = time.process_time()
        made = review(past, looks()[key], random.Random(f"{key} {number} {which}"))
        found.append((made, time.process_time() - started))
    return found


def measure(
    pool: ProcessPoolExecutor, key: str, matches: int = MATCHES
) -> tuple[Figures, list[tuple[int, Moment]]]:
    """Review matches twice, and return the figures with the costliest moments by match."""
    figures, costliest = Figures(key), list[tuple[int, Moment]]()
    for number, found in enumerate(pool.map(twice, [key] * matches, range(matches))):
        first, second = (one.moments[0].ply if one.moments else None for one, _ in found)
        figures.seconds += [seconds for _, seconds in found]
        figures.same.append(first == second)
        figures.silent += first is None and second is None
        figures.unsure += sum(not one.sure for each, _ in found for one in each.moments)
        moments = found[0][0].moments
        if moments:
            figures.costs.append(moments[0].cost)
            if second_time := found[1][0].at(moments[0].ply):
                figures.again.append((moments[0].cost, second_time.cost))
            costliest.append((number, moments[0]))
    return figures, costliest


def play_out(key: str, number: int, moment: Moment, worlds: int) -> Out:
    """Play both moves on from the same worlds, and return the gain of the better one."""
    past, seat, rng = played(key, number), Seat(0), random.Random(f"out {key} {number}")
    view = past.view(moment.due, seat)
    told = [
        event
        for step in past.steps[: moment.due + 1]
        for event in step.events
        if event.to is None or seat in event.to
    ]
    gains = _part(key, "gains")
    if gains is not None:
        found = gains(view, told, moment.played, moment.other, worlds, rng)
    else:
        fitting, imagine = _part(key, "fitting"), find_imagine(key)
        assert imagine is not None
        world = partial(imagine, view, told) if fitting is None else fitting(past, moment.due, seat)
        found = [_gain(past, moment, world(rng), told, rng) for _ in range(worlds)]
    return Out(moment.cost, fmean(found), 2 * stdev(found) / math.sqrt(len(found)))


def _part(key: str, name: str) -> Any:
    """Return a function of a game's own playouts, or None.

    `gains` plays both moves out. `fitting` draws worlds that fit more than the rules alone.
    `settled` returns the share of the win that seat 0 may expect after the begun round. Within that
    round it returns None.
    """
    module = f"bench.{key}.playouts"
    return getattr(importlib.import_module(module), name, None) if find_spec(module) else None


def _rivals(key: str) -> str:
    """Return the strength of the other seats."""
    return _part(key, "RIVALS") or "normal"


def _gain(
    past: Finished, moment: Moment, world: Any, told: Sequence[Event], rng: random.Random
) -> float:
    """Return the share of the win that the better move brings in a world."""
    secret = rng.randbytes(16)
    ends = [
        _end(past, world, text, secret, told, random.Random(secret.hex()))
        for text in (moment.other, moment.played)
    ]
    return ends[0] - ends[1]


def _end(
    past: Finished,
    state: Any,
    text: str,
    secret: bytes,
    told: Sequence[Event],
    rng: random.Random,
) -> float:
    """Return the share of the win after a move, all seats played by the same computer."""
    key, begun = past.record.game, state
    player: Any = find_player(key, _rivals(key))
    settled = _part(key, "settled")
    game, seat, ply = past.game, Seat(0), 1
    public = [event for event in told if event.to is None]
    heard = [[*(public if other else told)] for other in range(past.record.seats)]
    move = game.parse_move(text)
    while True:
        step = game.play(state, seat, move, Chance(secret, ply))
        state, ply = step.state, ply + 1
        for other, events in enumerate(heard):
            events += [e for e in step.events if e.to is None or other in e.to]
        waiting = sorted(game.to_act(state))
        if not waiting:
            return share_of_win(game.outcome(state), Seat(0))
        if settled is not None and (share := settled(begun, state)) is not None:
            return float(share)
        seat = waiting[0]
        view, legal = game.view(state, seat), game.legal_moves(state, seat)
        move = player.choose(view, heard[seat], legal, rng)


def out_row(key: str, outs: Sequence[Out], worlds: int) -> str:
    """Return the playouts of a game as a row of a Markdown table."""
    better = sum(one.mean > 0 for one in outs)
    sure = sum(one.mean > one.error for one in outs)
    refuted = sum(one.mean < -one.error for one in outs)
    return (
        f"| {key} | {len(outs)} | {worlds} | {better} | {sure} | {len(outs) - sure - refuted}"
        f" | {refuted} | {fmean(o.told for o in outs):.3f} | {fmean(o.mean for o in outs):.3f} |"
    )


def run(games: Sequence[str], matches: int, moments: int, worlds: int) -> Iterator[str]:
    """Yield the rows of both tables, a game after the other."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as pool:
        for key in games:
            yield HEAD
            figures, costliest = measure(pool, key, matches)
            yield figures.row()
            outs, end = list[Out](), time.monotonic() + 60 * _MINUTES
            for number, moment in costliest[:moments]:
                if outs and time.monotonic() > end:
                    break
                one = pool.submit(play_out, key, number, moment, worlds).result()
                outs.append(one)
                yield f"  {moment.played} → {moment.other}: {one}"
            if outs:
                yield OUT_HEAD
                yield out_row(key, outs, worlds)
