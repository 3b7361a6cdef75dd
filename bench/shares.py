"""Share of players who earn each title in a match, with computers as players.

Easy and normal computers play with the usual options, four at a table or two in a game for two. A
title that many earn in one match says nothing. *Five tongues* needs several games.
"""

import importlib
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.play.titles import COMEBACK, Log, came_back, of_game
from games import GAMES
from games.chance import Chance
from games.core import Event, Step
from games.thinking.thinker import Thinker

MATCHES = 200
SEATS = 4
HEAD = "| Game | Title | Matches | Share of players | Two standard errors |\n|---|---|---|---|---|"
_KINDS = ("EASY", "NORMAL")


@dataclass(frozen=True)
class Share:
    """Number of seats in all matches of a game, and of those that earned a title."""

    game: str
    title: str
    matches: int
    seats: int
    earned: int

    @property
    def share(self) -> float:
        """The share of players."""
        return self.earned / self.seats

    def row(self) -> str:
        """Return a row of the table."""
        error = 2 * math.sqrt(self.share * (1 - self.share) / self.seats)
        return f"| {self.game} | {self.title} | {self.matches} | {self.share:.1%} | {error:.1%} |"


def measure(games: Sequence[str], matches: int) -> Iterator[Share]:
    """Yield the shares of all titles of these games."""
    for key in games:
        yield from _measure(key, matches)


def _measure(key: str, matches: int) -> Iterator[Share]:
    """Play matches of a game, and yield the share of each title."""
    seats, earned = 0, Counter[str]()
    for number in range(matches):
        log = _play(key, number)
        seats += len(log.outcome.ranks)
        for title in of_game(key).own:
            earned[title.name] += len(title.earned(log))
        earned[COMEBACK.name] += len(came_back(log, of_game(key)))
    for title in (*of_game(key).own, COMEBACK):
        yield Share(key, title.name, matches, seats, earned[title.name])


def _play(key: str, number: int) -> Log:
    """Play a match of computers."""
    game: Any = GAMES[key]
    module = importlib.import_module(f"games.{key}.computers.players")
    rng = random.Random(f"{key} {number}")
    seats = min(SEATS, game.seats[-1])
    players: list[Thinker] = [getattr(module, rng.choice(_KINDS)) for _ in range(seats)]
    rngs = [random.Random(rng.random()) for _ in players]
    told: list[list[Event]] = [[] for _ in players]
    secret = f"{key} {number}".encode()
    step: Step[Any] = game.deal(seats, game.Options(), Chance(secret, 0))
    steps = [step]
    while waiting := sorted(game.to_act(step.state)):
        for seat, heard in enumerate(told):
            heard += [e for e in step.events if e.to is None or seat in e.to]
        seat = waiting[0]
        view, legal = game.view(step.state, seat), game.legal_moves(step.state, seat)
        move = players[seat].choose(view, told[seat], legal, rngs[seat])
        step = game.play(step.state, seat, move, Chance(secret, len(steps)))
        steps.append(step)
    return Log(tuple(steps), game.outcome(step.state))
