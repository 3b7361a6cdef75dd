"""Rights where a person acts from direct messages, and answers that come late."""

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot import storage
from bot.clicks.answers import Answer
from bot.wire.ui import Drawn
from tests.examples import ALL_AT_ONCE, IN_TURN

from .evening import Evening, One, Patch, Three, Two, answers, said
from .staff import mute
from .walking import commands
from .walls import played

MUTES = ("send_messages", "timeout", "use_application_commands")
OWN = {"forget", "leave", "quit", "vote"}
"""Acts that all see and that need no rights: to be forgotten, to go, to end the match."""
TEXTS = ("", "sure", "call", "post", "s/open", ALL_AT_ONCE)


async def test_rematch_is_refused_to_former_thread_members(e: Three) -> None:
    await played(e, private=True)
    hand = e.hand(e.ben)
    e.env.backend.remove_thread_member(e.channel.id, e.ben.id)
    refused = await e.ben.user.click(hand, label="Rematch")
    assert f"I can't find you in <#{e.channel.id}>" in said(refused)
    for path in ("/channels/*/thread-members/*", "/guilds/*/members/*"):
        e.env.inject_error("GET", path, status=503, times=None)
        refused = await e.ben.user.click(hand, label="Rematch")
        assert "Discord doesn't answer me just now" in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []


def shown(e: Evening) -> Any:
    """Return all that others see: the channel's messages and others' direct messages."""
    backend, (_, ben) = e.env.backend, e.people
    there = (e.channel.id, ben.user.dm_channel.id)
    messages = [one for at in there for one in backend.messages.get(at, {}).values()]
    return [(one.id, str(one.components)) for one in messages if one.visible_to(None)]


@pytest.mark.parametrize(
    ("phase", "how"),
    [*(("lobby", how) for how in MUTES), *product(("live", "over"), ("timeout", "gone"))],
)
@pytest.mark.costly
async def test_no_act_without_rights_is_seen(phase: str, how: str, e: Two) -> None:
    if phase == "lobby":
        await e.gather()
    else:
        await e.begin(IN_TURN, dice=1, end="first_out")
    if phase == "over":
        await e.play_out(seed=1)
    who, panel = (e.ana.user, e.hand(e.ana)) if how == "gone" else (e.ana, e.panel())
    mute(e, e.ana, how)
    before = shown(e)
    assert e.bot.controls.keys() >= OWN
    for kind in sorted(e.bot.controls.keys() - OWN):
        control = e.bot.controls[kind]
        for text in TEXTS:
            done = await e.forge(who, panel, f"s2:{kind}:1:MARK:0:{text}")
            assert done.acknowledged
            assert shown(e) == before, (kind, text)
        if control.acts and not control.form and how != "gone":
            assert "You may not write" in said(done), kind
    for name, options in commands(e.bot.tree, e.ben) if how == "send_messages" else ():
        if name not in OWN:
            with suppress(SetupError):
                await e.ana.slash(e.channel, name, **options)
            assert shown(e) == before, name


async def test_gone_player_takes_no_kept_seat(e: Three) -> None:
    await played(e)
    await e.press(e.ana, "Rematch")
    mute(e, e.ben, "gone")
    assert "I can't find you" in said(await e.ben.user.click(e.hand(e.ben), label="In"))
    assert (await e.stored(2)).seat_of(e.ben.id) is None


@pytest.mark.parametrize("how", MUTES)
async def test_rematch_is_refused_to_muted_members(how: str, e: Three) -> None:
    await played(e)
    mute(e, e.ben, how)
    for clicker, message in ((e.ben, e.panel()), (e.ben.user, e.hand(e.ben))):
        refused = await clicker.click(message, label="Rematch")
        assert f"You may not write or use commands in <#{e.channel.id}>" in said(refused)
    assert await storage.tables.open_tables(e.bot.database) == []


async def test_muted_members_open_and_post_no_table(e: Two) -> None:
    await e.open(e.ana, ALL_AT_ONCE)
    mute(e, e.ben, "send_messages")
    panel = e.panel()
    assert "You may not write" in said(await e.open(e.ben))
    assert "You may not write" in said(await e.press(e.ben, "Post it below"))
    assert "You may not write" in said(await e.ben.slash(e.channel, "help"))
    assert e.panel().id == panel.id
    assert len(await storage.tables.open_tables(e.bot.database)) == 1


@pytest.mark.parametrize("public", [True, False])
async def test_late_answer_is_as_public_as_its_way(
    monkeypatch: Patch, public: bool, e: One
) -> None:
    way = "post" if public else "show"
    answered = getattr(Answer, way)

    async def late(answer: Answer, drawn: Drawn) -> Any:
        await answer.acknowledge()
        return await answered(answer, drawn)

    monkeypatch.setattr(Answer, way, late)
    shown = await e.ana.slash(e.channel, ALL_AT_ONCE if public else "help")
    assert [message.ephemeral for message in answers(shown)] == [not public]
