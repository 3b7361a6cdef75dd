"""Rights where a person acts from direct messages, and answers that come late."""

from datetime import timedelta
from typing import Any

import pytest

from bot import storage
from bot.clicks.answers import Answer
from bot.clicks.places import ground_at
from bot.wire.ui import Drawn
from bot.words.errors import TableError
from tests.examples import ALL_AT_ONCE

from .conftest import Begin
from .evening import answers, said
from .test_walls import played


async def test_rematch_is_refused_to_former_thread_members(evening: Begin) -> None:
    async with played(evening, private=True) as (e, _lounge, _where):
        _, ben, _ = e.people
        hand = e.hand(ben)
        e.env.backend.remove_thread_member(e.channel.id, ben.id)
        refused = await ben.user.click(hand, custom_id=e.buttons(hand)["Rematch"])
        assert f"A rematch opens in <#{e.channel.id}>" in said(refused)
        assert await storage.tables.open_tables(e.bot.database) == []


async def test_table_is_refused_to_members_in_timeout(evening: Begin) -> None:
    async with evening(1) as e:
        (ana,) = e.people
        assert (await ground_at(e.bot, e.channel.id, ana.id)).user.id == ana.id
        until = (e.env.now() + timedelta(hours=1)).isoformat()
        e.env.backend.edit_member(e.guild.id, ana.id, {"timed_out_until": until})
        with pytest.raises(TableError):
            await ground_at(e.bot, e.channel.id, ana.id)


@pytest.mark.parametrize("public", [True, False])
async def test_late_answer_is_public_only_to_commands_that_post(
    evening: Begin, monkeypatch: pytest.MonkeyPatch, public: bool
) -> None:
    way = "post" if public else "show"
    answered = getattr(Answer, way)

    async def late(answer: Answer, drawn: Drawn) -> Any:
        await answer.acknowledge()
        return await answered(answer, drawn)

    async with evening(1) as e:
        (ana,) = e.people
        monkeypatch.setattr(Answer, way, late)
        shown = await ana.slash(
            e.channel, f"{ALL_AT_ONCE} play" if public else f"{ALL_AT_ONCE} rules"
        )
        assert [message.ephemeral for message in answers(shown)] == [not public]
