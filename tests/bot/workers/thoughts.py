"""Faulty decisions that processes load by name."""

import os
import signal
import time
from pathlib import Path

from bot.workers.brain import Question, choose

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
