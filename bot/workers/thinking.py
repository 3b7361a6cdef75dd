"""Where computers think: off the event loop, in a few processes, every table in its turn."""

import asyncio
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import find_game

from . import brain
from .brain import Failed, Question
from .worker import Lost, Worker

_log = logging.getLogger(__name__)

SECONDS = 5.0
"""So long one thought may take."""
PATIENCE = 20.0
"""So long a decision waits for its turn and its thought: then rather a plain move than none."""
# A new process has to load rules and computers, on a busy machine.
_STARTING = 30.0
# A thought whose process was lost is thought again, so often.
_TRIES = 2
_MOST = 4


def brains() -> int:
    """How many processes think: one core is left to the bot."""
    return min(_MOST, max(1, (os.cpu_count() or 1) - 1))


class Brain:
    """One process, started when it is needed, and another one when it was lost."""

    def __init__(self) -> None:
        self._worker: Worker | None = None

    async def think(
        self, work: Callable[[Question], Any], question: Question, seconds: float
    ) -> Any:
        """The answer. Raises Lost: the process was lost; TimeoutError: it was ended."""
        try:
            mine = self._worker or await self._start(question)
            async with asyncio.timeout(seconds):
                return await asyncio.to_thread(mine.do, work, question)
        except BaseException as error:
            # A thread may still wait for that answer: nobody else is to hear it.
            if not isinstance(error, Exception) or isinstance(error, Lost | TimeoutError):
                await self.end()
            raise

    async def _start(self, first: Question) -> Worker:
        mine = self._worker = Worker()
        async with asyncio.timeout(_STARTING):
            await asyncio.to_thread(mine.do, brain.ready, first)
        return mine

    async def end(self) -> None:
        """End the process, whatever it is doing: it may even be starting still."""
        mine, self._worker = self._worker, None
        if mine is not None:
            await asyncio.to_thread(mine.close)


class _NoThought(Exception):
    """Nothing came of it; the text is the kind of error."""


@dataclass(eq=False)
class _Asked:
    """A question that waits for its answer."""

    work: Callable[[Question], Any]
    question: Question
    answer: "asyncio.Future[Any]"
    tries: int = field(default=0)


class Thinking:
    """What all tables' computers think by. Processes start when they are first needed.

    `seconds`: so long one thought may take; `patience`: so long its table waits for it in all.
    """

    def __init__(
        self,
        thinkers: Sequence[Brain] | None = None,
        *,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        self._seconds = seconds
        self._patience = patience
        # By table, whose turn it is first: whoever was served goes to the end.
        self._waiting: OrderedDict[int, deque[_Asked]] = OrderedDict()
        self._all = [Brain() for _ in range(brains())] if thinkers is None else thinkers
        self._idle = [*self._all]
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: set[_Asked] = set()
        self._closed = False

    async def move(self, table_id: int, question: Question) -> Any:
        """The move of a computer, always one of the legal ones.

        Where no thought comes of it in time, the default move.
        """
        try:
            return question.legal[await self._ask(table_id, brain.choose, question)]
        except _NoThought as error:
            _tell(table_id, question, error, "makes a plain move")
            return find_game(question.game).default_move(question.view)

    async def weighed(self, table_id: int, question: Question) -> list[tuple[Any, float]]:
        """What moves are worth, best first; nothing where no thought comes of it in time."""
        try:
            found = await self._ask(table_id, brain.weigh, question)
        except _NoThought as error:
            _tell(table_id, question, error, "has no hint")
            return []
        return [(question.legal[at], worth) for at, worth in found]

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Let somebody wait for thoughts until that is done, or until this is closed."""
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a computer's decision failed: %s", type(error).__name__)

    async def close(self) -> None:
        """Cut short what is being thought, and end the processes."""
        self._closed = True
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        for asked in self._open:
            # Whoever waits here isn't kept till their patience ends.
            if not asked.answer.done():
                asked.answer.set_result(Failed("closed"))
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(one.end() for one in self._all))

    async def _ask(self, table_id: int, work: Callable[[Question], Any], question: Question) -> Any:
        if self._closed:
            raise _NoThought("closed")
        asked = _Asked(work, question, asyncio.get_running_loop().create_future())
        self._queue(table_id, asked)
        self._open.add(asked)
        try:
            async with asyncio.timeout(self._patience):
                answer = await asked.answer
        except TimeoutError:
            raise _NoThought("too many wait") from None
        finally:
            self._open.discard(asked)
        if isinstance(answer, Failed):
            raise _NoThought(answer.why)
        return answer

    def _queue(self, table_id: int, asked: _Asked) -> None:
        self._waiting.setdefault(table_id, deque()).append(asked)
        if self._idle:
            self.begin(self._serve(self._idle.pop()))

    def _next(self) -> tuple[int, _Asked] | None:
        """Whose turn it is; every table once before any table twice."""
        while self._waiting:
            table_id, mine = next(iter(self._waiting.items()))
            asked = mine.popleft()
            self._waiting.move_to_end(table_id)
            if not mine:
                del self._waiting[table_id]
            if not asked.answer.done():
                return table_id, asked
        return None

    async def _serve(self, one: Brain) -> None:
        try:
            while (turn := self._next()) is not None:
                await self._answer(one, *turn)
        finally:
            self._idle.append(one)

    async def _answer(self, one: Brain, table_id: int, asked: _Asked) -> None:
        asked.tries += 1
        try:
            answer = await one.think(asked.work, asked.question, self._seconds)
        except Lost:
            _log.warning("a process in which computers think was lost; there will be another")
            if asked.tries < _TRIES:
                self._queue(table_id, asked)
                return
            answer = Failed("lost")
        except TimeoutError:
            answer = Failed("too long")
        except Exception as error:
            answer = Failed(type(error).__name__)
        if not asked.answer.done():
            asked.answer.set_result(answer)


def _tell(table_id: int, question: Question, error: _NoThought, what: str) -> None:
    _log.warning(
        "a computer (%s, %s) %s: %s",
        question.game,
        question.strength,
        what,
        error,
        extra={"table": table_id},
    )
