"""Doors that are shut: direct messages, and channels where the bot may not see or post."""

import re
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from simcord import ChannelHandle
from simcord.enums import ChannelType
from sqlalchemy import insert

from bot import storage
from bot.clicks.places import seen_by
from bot.clicks.visibility import _is_in
from bot.storage.schema import directs

from ..examples import ALL_AT_ONCE
from .closed import asked, close_messages, deny, private_hand
from .conftest import Begin
from .evening import Evening, Patch, Three, Two, said, words


async def play_privately(e: Evening, rounds: int = 3) -> None:
    """Make decisions for all people by the panel's *Hand* only."""
    for _ in range(rounds):
        for person in e.people:
            hand = await private_hand(e, person)
            if offered := e.offered(person, hand):
                await person.click(hand, custom_id=offered[0][1])


async def test_restricted_bot_waits_without_a_word(evening: Begin, monkeypatch: Patch) -> None:
    monkeypatch.setattr("bot.wire.pacer._REST", 100.0)
    async with evening(3) as e:
        ana, *others = e.people
        await e.open(ana, ALL_AT_ONCE, rounds=1)
        opening = ("POST", "/users/@me/channels")
        e.env.inject_error(*opening, status=403, code=40003, message="too fast", times=2)
        for person in others:
            assert "closed" not in said(await e.press(person, "Join"))
        await e.press(ana, "Start")
        asked_before = asked(e, *opening)
        await e.wait(80)
        rules = said(await e.explained(others[0], ALL_AT_ONCE))
        assert "discord.com/channels" not in rules, "they are shown here"
        assert asked(e, *opening) == asked_before
        await e.wait(400)
        assert all(e.moves(person) for person in e.people)


async def test_player_with_closed_dms_uses_the_private_hand(e: Three) -> None:
    await e.open(e.people[0], ALL_AT_ONCE, rounds=1)
    close_messages(e, 50278)
    for person in e.people[1:]:
        assert "closed" in said(await e.press(person, "Join"))
    await e.press(e.people[0], "Start")
    await play_privately(e, 6)
    assert len(await e.made()) >= 12
    tried = asked(e, "POST", "/users/@me/channels") + asked(e, "POST", "/messages")
    assert tried <= 2 * len(e.people), "no storm of retries"


async def test_closed_messages_are_explained_once_a_day(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    close_messages(e, 50007)
    joined = await e.press(e.ben, "Join")
    assert "closed" in said(joined)
    told = joined.followups[-1]
    (custom_id,) = e.buttons(told).values()
    shown = await e.ben.click(told, custom_id=custom_id)
    assert "seat 2" in said(shown)
    await e.cancel(e.ana)
    await e.open(e.ana, ALL_AT_ONCE)
    answers = (await e.press(e.ben, "Join")).followups
    (where,) = (words(message.components) for message in answers)
    assert where == "Your hand comes here, seen by you alone. 🎴 *Hand* brings it, too."


async def test_messages_opened_again_are_used_after_a_while(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE, rounds=1)
    e.env.inject_error(
        "POST", "/users/@me/channels", status=403, code=50007, message="closed", times=1
    )
    await e.press(e.ben, "Join")
    await e.press(e.ana, "Start")
    await play_privately(e, 1)
    await e.wait(700)
    await play_privately(e, 2)
    hand = e.ben.user.dm_channel.last_message
    assert hand is not None
    assert "table 1 · round 1, " in words(hand.components)


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("connect", "“Connect”"),
    ],
)
async def test_missing_permission_is_named_nothing_opens(missing: str, named: str, e: Two) -> None:
    if missing == "connect":
        e.channel = e.guild.create_voice_channel("talk")
    deny(e, missing)
    refused = await e.open(e.people[0], ALL_AT_ONCE)
    assert named in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []
    deny(e)
    await e.open(e.people[0], ALL_AT_ONCE)
    assert " is open" in e.panel_words()


@pytest.mark.evening(check_errors=False)
async def test_a_lobby_whose_panel_cannot_be_posted_is_closed_again(e: Two) -> None:
    e.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50013, times=1)
    refused = await e.open(e.people[0], ALL_AT_ONCE)
    assert "nothing was opened" in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []
    await e.wait(3600)
    assert e.channel.history() == []


@pytest.mark.parametrize(
    ("missing", "named"), [("view_channel", "View Channel"), ("send_messages", "Send Messages")]
)
async def test_permission_lost_mid_match_stops_nothing(missing: str, named: str, e: Three) -> None:
    await e.begin(rounds=1)
    deny(e, missing)
    before = asked(e, "PATCH", f"/channels/{e.channel.id}/messages")
    await e.play_out(seed=1, plies=15)
    assert len(await e.made()) == 15
    edits = asked(e, "PATCH", f"/channels/{e.channel.id}/messages") - before
    if missing == "view_channel":
        assert edits <= 2, "what isn't permitted isn't asked for again and again"
    assert named in said(await e.press(e.ben, "Post it below"))
    shown = await e.press(e.ben, "Hand")
    assert e.bot.looks[ALL_AT_ONCE].name in said(shown)
    assert re.search(r"round 1, \d+/10 · \d+ 🐂", said(shown)), "the own screen"
    deny(e)
    old = e.panel().id
    await e.press(e.ben, "Post it below")
    assert e.panel().id != old
    await e.play_out(seed=2)
    assert "the end" in e.panel_words()


def thread_in(e: Evening, *, private: bool, member: bool = True) -> ChannelHandle:
    """Create a thread. The bot has the permissions of members there."""
    deny(e, "manage_threads")
    backend, owner = e.env.backend, e.people[0].id
    kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
    made = backend.create_thread(e.channel.id, "aside", owner, type=kind, broadcast=member)
    for person in e.people:
        made.thread_members[person.id] = backend.now_iso()
    return ChannelHandle(e.env, e.guild, made)


@pytest.mark.parametrize(
    ("state", "named"),
    [
        ({"archived": True, "locked": True}, "locked"),
        ({"archived": True}, "archived"),
        ({}, "not in this thread"),
    ],
)
async def test_a_thread_where_nothing_can_be_posted_is_refused_by_name(
    state: dict[str, bool], named: str, e: Two
) -> None:
    thread = thread_in(e, private=not state, member=bool(state))
    for what, value in state.items():
        setattr(e.env.backend.get_channel(thread.id).thread_metadata, what, value)
    if state:
        e.env.backend.edit_channel(thread.id, {})
    await e.env.settle()
    refused = await e.open(e.people[0], ALL_AT_ONCE, at=thread)
    assert named in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []


async def test_in_threads_where_the_bot_is_tables_open(e: Two) -> None:
    for private in (False, True):
        thread = thread_in(e, private=private)
        await e.env.settle()
        await e.open(e.people[0], ALL_AT_ONCE, at=thread)
        assert " is open" in words(e.panel(thread).components)


async def test_hand_reaches_a_person_whose_direct_channel_is_gone(e: Two) -> None:
    gone = 987654321
    for person in (e.ana, e.ben):
        row = insert(directs).values(user_id=person.id, channel_id=gone)
        await e.bot.database.write(row)
        who = {"id": person.id, "username": "x", "discriminator": "0", "avatar": None}
        e.bot._connection.add_dm_channel({"id": gone, "type": 1, "recipients": [who]})  # type: ignore[typeddict-item]
    await e.begin(ALL_AT_ONCE)
    assert e.moves(e.ana)
    assert e.moves(e.ben)
    assert await storage.people.direct_channel(e.bot.database, e.ana.id) != gone


def once(result: object = None) -> AsyncMock:
    """Return a request that a firewall answers with a page at the first try."""
    response: Any = SimpleNamespace(status=403, reason="", headers={"Content-Type": "text/html"})
    return AsyncMock(side_effect=[discord.Forbidden(response, "<html></html>"), result])


async def test_member_is_found_behind_a_firewall() -> None:
    fetch = once(SimpleNamespace(id=1))
    guild = SimpleNamespace(fetch_member=fetch, me=None)
    allowed = discord.Permissions.all()
    channel: Any = SimpleNamespace(guild=guild, permissions_for=lambda _: allowed)
    assert await seen_by(channel, 1) is not None
    http = SimpleNamespace(get_thread_member=once())
    asking: Any = SimpleNamespace(client=SimpleNamespace(http=http), user=SimpleNamespace(id=1))
    assert await _is_in(asking, 5)
    assert fetch.await_count == http.get_thread_member.await_count == 2
