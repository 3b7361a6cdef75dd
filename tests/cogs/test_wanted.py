"""What another process wants to be shown, which the keeper of a table shows: nothing twice."""

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


async def test_what_another_process_wants_meanwhile_posts_no_second_panel(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sits down by it before the panel is there, which is the answer to the first."""
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


async def test_what_a_late_answer_wants_is_shown_by_the_message_that_it_changed(
    evening: Begin,
) -> None:
    """The end is told by then, and no message of that table is known any more."""
    async with evening(2) as e:
        await ended(e)
        panel = e.panel()
        hands = {int(person.user.id): e.hand(person) for person in e.people}
        for reader, shown in ((PANEL, panel), *hands.items()):
            there = WANTED | {"channel_id": shown.channel.id, "message_id": shown.id}
            await e.bot.tables.wanted(FIRST, reader=reader, **WANTED)
            await e.bot.tables.wanted(FIRST, reader=reader, **there)
        # Somebody comes across it just when it is told once more that it has ended.
        table = await e.bot.tables.get(FIRST)
        await table.look_again()
        await e.env.settle()
        assert [m.id for m in e.channel.history() if "the end" in words(m.components)] == [panel.id]
        assert [e.hand(person).id for person in e.people] == [hand.id for hand in hands.values()]
