"""The time before a computer's move, with a clock that only sleeping and thinking advance."""

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from bot.storage.modes import PUBLIC
from bot.tables import deciding
from bot.tables.deciding import Deciding
from rig import LIMIT

MOMENT = (1.0, 3.0)


async def moved_at(
    monkeypatch: pytest.MonkeyPatch,
    *,
    choices: int,
    thought: float,
    stage: int = 1,
    held: float = 0.0,
) -> float:
    """Return the seconds until a computer with that number of legal moves decides.

    `held`: the seconds of the reveal before.
    """
    clock, moves = SimpleNamespace(now=0.0), list[float]()

    async def sleep(seconds: float) -> None:
        clock.now += seconds
        # A failed decision is tried again without end.
        assert clock.now < 60

    async def move(table_id: int, question: Any) -> Any:
        clock.now += thought
        return SimpleNamespace(move=question.legal[-1], made_by="hard 1")

    async def computer_moves(seat: int, text: str, stage: int, made_by: str) -> None:
        assert clock.now >= held
        moves.append(clock.now)
        match.to_act = frozenset()

    begun = list[Any]()
    due = SimpleNamespace(view=None, told=(), legal=range(choices), number=5)
    stored = SimpleNamespace(
        id=7,
        game="any",
        guild_id=1,
        phase="live",
        paused_at=None,
        kind=PUBLIC,
        players=[SimpleNamespace(playing=False, computer=True, kind="hard")],
    )
    match: Any = SimpleNamespace(
        table=stored,
        stage=stage,
        ply=3,
        held=held > 0,
        holds=SimpleNamespace(until=held),
        state=None,
        to_act=frozenset({0}),
        decision=lambda seat: due,
        game=SimpleNamespace(version=1, move_text=str),
    )
    house: Any = SimpleNamespace(
        now=lambda: clock.now,
        thinking=SimpleNamespace(move=move, begin=begun.append),
        idle=SimpleNamespace(turn=nullcontext),
    )
    state: Any = SimpleNamespace(stored=stored, match=match)
    monkeypatch.setattr(deciding, "MOMENT", MOMENT)
    monkeypatch.setattr(deciding, "asyncio", SimpleNamespace(sleep=sleep))
    Deciding(house, state, computer_moves, lambda: None).look()
    [work] = begun
    await asyncio.wait_for(work, LIMIT)
    [at] = moves
    return at


async def test_wait_depends_on_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = await moved_at(monkeypatch, choices=1, thought=0.0)
    assert MOMENT[0] <= usual <= MOMENT[1]
    for choices, thought in ((2, 0.0), (24, 0.3), (300, 0.9)):
        assert await moved_at(monkeypatch, choices=choices, thought=thought) == pytest.approx(usual)


async def test_long_thought_ends_at_a_full_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = await moved_at(monkeypatch, choices=1, thought=0.0)
    for thought in (usual + 0.1, 2 * usual - 0.1):
        assert await moved_at(monkeypatch, choices=9, thought=thought) == pytest.approx(2 * usual)


async def test_wait_varies_by_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    at = {await moved_at(monkeypatch, choices=2, thought=0.0, stage=stage) for stage in range(9)}
    assert len(at) == 9


async def test_computer_moves_as_soon_as_a_reveal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    for choices, thought in ((1, 0.0), (24, 0.5), (300, 4.9)):
        at = await moved_at(monkeypatch, choices=choices, thought=thought, held=5.0)
        assert at == pytest.approx(5.0, abs=0.1), "thought about meanwhile"
    at = await moved_at(monkeypatch, choices=1, thought=5.5, held=5.0)
    assert at == pytest.approx(10.0, abs=0.1), "its length reveals nothing"
