"""Answers to clicks: with their files, in time and late. Nothing of them remains in memory."""

import asyncio
import gc
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import ui

from bot.clicks.answers import Answer
from bot.clicks.control import Control
from bot.play.match import Match
from bot.wire.ui import Address, Attached, Drawn, button, button_rows, screen

from ..examples import ALL_AT_ONCE
from .evening import DOT, Evening, One, Patch, Two, answer, said


def drawn(number: int) -> Drawn:
    """Return a screen with a picture of its own and a button."""
    file = Attached(f"dot{number}.png", DOT, f"picture {number}")
    shown = ui.MediaGallery[Any](
        discord.MediaGalleryItem(f"attachment://{file.name}", description=file.text)
    )
    again = button_rows([button(Address("door", text=str(number)), "again")])
    return screen(0, f"screen {number}", shown, *again, files=[file])


def names(message: discord.Message | Any) -> list[str]:
    return [file.filename for file in message.attachments]


async def knock(e: Evening, door: Callable[[Answer], Any]) -> Any:
    """Click a button of the channel's newest message that this handler serves."""

    async def handler(answer: Answer, address: Address) -> None:
        await door(answer)

    e.bot.controls["door"] = Control(handler)
    done = await e.people[0].click(e.panel(), label="again")
    return done


async def posted(e: Evening) -> None:
    """Answer publicly with a picture."""

    async def open_table(answer: Answer, address: Address) -> None:
        await answer.post(drawn(1))

    e.bot.controls["play"] = Control(open_table)
    help_ = await e.people[0].slash(e.channel, "help")
    await e.people[0].select(answer(help_), [ALL_AT_ONCE], custom_id="s2:play:0::0:/0")


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("private", [False, True])
async def test_answer_to_a_click_carries_its_files(late: bool, private: bool, e: One) -> None:
    await posted(e)

    async def door(answer: Answer) -> None:
        if late:
            await answer.acknowledge()
        await (answer.redraw_private if private else answer.redraw)(drawn(2))

    done = await knock(e, door)
    if private:
        shown = done.followups[-1] if late else done.response
        assert shown.ephemeral
        assert names(shown) == ["dot2.png"]
    assert names(e.panel()) == ["dot1.png" if private else "dot2.png"]
    assert ("screen 2" in e.panel_words()) is not private


def _layouts() -> int:
    gc.collect()
    return sum(isinstance(thing, ui.LayoutView) for thing in gc.get_objects())


async def test_private_answers_are_not_kept(e: Two) -> None:
    ana, ben = await e.begin(ALL_AT_ONCE, rounds=1)

    async def ask() -> None:
        await e.explained(ana, ALL_AT_ONCE)
        await e.press(ana, "Hand")
        await e.press(ben, "Hand")
        await ben.slash(e.channel, "move", move="@everyone")

    await ask()
    tasks, layouts = len(asyncio.all_tasks()), _layouts()
    for _ in range(5):
        await ask()
    assert len(asyncio.all_tasks()) == tasks
    assert _layouts() == layouts


async def test_a_click_is_freed_once_it_is_answered(e: Two) -> None:
    def interactions() -> int:
        return sum(isinstance(thing, discord.Interaction) for thing in gc.get_objects())

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


async def test_click_on_an_ended_match_replays_nothing(monkeypatch: Patch, e: Two) -> None:
    ana, _ = await e.begin(ALL_AT_ONCE, rounds=1)
    hand, moves = e.hand(ana), e.moves(ana)
    await e.play_out()
    await e.restart()
    monkeypatch.setattr(Match, "_play_on", loaded := Mock())
    alone: Any = ana.user  # in their direct messages
    late = await e.forge(alone, hand, next(iter(moves.values())))
    assert "That match is over." in said(late)
    assert not loaded.called
