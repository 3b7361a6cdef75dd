"""Memory after a private answer: nothing remains."""

import asyncio
import gc
from collections.abc import Mapping
from typing import Any

import discord
import pytest
from discord import ui

from bot.play.match import Match
from tests.examples import ALL_AT_ONCE

from .conftest import Begin
from .evening import Two, said
from .helped import explained
from .staff import forge


def _layouts() -> int:
    gc.collect()
    return sum(isinstance(thing, ui.LayoutView) for thing in gc.get_objects())


async def test_private_answers_are_not_kept(e: Two) -> None:
    ana, ben = await e.begin(ALL_AT_ONCE, rounds=1)

    async def ask() -> None:
        await explained(e, ana, ALL_AT_ONCE)
        await e.press(ana, "Hand")
        await e.press(ben, "Hand")
        await ben.slash(e.channel, "move", move="@everyone")

    await ask()
    tasks, layouts = len(asyncio.all_tasks()), _layouts()
    for _ in range(5):
        await ask()
    assert len(asyncio.all_tasks()) == tasks
    assert _layouts() == layouts


async def test_a_click_is_freed_once_it_is_answered(evening: Begin) -> None:
    def interactions() -> int:
        return sum(isinstance(thing, discord.Interaction) for thing in gc.get_objects())

    async with evening(2) as e:
        ana, _ = await e.begin(ALL_AT_ONCE, rounds=1)
        gc.collect()
        gc.disable()
        try:
            before = interactions()
            for card in sorted(e.moves(ana))[:3]:
                await e.play(ana, card)
            # Discord.py's interaction and its response refer to each other.
            gc.collect()
            assert interactions() <= before + 1
        finally:
            gc.enable()


async def test_click_on_an_ended_match_replays_nothing(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[int] = []
    load = Match._play_on

    def counted(match: Match, moves: list[tuple[int, str]], automatic: Mapping[int, str]) -> None:
        loaded.append(len(moves))
        load(match, moves, automatic)

    async with evening(2) as e:
        ana, _ = await e.begin(ALL_AT_ONCE, rounds=1)
        hand, moves = e.hand(ana), e.moves(ana)
        await e.play_out()
        await e.restart()
        monkeypatch.setattr(Match, "_play_on", counted)
        alone: Any = ana.user  # in their direct messages
        late = await forge(e, alone, hand, next(iter(moves.values())))
        assert "That match is over." in said(late)
        assert loaded == []
