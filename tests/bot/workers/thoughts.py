"""Faulty decisions that processes load by name."""

import os
import signal
import time
from pathlib import Path

from bot.workers.brain import Question, choose
from games import GAMES
from games.chance import Chance
from games.core import Seat
from tests.examples import ALL_AT_ONCE

MARK = "SHINRISEN_TEST_THOUGHT"
"""Environment variable with the path of a file created by the first decision."""


def endless(question: Question) -> int:
    """Never return."""
    while True:
        time.sleep(1)


def deadly(question: Question) -> int:
    """Kill the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def deadly_once(question: Question) -> object:
    """Kill the process the first time only."""
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        return deadly(question)
    return choose(question)


def telling(question: Question) -> int:
    """Fail with hidden cards in the text."""
    raise RuntimeError(f"the hand is {question.view.hand}")


GAME = GAMES[ALL_AT_ONCE]


def question(seed: int = 1, strength: str = "easy", game: str = ALL_AT_ONCE) -> Question:
    """Return the question of the first card in a new match."""
    state, events = GAME.deal(3, GAME.Options(), Chance(b"a match's seed", 0))
    told = tuple(event for event in events if event.to is None or 0 in event.to)
    legal = tuple(GAME.legal_moves(state, Seat(0)))
    view = GAME.view(state, Seat(0))
    return Question(game, GAME.version, strength, view, told, legal, seed)
