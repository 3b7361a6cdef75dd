"""What goes on in a process that thinks: questions in, answers out, and nothing else.

It imports the rules and the computers, not the rest of the bot.
"""

import contextlib
import random
from dataclasses import dataclass, field
from typing import Any

from games import find_game
from games.core import Event
from games.thinking.players import find_player


@dataclass(frozen=True, slots=True)
class Question:
    """All that a computer is told when a decision is its seat's; plain data.

    What that seat can't know isn't in it: no state, no seed of the match, no other's view. `told`
    is every event that it was told since the match began; `seed` begins the computer's own chance.
    """

    game: str
    strength: str
    view: Any = field(repr=False)
    told: tuple[Event, ...] = field(repr=False)
    legal: tuple[Any, ...] = field(repr=False)
    seed: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer; `why` is the kind of error, whose text may tell what is hidden."""

    why: str


def ready(question: Question) -> None:
    """Load what the first question needs, which takes longer than a thought."""
    # What fails here fails again when it is asked, and is told then.
    with contextlib.suppress(Exception):
        find_player(question.game, question.strength)


def choose(question: Question) -> int | Failed:
    """Which of the legal moves is made, by its place among them."""
    try:
        player = find_player(question.game, question.strength)
        rng = random.Random(question.seed)
        if player is None:
            move = find_game(question.game).default_move(question.view)
        else:
            move = player.choose(question.view, question.told, question.legal, rng)
        return question.legal.index(move)
    except Exception as error:
        return Failed(type(error).__name__)


def weigh(question: Question) -> list[tuple[int, float]] | Failed:
    """What the moves are worth that were thought about, best first, each by its place."""
    try:
        player: Any = find_player(question.game, question.strength)
        rng = random.Random(question.seed)
        weighed = player.weigh(question.view, question.told, question.legal, rng)
        found = [(question.legal.index(move), float(worth)) for move, worth in weighed]
        return sorted(found, key=lambda pair: -pair[1])
    except Exception as error:
        return Failed(type(error).__name__)
