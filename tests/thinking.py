"""Computers that think in the test's own event loop, with the real players."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.workers.thinking import Thinking
from bot.workers.worker import Worker
from games import find_game


class AtOnce(Worker):
    """Replaces a worker process. Does the work at once."""

    async def think(self, work: Callable[[Any], Any], question: Any, seconds: float) -> Any:
        """Return the answer at once."""
        await asyncio.sleep(0)
        return work(question)


def thinking_here() -> Thinking:
    """Return a queue like the bot's, without processes."""
    return Thinking([AtOnce()])


class Late(Worker):
    """Never finds an answer."""

    async def think(self, work: Any, question: Any, seconds: float) -> Any:
        """Fail as after the time limit."""
        raise TimeoutError


def thinking_late() -> Thinking:
    """Return a queue whose computers never answer in time."""
    return Thinking([Late()])


class Plain(Worker):
    """Chooses the default move, so that tests can predict it."""

    async def think(self, work: Callable[[Any], Any], question: Any, seconds: float) -> Any:
        """Return the index of the default move among the legal ones."""
        await asyncio.sleep(0)
        return question.legal.index(find_game(question.game).default_move(question.view))


def thinking_plainly() -> Thinking:
    """Return a queue whose computers all make the default move."""
    return Thinking([Plain()])
