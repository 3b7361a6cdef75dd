"""Scheduler of computers' decisions: a few processes, the tables in turn."""

import asyncio
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games import find_game
from games.thinking.decisions import PLAIN, maker

from . import brain
from .brain import Failed, Question, Weighed
from .worker import Lost, Worker

_log = logging.getLogger(__name__)

SECONDS = 5.0
"""Time limit per decision in seconds."""
PATIENCE = 20.0
"""Seconds a decision may wait for its turn and its answer. Then the default move is made."""
# Seconds for a new process to load the rules and the computers on a busy machine.
_STARTING = 30.0
_MOST = 4
# The first pause in seconds after questions that lost their processes.
_PAUSE = 2.0


def brains() -> int:
    """Return the number of thinking processes: one core stays free for the bot."""
    return min(_MOST, max(1, (os.cpu_count() or 1) - 1))


class Asked(Protocol):
    """A question. The log names its game."""

    @property
    def game(self) -> str:
        """The key of the game."""


def thinker() -> Worker:
    """Return a process that thinks, started when needed and again after a loss."""
    return Worker(tries=2, patience=_STARTING, rest=_PAUSE, first=brain.ready)


class _NoThought(Exception):
    """The reason why a question has no answer, without hidden content."""


@dataclass(eq=False)
class _Waiting:
    """A question that waits for its answer."""

    work: Callable[[Any], Any]
    question: Asked
    answer: "asyncio.Future[Any]"


class Thought(NamedTuple):
    """A move and its maker, as in the record."""

    move: Any
    made_by: str


class Thinking:
    """Shares the thinking processes among the tables. Processes start when first needed.

    `seconds` is the time limit of one decision, `patience` that of the table's whole wait. `plain`
    gets the game and the reason of each default move. `shared`: the processes have other users, who
    end them.
    """

    plain: Callable[[str, str], None] = staticmethod(lambda game, why: None)

    def __init__(
        self,
        thinkers: Sequence[Worker] | None = None,
        *,
        seconds: float = SECONDS,
        patience: float = PATIENCE,
        shared: bool = False,
    ) -> None:
        self._seconds = seconds
        self._patience = patience
        # Questions by table, next table first. A served table goes to the end.
        self._waiting: OrderedDict[int, deque[_Waiting]] = OrderedDict()
        # Questions that wait until no table has one.
        self._later: deque[_Waiting] = deque()
        self._all = thinkers or [thinker() for _ in range(brains())]
        self._shared = shared
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
        if not self._shared:
            await asyncio.gather(*(asyncio.to_thread(one.close) for one in self._all))

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

    def _next(self) -> _Waiting | None:
        """Return the next question, each table once before any table twice, and others last."""
        while self._waiting:
            table_id, mine = next(iter(self._waiting.items()))
            asked = mine.popleft()
            self._waiting.move_to_end(table_id)
            if not mine:
                del self._waiting[table_id]
            if not asked.answer.done():
                return asked
        while self._later:
            asked = self._later.popleft()
            if not asked.answer.done():
                return asked
        return None

    async def _serve(self, one: Worker) -> None:
        try:
            while not one.resting and (asked := self._next()) is not None:
                await self._answer(one, asked)
        finally:
            self._idle.append(one)
        if self._waiting or self._later:
            self._give_up()

    async def _answer(self, one: Worker, asked: _Waiting) -> None:
        try:
            answer = await one.think(asked.work, asked.question, self._seconds)
        except Lost as error:
            answer = Failed("too long" if isinstance(error.__cause__, TimeoutError) else "lost")
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
