"""Computers that think in the test's own event loop, with the real players."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.workers.thinking import Thinking
from bot.workers.worker import Worker
from games import find_game


class AtOnce(Worker):
    """Replaces a worker process. Answers at once, by default with what the work returns."""

    def __init__(self, answer: Callable[[Any], Any] | None = None) -> None:
        super().__init__()
        self._answer = answer

    async def think(self, work: Callable[[Any], Any], question: Any, seconds: float) -> Any:
        """Return the answer at once."""
        await asyncio.sleep(0)
        return (self._answer or work)(question)


def thinking_here() -> Thinking:
    """Return a queue like the bot's, without processes."""
    return Thinking([AtOnce()])


def thinking_late() -> Thinking:
    """Return a queue whose computers never answer in time."""

    def late(_: Any) -> None:
        raise TimeoutError

    return Thinking([AtOnce(late)])


def thinking_plainly() -> Thinking:
    """Return a queue whose computers all make the default move, which tests can predict."""

    def default(asked: Any) -> Any:
        return asked.legal.index(find_game(asked.game).default_move(asked.view))

    return Thinking([AtOnce(default)])
