"""Matches of Ana and Ben in restricted channels: shown to some, unknown to others."""

import discord
import pytest
from simcord import ChannelHandle, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.examples import ALL_AT_ONCE

from ...bot.storage.standing import made
from ..evening import Evening, One, Three, answer, said
from ..staff import hired, history, watched
from ..walls import played, thread_in
from .past import press

VIEW, CONNECT = discord.Permissions(view_channel=True), discord.Permissions(connect=True)
_TEXTS = {"replay": "s/open"}


def hide(
    e: Evening, channel: ChannelHandle, person: MemberActor, denied: discord.Permissions = VIEW
) -> None:
    """Take a person's sight of a channel away, or another permission there."""
    rule = Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=denied.value)
    e.env.backend.set_overwrite(channel.id, rule)


def archive(e: Evening, thread: ChannelHandle) -> None:
    """Archive a thread. Discord then omits it until a new message."""
    e.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    guild = e.bot.get_guild(e.guild.id)
    assert guild is not None
    e.env.backend.get_guild(guild.id).thread_ids.remove(thread.id)


async def shown(e: Evening, person: MemberActor, lounge: ChannelHandle) -> bool:
    """Return True if match 1 is shown to a person elsewhere. All ways must agree."""
    listed = await history(e, person, lounge)
    seen = {"#1" in said(listed)}
    replay = said(await watched(e, person, 1, lounge))
    assert "replay of match 1" in replay or "There is no match 1 in this server." in replay
    seen.add("replay of match 1" in replay)
    back = [kind for kind, control in e.bot.controls.items() if control.looks_back]
    controls = [f"s2:{kind}:1:MARK:0:{_TEXTS.get(kind, '')}" for kind in sorted(back)]
    rules = await e.explained(person, ALL_AT_ONCE, at=lounge)
    for custom_id in [*controls, "s2:watch:0::0:1"]:
        forged = await e.forge(person, answer(rules), custom_id)
        refused = "There is no match 1 in this server." in said(forged)
        files = [m for m in [forged.response, *forged.followups] if m and m.attachments]
        assert not (refused and files)
        seen.add(not refused)
    assert len(seen) == 1, "one answer, however it is asked"
    return seen.pop()


@pytest.mark.parametrize(("voice", "right"), [(False, VIEW), (True, CONNECT)])
async def test_match_of_a_hidden_channel_is_for_its_players(
    voice: bool, right: discord.Permissions, e: Three
) -> None:
    lounge, where = await played(e, voice=voice)
    assert await shown(e, e.chie, lounge)
    for person in (e.ana, e.chie):
        hide(e, where, person, right)
    assert await shown(e, e.ana, lounge)
    assert not await shown(e, e.chie, lounge)


@pytest.mark.parametrize("private", [None, False, True])
async def test_deleted_channels_match_is_for_players(private: bool | None, e: Three) -> None:
    lounge, _ = await played(e, private=private)
    e.env.backend.delete_channel(e.channel.id)
    await e.env.settle()
    assert await shown(e, e.ana, lounge)
    assert not await shown(e, e.chie, lounge)
    await e.restart()
    assert not await shown(e, e.chie, lounge)


async def test_match_of_a_public_thread_follows_its_channel(e: Three) -> None:
    lounge, where = await played(e, private=False)
    assert await shown(e, e.chie, lounge)
    archive(e, e.channel)
    await e.restart()
    assert await shown(e, e.chie, lounge)
    for person in (e.ben, e.chie):
        hide(e, where, person)
    assert await shown(e, e.ben, lounge)
    assert not await shown(e, e.chie, lounge), "archived, under a hidden channel"
    await e.restart()
    assert not await shown(e, e.chie, lounge)


async def test_a_private_thread_is_open_to_its_members(e: Three) -> None:
    lounge, where = await played(e, private=True)
    boss = hired(e, manage_threads=True)
    assert await shown(e, e.ana, lounge)
    assert not await shown(e, e.chie, lounge)
    assert await shown(e, boss, lounge), "who manages threads sees them"
    e.env.backend.add_thread_member(e.channel.id, e.chie.id)
    assert await shown(e, e.chie, lounge)
    archive(e, e.channel)
    await e.restart()
    assert await shown(e, e.chie, lounge), "archived, it has the same members"
    assert await shown(e, boss, lounge)
    hide(e, where, e.chie)
    assert not await shown(e, e.chie, lounge), "a hidden channel hides its threads"
    e.env.backend.remove_thread_member(e.channel.id, e.ana.id)
    assert await shown(e, e.ana, lounge), "she sat there"


async def test_unknown_thread_members_see_nothing(e: Three) -> None:
    lounge, _ = await played(e, private=True)
    e.env.backend.add_thread_member(e.channel.id, e.chie.id)
    e.env.inject_error(
        "GET", "/channels/*/thread-members/*", status=403, code=50001, message="no", times=99
    )
    assert not await shown(e, e.chie, lounge)
    assert await shown(e, e.chie, e.channel), "in the place itself"
    assert await shown(e, e.ana, lounge)


@pytest.mark.parametrize("private", [None, False, True])
async def test_match_from_before_needs_a_known_place(private: bool | None, e: Three) -> None:
    lounge, where = await played(e, private=private)
    e.change("update tables set parent_id = null, private = null")
    assert await shown(e, e.chie, lounge) == (private is not True)
    if private:
        e.env.backend.add_thread_member(e.channel.id, e.chie.id)
        assert await shown(e, e.chie, lounge)
    if private is not None:
        archive(e, e.channel)
        await e.restart()
        assert not await shown(e, e.chie, lounge), "nobody knows what it was"
    else:
        hide(e, where, e.chie)
        assert not await shown(e, e.chie, lounge)
    assert await shown(e, e.ana, lounge)


async def test_history_asks_for_newest_private_threads_first(e: One) -> None:
    threads = [thread_in(e, e.channel, [e.ana], private=True) for _ in range(11)]
    # The oldest thread has the newest match too: matches count, not threads.
    played_in = [*threads, threads[0]]
    for at, thread in enumerate(played_in):
        await made(e.bot.database, [1000.0 + at], guild_id=e.guild.id, channel_id=thread.id)
    e.change(f"update tables set parent_id = {e.channel.id}, private = 1")
    page = await history(e, e.ana)
    listed = said(page)
    for _ in range(2):
        page = await press(e.ana, page, "Older")
        listed += said(page)
    assert [number for number in range(1, 13) if f"**#{number}**" not in listed] == [2]
