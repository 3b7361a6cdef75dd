"""Computers that think at once, in the test's own loop, by the real players."""

import asyncio
from collections.abc import Callable
from typing import Any

from bot.workers.brain import Question
from bot.workers.thinking import Brain, Thinking
from games import find_game


class AtOnce(Brain):
    """Stands for a process: the same work, done here."""

    async def think(
        self, work: Callable[[Question], Any], question: Question, seconds: float
    ) -> Any:
        """The answer, now."""
        await asyncio.sleep(0)
        return work(question)


def thinking_here() -> Thinking:
    """A queue like the bot's, without processes."""
    return Thinking([AtOnce()])


class Plain(Brain):
    """Makes the simplest move, so that a test knows which."""

    async def think(
        self, work: Callable[[Question], Any], question: Question, seconds: float
    ) -> Any:
        """The default move's place among the legal ones."""
        await asyncio.sleep(0)
        return question.legal.index(find_game(question.game).default_move(question.view))


def thinking_plainly() -> Thinking:
    """A queue whose computers all make the default move."""
    return Thinking([Plain()])
