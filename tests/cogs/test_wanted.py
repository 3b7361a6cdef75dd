"""Screens requested by another process are shown once, by the table's owner."""

from typing import Any

import discord
import pytest

from bot.clicks.answers import Answer
from bot.storage import PANEL
from bot.wire.ui import Drawn

from .conftest import Begin
from .evening import words
from .test_rematch import FIRST, SECOND, ended

WANTED: dict[str, Any] = {"anew": False, "at_once": False, "calls": []}


async def test_request_of_another_process_posts_no_second_panel(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another player joins in that process before the panel is posted as an answer."""
    post = Answer.post
    async with evening(2) as e:
        await ended(e)

        async def late(answer: Answer, drawn: Drawn) -> discord.Message:
            await e.bot.tables.wanted(SECOND, reader=PANEL, **WANTED)
            panel = (await e.bot.tables.get(SECOND)).posts.of(PANEL)
            await panel.rest()
            return await post(answer, drawn)

        monkeypatch.setattr(Answer, "post", late)
        await e.press(e.people[0], "Rematch")
        shown = [m for m in e.channel.history() if "a table is open" in words(m.components)]
        assert len(shown) == 1


async def test_late_answers_message_is_used_for_its_screen(
    evening: Begin,
) -> None:
    """The end is shown by then, and the table's messages are unknown."""
    async with evening(2) as e:
        await ended(e)
        panel = e.panel()
        hands = {int(person.user.id): e.hand(person) for person in e.people}
        for reader, shown in ((PANEL, panel), *hands.items()):
            there = WANTED | {"channel_id": shown.channel.id, "message_id": shown.id}
            await e.bot.tables.wanted(FIRST, reader=reader, **WANTED)
            await e.bot.tables.wanted(FIRST, reader=reader, **there)
        # The table is loaded while its end is shown again.
        table = await e.bot.tables.get(FIRST)
        await table.look_again()
        await e.env.settle()
        assert [m.id for m in e.channel.history() if "the end" in words(m.components)] == [panel.id]
        assert [e.hand(person).id for person in e.people] == [hand.id for hand in hands.values()]
