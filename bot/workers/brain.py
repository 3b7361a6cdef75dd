"""Code that runs inside a thinking process: questions in, answers out.

It imports the rules and the computers, not the rest of the bot.
"""

import contextlib
import importlib
import random
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache
from statistics import mean, stdev
from typing import Any

from games.core import Event, Frozen
from games.thinking.decisions import decide
from games.thinking.players import find_player

TRIES = 6
"""The number of times that a hint weighs its moves, each with other chance."""


class Question(Frozen):
    """The input of one decision of a computer.

    It holds nothing hidden from the seat: no state, no seed of the match, no other seat's view.
    `version` is that of the match's rules. `events` are all those addressed to the seat since the
    deal. `seed` seeds the computer's random numbers. It is drawn from the match's seed in one way,
    so it reveals nothing of that. `tries` is the number of times that moves are weighed.
    """

    game: str
    version: int
    strength: str
    view: Any = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: int = field(repr=False)
    tries: int = TRIES


class Weighed(Frozen):
    """A move and its value, in the unit of the game's computers.

    behind: the distance to the best move.
    error: the standard error of that distance.
    """

    move: Any = field(repr=False)
    worth: float
    behind: float
    error: float

    @property
    def alike(self) -> bool:
        """True if the move may be as good as the best: within two standard errors."""
        return self.behind <= 2 * self.error


class Failed(Frozen):
    """A failed answer. `why` has no text of a game's error, which may contain hidden cards."""

    why: str


@cache
def numpy_fault() -> str:
    """Return why numpy doesn't load on this machine, or nothing if it does."""
    try:
        importlib.import_module("numpy")
    except Exception as error:
        told = " ".join(f"{error}".split())[:200]
        return f"numpy doesn't load ({told}): install one that was built for this processor"
    return ""


def _failed(error: Exception) -> Failed:
    return Failed(numpy_fault() or type(error).__name__)


def ready(question: Any) -> None:
    """Load the modules of the first question, which takes longer than a decision."""
    numpy_fault()
    # The same error comes again with the question, and is reported then.
    with contextlib.suppress(Exception):
        find_player(question.game, question.strength)


def choose(question: Question) -> int | Failed:
    """Return the index of the chosen move among the legal moves."""
    try:
        q = question
        move = decide(q.game, q.version, q.strength, q.view, q.events, q.legal, q.seed)
        return q.legal.index(move)
    except Exception as error:
        return _failed(error)


def weigh(question: Question) -> list[Weighed] | Failed:
    """Return the considered moves, best first, each with its value over several tries."""
    return _weighed(question, "weigh")


def ponder(question: Question) -> list[Weighed] | Failed:
    """Return the same as `weigh`, from more thought if the computer can give it."""
    return _weighed(question, "ponder")


def _weighed(question: Question, how: str) -> list[Weighed] | Failed:
    try:
        player: Any = find_player(question.game, question.strength)
        tries = _tries(question, getattr(player, how, player.weigh))
        moves = [move for move in tries[0] if all(move in one for one in tries)]
        best = max(moves, key=lambda move: mean(one[move] for one in tries))
        found = [_judged(move, best, tries) for move in moves]
        return sorted(found, key=lambda weighed: weighed.behind)
    except Exception as error:
        return _failed(error)


def expected(question: Question) -> float | Failed:
    """Return the score that a player as strong would expect from here, until the round's end."""
    try:
        player: Any = find_player(question.game, question.strength)
        return float(player.expects(question.view, question.events))
    except Exception as error:
        return _failed(error)


def _tries(question: Question, weigh: Callable[..., Any]) -> list[dict[Any, float]]:
    """Return the values of the moves, once for each try.

    One try is enough for a computer that uses no chance.
    """
    seeds, found = random.Random(question.seed), list[dict[Any, float]]()
    while len(found) < question.tries and (len(found) < 2 or found[0] != found[1]):
        rng = random.Random(seeds.getrandbits(64))
        weighed = weigh(question.view, question.events, question.legal, rng)
        found.append({move: float(worth) for move, worth in weighed})
    return found


def _judged(move: Any, best: Any, tries: Sequence[dict[Any, float]]) -> Weighed:
    behind = [one[best] - one[move] for one in tries]
    error = stdev(behind) / len(tries) ** 0.5
    return Weighed(move, mean(one[move] for one in tries), mean(behind), error)
