"""Scheduler of computers' decisions: a few processes, the tables in turn."""

import asyncio
import logging
import math
import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games import find_game
from games.thinking.decisions import PLAIN, maker

from . import brain
from .brain import Failed, Question, Weighed
from .worker import Lost, Worker, growing

_log = logging.getLogger(__name__)

SECONDS = 5.0
"""Time limit per decision in seconds."""
PATIENCE = 20.0
"""Seconds a decision may wait for its turn and its answer. Then the default move is made."""
# Seconds for a new process to load the rules and the computers on a busy machine.
_STARTING = 30.0
# Attempts at a question whose process was lost.
_TRIES = 2
_MOST = 4
# Consecutive losses of a process without a pause, and the first pause in seconds after them.
_FREE, _PAUSE = 2, 2.0


def brains() -> int:
    """Return the number of thinking processes: one core stays free for the bot."""
    return min(_MOST, max(1, (os.cpu_count() or 1) - 1))


class Asked(Protocol):
    """A question, as far as it concerns its turn. Its game stands in the log."""

    @property
    def game(self) -> str:
        """The key of the game."""

    @property
    def strength(self) -> str:
        """The strength of the computer that is asked, or an empty text."""


class Process(Protocol):
    """A process that does jobs: a worker, or a share of one."""

    def do(self, work: Callable[..., Any], *given: Any) -> Any:
        """Return the result of a job."""

    def close(self) -> None:
        """End the job, and a process that has no other user."""


class Brain:
    """One thinking process, started when needed and again after a loss.

    After several losses without an answer between them it rests, longer each time.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, process: Callable[[], Process] = Worker
    ) -> None:
        self._worker: Process | None = None
        self._process = process
        self._clock = clock
        self._losses = 0
        self._not_before = -math.inf

    @property
    def resting(self) -> bool:
        """True while no new process may start."""
        return self._clock() < self._not_before

    async def think(self, work: Callable[[Any], Any], question: Asked, seconds: float) -> Any:
        """Return the answer.

        Raises Lost if the process was lost, TimeoutError if it took too long and was ended.
        """
        try:
            mine = self._worker or await self._start(question)
            async with asyncio.timeout(seconds):
                answer = await asyncio.to_thread(mine.do, work, question)
            self._losses = 0
            return answer
        except BaseException as error:
            # A thread may still wait for the old answer. No later question must receive it.
            if not isinstance(error, Exception) or isinstance(error, Lost | TimeoutError):
                await self.end()
            if isinstance(error, Lost | TimeoutError):
                self._losses += 1
                self._not_before = self._clock() + growing(self._losses - _FREE, _PAUSE)
            raise

    async def _start(self, first: Asked) -> Process:
        mine = self._worker = self._process()
        async with asyncio.timeout(_STARTING):
            await asyncio.to_thread(mine.do, brain.ready, first)
        return mine

    async def end(self) -> None:
        """End the process, even while it thinks or starts."""
        mine, self._worker = self._worker, None
        if mine is not None:
            await asyncio.to_thread(mine.close)


class _NoThought(Exception):
    """The reason why a question has no answer, without hidden content."""


@dataclass(eq=False)
class _Waiting:
    """A question that waits for its answer."""

    work: Callable[[Any], Any]
    question: Asked
    answer: "asyncio.Future[Any]"
    tries: int = field(default=0)


class Thought(NamedTuple):
    """A move and its maker, as in the record."""

    move: Any
    made_by: str


class Thinking:
    """Shares the thinking processes among the tables. Processes start when first needed.

    `seconds` is the time limit of one decision, `patience` that of the table's whole wait. `plain`
    gets the game and the reason of each default move.
    """

    plain: Callable[[str, str], None] = staticmethod(lambda game, why: None)

    def __init__(
        self,
        thinkers: Sequence[Brain] | None = None,
        *,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        self._seconds = seconds
        self._patience = patience
        # Questions by table, next table first. A served table goes to the end.
        self._waiting: OrderedDict[int, deque[_Waiting]] = OrderedDict()
        # Questions that wait until no table has one.
        self._later: deque[_Waiting] = deque()
        self._all = [Brain() for _ in range(brains())] if thinkers is None else thinkers
        self._idle = [*self._all]
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: set[_Waiting] = set()
        self._closed = False

    async def move(self, table_id: int, question: Question) -> Thought:
        """Return a computer's move, always a legal one.

        Without a timely answer it is the default move, and plain.
        """
        try:
            answer = await self._ask(table_id, brain.choose, question)
            return Thought(question.legal[answer], maker(question.game, question.strength))
        except _NoThought as error:
            self.plain(question.game, str(error))
            _tell(table_id, question, error, "makes the default move")
            plain = find_game(question.game, question.version).default_move(question.view)
            return Thought(plain, PLAIN)

    async def later(self, work: Callable[[Any], Any], question: Asked) -> Any:
        """Return the answer to a question that may wait until no table does, or None."""
        try:
            return await self._ask(None, work, question)
        except _NoThought as error:
            _log.warning("a question (%s) that may wait got no answer: %s", question.game, error)
            return None

    async def weighed(self, table_id: int, question: Question) -> list[Weighed]:
        """Return moves with their values, best first, or none without a timely answer."""
        try:
            found: list[Weighed] = await self._ask(table_id, brain.weigh, question)
        except _NoThought as error:
            _tell(table_id, question, error, "gives no hint")
            return []
        return found

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that waits for answers, until it is done or this is closed."""
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
        """Abandon all questions, and end the processes."""
        self._closed = True
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        for asked in self._open:
            # Release the callers at once instead of at their timeout.
            if not asked.answer.done():
                asked.answer.set_result(Failed("closed"))
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(one.end() for one in self._all))

    async def _ask(self, table_id: int | None, work: Callable[[Any], Any], question: Asked) -> Any:
        if self._closed:
            raise _NoThought("closed")
        asked = _Waiting(work, question, asyncio.get_running_loop().create_future())
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

    def _queue(self, table_id: int | None, asked: _Waiting) -> None:
        if table_id is None:
            self._later.append(asked)
        else:
            self._waiting.setdefault(table_id, deque()).append(asked)
        able = next((one for one in self._idle if not one.resting), None)
        if able is not None:
            self._idle.remove(able)
            self.begin(self._serve(able))
        else:
            self._give_up()

    def _give_up(self) -> None:
        """Answer all that wait if every process rests: plain moves now instead of late ones."""
        if len(self._idle) < len(self._all):
            return
        for mine in (*self._waiting.values(), self._later):
            for asked in mine:
                if not asked.answer.done():
                    asked.answer.set_result(Failed("resting"))
        self._waiting.clear()
        self._later.clear()

    def _next(self) -> tuple[int | None, _Waiting] | None:
        """Return the next question, each table once before any table twice, and others last."""
        while self._waiting:
            table_id, mine = next(iter(self._waiting.items()))
            asked = mine.popleft()
            self._waiting.move_to_end(table_id)
            if not mine:
                del self._waiting[table_id]
            if not asked.answer.done():
                return table_id, asked
        while self._later:
            asked = self._later.popleft()
            if not asked.answer.done():
                return None, asked
        return None

    async def _serve(self, one: Brain) -> None:
        try:
            while not one.resting and (turn := self._next()) is not None:
                await self._answer(one, *turn)
        finally:
            self._idle.append(one)
        if self._waiting or self._later:
            self._give_up()

    async def _answer(self, one: Brain, table_id: int | None, asked: _Waiting) -> None:
        asked.tries += 1
        try:
            answer = await one.think(asked.work, asked.question, self._seconds)
        except Lost:
            _log.warning("a thinking process was lost; starting another")
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
