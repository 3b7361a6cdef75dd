"""Private copies of a hand: messages that only one player sees, in the channel."""

import asyncio
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.clicks.answers import Answer
from bot.tables.posts import Posts
from bot.wire.tokens import Key
from bot.wire.ui import Drawn
from rig import LIMIT
from tests.examples import ALL_AT_ONCE

from .clocks import wait
from .closed import private_hand
from .conftest import Begin, Deck
from .evening import Evening, Two, words
from .posts import close_for
from .staff import manager


async def choose(e: Evening, person: MemberActor, copy: discord.Message) -> str:
    """Click the last card that a copy offers now. Return the click's token."""
    *_, (_, card, _) = e.offered(person, e.now(copy))
    clicked = await person.click(copy, custom_id=card)
    return str(clicked._interaction.token)


async def test_copy_shows_the_newest_when_an_older_edit_lands_last(
    evening: Begin, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit: Any = Key.change
    token, late = "", list[str]()

    async def slow(self: Key, *what: Any) -> Any:
        if self.interaction.token == token and not late:
            late.append(token)
            await asyncio.sleep(60)
        return await edit(self, *what)

    async with evening(2) as e:
        ana, ben = e.people
        close_for(e, ben)
        await e.begin(rounds=1)
        copy = await private_hand(e, ben)
        monkeypatch.setattr(Key, "change", slow)
        token = await choose(e, ben, copy)
        await e.play(ana, max(e.moves(ana), key=int))
        assert late, "the edit that shows the second card is in flight"
        await choose(e, ben, copy)  # an old button: the answer shows the second card
        await choose(e, ben, copy)
        await wait(e, 61)
        newest = e.now(copy)
        assert "round 1, 2/10" in words(newest.components)
        assert "Chosen:" in words(newest.components)


async def test_copy_is_left_as_it_is_once_its_table_stops(
    evening: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing, drawn, ready, show = asyncio.Event(), asyncio.Event(), Posts.ready, Answer.show

    async def slow(self: Posts, reader: int, *patience: float) -> None:
        drawing.set()
        async with asyncio.timeout(LIMIT):
            await drawn.wait()
        await ready(self, reader, *patience)

    async def shown_late(self: Answer, drawn: Drawn) -> Key:
        key = await show(self, drawn)
        await table.move(ana.id, min(e.moves(ana), key=int), clicked=0)
        return key

    async with evening(2) as e:
        ana, ben = await e.begin(ALL_AT_ONCE)
        copy = await private_hand(e, ben)
        table = await e.bot.tables.get(1)
        monkeypatch.setattr(Posts, "ready", slow)
        await table.move(ben.id, min(e.moves(ben), key=int), clicked=0)
        async with asyncio.timeout(LIMIT):
            await drawing.wait()
        before = words(e.now(copy).components)
        table.stop()
        drawn.set()
        await e.env.settle()
        assert words(e.now(copy).components) == before
        monkeypatch.setattr(Answer, "show", shown_late)
        answered = await private_hand(e, ben)
        await e.env.settle()
        newest = e.now(answered)
        assert "Chosen:" in words(newest.components), "what it shows isn't followed"


async def test_staff_get_no_message_when_they_start_a_match(e: Two) -> None:
    ana, ben = e.people
    mia = manager(e)
    await e.open(ana, ALL_AT_ONCE)
    await e.press(ben, "Join")
    since = len(e.env.http_requests)
    await e.press(mia, "Start")
    await e.play_out(seed=1, plies=2)
    assert mia.user.dm_channel.history() == []
    sent = [(r.method, r.path) for r in e.env.http_requests[since:]]
    assert not [path for method, path in sent if method == "POST" and "/webhooks/" in path]


async def test_hand_comes_with_the_next_change_when_discord_fails(evening: Begin) -> None:
    async with evening(2, check_errors=False) as e:
        ana, ben = e.people
        close_for(e, ben)
        await e.open(ana, ALL_AT_ONCE, rounds=1)
        await e.press(ben, "Join")
        webhooks = "/webhooks/*"
        e.env.inject_error("POST", webhooks, status=500, times=None)
        await e.press(ana, "Start")
        e.env.backend.faults[:] = [one for one in e.env.backend.faults if one["path"] != webhooks]
        since = len(e.env.http_requests)
        await e.play(ana, min(e.moves(ana), key=int))
        sent = [r for r in e.env.http_requests[since:] if "/webhooks/" in r.path]
        assert ["Choose a card" in str(r.json) for r in sent] == [True]
