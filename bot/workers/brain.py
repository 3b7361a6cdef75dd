"""Code that runs inside a thinking process: questions in, answers out.

It imports the rules and the computers, not the rest of the bot.
"""

import contextlib
import random
from dataclasses import dataclass, field
from typing import Any

from games.core import Event
from games.thinking.decisions import decide
from games.thinking.players import find_player


@dataclass(frozen=True, slots=True)
class Question:
    """The input of one decision of a computer.

    It holds nothing hidden from the seat: no state, no seed of the match, no other seat's view.
    `version` is that of the match's rules. `told` are all events addressed to the seat since the
    deal. `seed` seeds the computer's random numbers. It is drawn from the match's seed in one way,
    so it reveals nothing of that.
    """

    game: str
    version: int
    strength: str
    view: Any = field(repr=False)
    told: tuple[Event, ...] = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """A failed answer. `why` is only the error's type: its text may contain hidden cards."""

    why: str


def ready(question: Question) -> None:
    """Load the modules of the first question, which takes longer than a decision."""
    # The same error comes again with the question, and is reported then.
    with contextlib.suppress(Exception):
        find_player(question.game, question.strength)


def choose(question: Question) -> int | Failed:
    """Return the index of the chosen move among the legal moves."""
    try:
        q = question
        move = decide(q.game, q.version, q.strength, q.view, q.told, q.legal, q.seed)
        return q.legal.index(move)
    except Exception as error:
        return Failed(type(error).__name__)


def weigh(question: Question) -> list[tuple[int, float]] | Failed:
    """Return the values of the considered moves as (index, value), best first."""
    try:
        player: Any = find_player(question.game, question.strength)
        rng = random.Random(question.seed)
        weighed = player.weigh(question.view, question.told, question.legal, rng)
        found = [(question.legal.index(move), float(worth)) for move, worth in weighed]
        return sorted(found, key=lambda pair: -pair[1])
    except Exception as error:
        return Failed(type(error).__name__)
