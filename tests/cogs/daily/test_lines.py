"""The posted lines of daily deals: where, whose, and when."""

import pytest

from cogs.daily import deals, store

from ..clocks import wait
from ..evening import One, Two, answer, said, words
from ..posts import counted
from ..staff import forge
from .card import ended, preview
from .dealt import asked, buttons, clicked

OLD = "That button is out of date. Use the newest message."
pytestmark = pytest.mark.usefixtures("quick_clock", "quick_rivals")


async def test_line_is_shared_anywhere_once_a_server(e: One) -> None:
    (ana,), since = e.people, len(e.env.http_requests)
    await ended(e)
    assert len(counted(e, since)) <= 3, "the hand is sent and drawn once"
    lounge = e.guild.create_text_channel("lounge")
    number = deals.number_at(e.bot.now())
    await clicked(ana, await preview(ana, lounge), "Post in #lounge")
    [message] = lounge.history()
    assert f"Shinrisen daily {number} · " in words(message.components)
    again = await asked(e, ana)
    assert f"{lounge.id}/{message.id}" in said(again)
    assert "Post in #games" not in buttons(again)
    [board] = await store.boards(e.bot.database, number + 1)
    assert board.channel_id == lounge.id


async def test_line_of_another_person_or_day_is_not_shared(e: Two) -> None:
    ana, ben = e.people
    await ended(e)
    shown = await asked(e, ana)
    at, message = buttons(shown)["Post in #games"], answer(shown).message
    assert said(await forge(e, ben, message, at)) == OLD
    assert said(await forge(e, ana, message, "s2:dailypost:0::0:")) == OLD
    number = deals.number_at(e.bot.now())
    await wait(e, deals.closes(number) - e.bot.now() + 60)
    assert said(await forge(e, ana, message, at)) == OLD
    assert [m for m in e.channel.history() if m.author.bot] == []
