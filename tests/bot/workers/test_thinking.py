"""Computers' decisions in processes: losses, a fair queue, and an answer every time."""

import asyncio
import multiprocessing
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.workers import brain
from bot.workers.brain import Question
from bot.workers.thinking import Thinking, thinker
from bot.workers.worker import Worker
from games.core import Rulings
from tests.examples import ALL_AT_ONCE
from tests.games.playing import registered
from tests.sixth.full.games.pennies import Pennies

from . import thoughts
from .thoughts import GAME, question

# Starting a process is slow while many run.
LONG = 100.0
PLAIN = GAME.default_move(question().view)


async def move_of(thinking: Thinking, table_id: int, asked: Question) -> Any:
    """Return a computer's move without its maker."""
    return (await thinking.move(table_id, asked)).move


@pytest.fixture
async def thinking() -> AsyncIterator[Thinking]:
    """Yield a scheduler with one process."""
    made = Thinking([thinker()], seconds=LONG, patience=LONG)
    yield made
    await made.close()


def processes() -> list[int]:
    """Return the ids of the thinking processes."""
    return [one.pid for one in multiprocessing.active_children() if one.pid is not None]


async def test_decision_is_made_in_another_process(thinking: Thinking) -> None:
    assert processes() == [], "no process before the first question"
    asked = question(strength="normal")
    move = await move_of(thinking, 1, asked)
    assert move in asked.legal
    (pid,) = processes()
    assert pid != os.getpid()
    assert await move_of(thinking, 2, asked) == move, "the same chance, the same move"
    assert processes() == [pid]
    weighed = await thinking.weighed(1, question(strength="hard"))
    assert {one.move for one in weighed} == set(asked.legal)
    await thinking.close()
    assert processes() == []


async def test_question_is_asked_again_unless_it_kills_processes(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(thoughts.MARK, str(tmp_path / "thought"))
    sure = await move_of(thinking, 1, question())
    assert sure != PLAIN, "or it wouldn't show"
    with monkeypatch.context() as patched:
        patched.setattr("bot.workers.brain.choose", thoughts.deadly_once)
        assert await move_of(thinking, 1, question()) == sure
        patched.setattr("bot.workers.brain.choose", thoughts.deadly)
        assert await move_of(thinking, 1, question()) == PLAIN
    assert await move_of(thinking, 2, question()) == sure, "the next table's is thought"


async def test_processes_lost_again_and_again_rest_longer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]
    worker = Worker(tries=2, patience=LONG, rest=2.0, clock=lambda: now[0])
    thinking = Thinking([worker], seconds=LONG, patience=LONG)
    tries = 0

    def lost(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise EOFError

    started = []
    with monkeypatch.context() as patched:
        patched.setattr(Worker, "_start", lost)
        for second in range(130):
            now[0], before = float(second), tries
            assert await move_of(thinking, 1, question()) == PLAIN
            started.append(tries - before)
    seconds = [second for second, tried in enumerate(started) if tried]
    assert seconds == [0, 1, 3, 7, 15, 31, 63, 123]
    assert await move_of(thinking, 1, question()) == PLAIN, "it rests"
    now[0] += 60
    assert await move_of(thinking, 1, question()) != PLAIN, "it thinks again"
    await thinking.close()


async def test_endless_decision_is_ended_and_delays_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinking = Thinking([thinker()], seconds=3.0, patience=LONG)
    with monkeypatch.context() as patched:
        patched.setattr("bot.workers.brain.choose", thoughts.endless)
        endless = asyncio.ensure_future(move_of(thinking, 1, question()))
        await asyncio.sleep(0)
    other = asyncio.ensure_future(thinking.weighed(2, question(strength="hard")))
    assert await endless == PLAIN
    assert await other
    await thinking.close()


async def test_a_review_waits_until_no_table_does() -> None:
    slow = Slow()
    thinking = Thinking([slow], patience=LONG)
    asked = [
        asyncio.ensure_future(move_of(thinking, 1, question(1))),
        asyncio.ensure_future(thinking.later(brain.weigh, question(4))),
        asyncio.ensure_future(move_of(thinking, 2, question(2))),
        asyncio.ensure_future(move_of(thinking, 3, question(3))),
    ]
    await asyncio.sleep(0)
    slow.go.set()
    await asyncio.gather(*asked)
    assert slow.turns == [1, 2, 3, 4]
    await thinking.close()


async def test_decision_times_out_in_the_queue() -> None:
    slow = Slow()
    thinking = Thinking([slow], patience=0.05)
    first = asyncio.ensure_future(move_of(thinking, 1, question()))
    assert await move_of(thinking, 2, question()) == PLAIN
    await first
    slow.go.set()
    await thinking.close()


async def test_failure_is_logged_without_hidden_cards(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.workers.brain.choose", thoughts.telling)
    counted: list[tuple[str, str]] = []
    thinking.plain = lambda game, why: counted.append((game, why))
    assert await move_of(thinking, 17, question()) == PLAIN
    assert counted == [(ALL_AT_ONCE, "RuntimeError")]
    (record,) = caplog.records
    assert vars(record)["table"] == 17
    assert f"{ALL_AT_ONCE}, easy" in record.getMessage()
    assert "RuntimeError" in record.getMessage()
    assert "hand is" not in caplog.text
    assert "the hand is" not in repr(question())
    assert str(question().view.hand[0]) not in repr(question())


def test_failed_thought_names_only_the_kind_of_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(_game: str, _strength: str) -> None:
        raise RuntimeError("the hand is 55")

    for user in ("bot.workers.brain", "games.thinking.decisions"):
        monkeypatch.setattr(f"{user}.find_player", find)
    assert brain.choose(question()) == brain.weigh(question()) == brain.Failed("RuntimeError")
    monkeypatch.setattr(brain, "numpy_fault", brain.numpy_fault.__wrapped__)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "numpy doesn't load (import of numpy halted" in str(brain.choose(question()))


@dataclass(frozen=True, eq=False)
class Ruled(Pennies):
    """A game without computers, whose default move is another one since version 2."""

    RULINGS: ClassVar[Mapping[int, Rulings]] = {1: frozenset(), 2: frozenset({"tails"})}
    version: int = max(RULINGS)  # type: ignore[misc]

    def default_move(self, view: Any) -> str:
        """Return the move that the version's rules name."""
        return "tails" if "tails" in self.RULINGS[self.version] else "heads"


@pytest.mark.parametrize(("version", "move"), [(1, "heads"), (2, "tails")])
async def test_default_move_follows_the_version_of_the_match(
    thinking: Thinking, version: int, move: str
) -> None:
    legal = ("heads", "tails")
    with registered(Ruled()):
        asked = Question(Pennies.key, version, "easy", None, (), legal, 1)
        assert brain.choose(asked) == legal.index(move)
        # No thinking process has this game, so the bot itself makes the default move.
        assert (await thinking.move(1, asked)).move == move


class Slow(Worker):
    """Answers when `go` is set, and lists the tables in order."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.turns: list[int] = []

    async def think(self, work: Callable[[Any], Any], question: Any, seconds: float) -> Any:
        """Use the seed as the table's number."""
        await self.go.wait()
        self.turns.append(question.seed)
        return 0


async def test_tables_take_turns_regardless_of_their_computers() -> None:
    slow = Slow()
    thinking = Thinking([slow])
    tables = [1, 1, 1, 1, 1, 2, 3, 2]
    asked = [asyncio.ensure_future(move_of(thinking, n, question(seed=n))) for n in tables]
    await asyncio.sleep(0)
    slow.go.set()
    await asyncio.gather(*asked)
    assert slow.turns == [1, 2, 3, 1, 2, 1, 1, 1]
    await thinking.close()


def test_processes_load_only_their_modules() -> None:
    code = (
        "import sys, bot.workers.brain\n"
        "assert 'discord' not in sys.modules\n"
        f"import bot.run.client, cogs.{ALL_AT_ONCE}\n"
        "assert 'numpy' not in sys.modules\n"
        f"players = 'games.{ALL_AT_ONCE}.computers.players'\n"
        "assert not [m for m in sys.modules if m.startswith(players)]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("spread", [0.0, 1.0])
def test_weighing_again_separates_leads_from_chance(
    monkeypatch: pytest.MonkeyPatch, spread: float
) -> None:
    class Noisy:
        def weigh(self, view: Any, told: Any, legal: Any, rng: random.Random) -> Any:
            return [(move, -at / 10 + spread * rng.random()) for at, move in enumerate(legal[:2])]

    monkeypatch.setattr(brain, "find_player", lambda *_: Noisy())
    found = brain.weigh(question())
    assert isinstance(found, list)
    best, other = found
    assert (best.behind, best.error, best.alike) == (0.0, 0.0, True)
    assert other.alike is bool(spread)


def test_pondering_takes_more_thought_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    class Quick:
        def weigh(self, view: Any, told: Any, legal: Any, rng: random.Random) -> Any:
            return [(move, -at) for at, move in enumerate(legal)]

    class Deep(Quick):
        def ponder(self, view: Any, told: Any, legal: Any, rng: random.Random) -> Any:
            return [(move, at) for at, move in enumerate(legal)]

    def best(player: Quick) -> Any:
        monkeypatch.setattr(brain, "find_player", lambda *_: player)
        found = brain.ponder(question())
        assert isinstance(found, list)
        return found[0].move

    legal = question().legal
    assert [best(Quick()), best(Deep())] == [legal[0], legal[-1]]
