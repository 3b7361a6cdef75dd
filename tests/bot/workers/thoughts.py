"""Thoughts that go wrong, for processes to load by name."""

import os
import signal
import time
from pathlib import Path

from bot.workers.brain import Question, choose

MARK = "SHINRISEN_TEST_THOUGHT"
"""Names a file that is there from the first thought on."""


def endless(question: Question) -> int:
    """Never comes to an end."""
    while True:
        time.sleep(1)


def deadly(question: Question) -> int:
    """Takes its process with it."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def deadly_once(question: Question) -> object:
    """Takes its process with it the first time."""
    mark = Path(os.environ[MARK])
    if not mark.exists():
        mark.touch()
        return deadly(question)
    return choose(question)


def telling(question: Question) -> int:
    """Fails, and would tell what it was shown."""
    raise RuntimeError(f"the hand is {question.view.hand}")
