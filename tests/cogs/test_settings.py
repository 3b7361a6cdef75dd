"""Settings of a server's staff: effects, and refusals for others."""

import re
from dataclasses import fields

from sqlalchemy import String

from bot import storage
from bot.play.switches import Switch, switches
from bot.storage.privacy import forget
from bot.storage.schema import servers
from bot.storage.servers import ServerSettings
from bot.words.parts import offered
from tests.examples import ALL_AT_ONCE

from .closed import deny
from .evening import Evening, One, Patch, Two, answer, said, words
from .staff import hired, manager, open_settings
from .walls import thread_in

OLD = "insert into changes (guild_id, user_id, at, setting) values ({guild}, {who}, 0, 'pace')"


async def stored(e: Evening) -> ServerSettings:
    """Return the stored settings."""
    e.bot.servers.forget(e.guild.id)
    return await e.bot.servers.of(e.guild.id)


async def test_manager_changes_all_settings_in_one_panel(e: One) -> None:
    mia = manager(e)
    den, hall = e.guild.create_text_channel("den"), e.guild.create_text_channel("hall")
    role = e.guild.create_role("Players")
    await e.open(e.people[0], ALL_AT_ONCE)
    panel = await open_settings(e, mia)
    assert panel.chosen("setlanguage") == ["none"]
    assert panel.chosen("setpace") == ["none"]
    assert panel.chosen("setopeners") == ["everyone"]
    assert "anywhere" in panel.words
    assert len(panel.control("setpace")["options"]) == 6

    await panel.choose("setlanguage", "ja")
    await panel.choose("setchannels", den, hall)
    await panel.choose("setpace", "90")
    await panel.choose("setrole", role)
    assert await panel.turn("setswitch", "pictures") == "Pictures: off (text only)"
    assert await panel.turn("setswitch", "leaderboards") == "Leaderboards: off"

    assert panel.chosen("setlanguage") == ["ja"]
    assert set(panel.chosen("setchannels")) == {str(den.id), str(hall.id)}
    assert panel.chosen("setpace") == ["90"]
    assert panel.chosen("setopeners") == []
    assert panel.chosen("setrole") == [str(role.id)]
    assert f"<#{den.id}>, <#{hall.id}>" in panel.words
    assert f"<@&{role.id}> and the staff" in panel.words
    assert "Settings of this server" in panel.words, "in private, in the reader's language"
    everything = ServerSettings(
        locale="ja",
        channels=frozenset({den.id, hall.id}),
        pace=90,
        pictures=False,
        openers=str(role.id),
        leaderboards=False,
    )
    assert await stored(e) == everything
    assert (await e.bot.tables.get(1)).stored.pace is None, "an open table keeps its own"

    await e.restart()
    assert await stored(e) == everything
    assert await panel.turn("setswitch", "leaderboards") == "Leaderboards: on", (
        "served after a restart"
    )
    await panel.choose("setchannels")
    await panel.choose("setlanguage", "none")
    await panel.choose("setopeners", "staff")
    assert panel.chosen("setrole") == []
    await panel.choose("setpace", "none")
    await panel.turn("setswitch", "pictures")
    assert await stored(e) == ServerSettings(openers="staff")
    other = e.env.create_guild("Elsewhere")
    assert await e.bot.servers.of(other.id) == ServerSettings()


async def test_panel_names_a_changes_author_until_deletion(e: One) -> None:
    mia = manager(e)
    panel = await open_settings(e, mia)
    assert "changed:" not in panel.words

    def told() -> list[str]:
        lines = [line for line in panel.words.splitlines() if f"<@{mia.id}> changed: " in line]
        return [line.partition(" changed: ")[2].partition(" · <t:")[0] for line in lines]

    await panel.choose("setpace", "90")
    await panel.choose("setopeners", "staff")
    await panel.choose("setopeners", "staff")
    assert told() == [
        "who may open tables · everyone → the server's staff",
        "time per move · No time limit → 90 seconds per move",
    ], "once each, the newest first"
    await panel.choose("setlanguage", "ja")
    assert told()[0] == "language · Each host's own → 日本語"
    await panel.choose("setchannels", e.channel)
    assert told()[0] == f"channels · anywhere → <#{e.channel.id}>"
    await panel.turn("setswitch", "pictures")
    assert told()[0] == "pictures · on → off"
    for seconds in ("30", "60", "90", "180"):
        await panel.choose("setpace", seconds)
    assert len(told()) == 3
    await forget(e.bot.database, mia.id)
    assert "changed:" not in (await open_settings(e, mia)).words
    e.change(OLD.format(guild=e.guild.id, who=mia.id))
    panel = await open_settings(e, mia)
    assert f"<@{mia.id}> changed: time per move · <t:" in panel.words, "of an earlier version"


async def test_staff_turn_a_features_switch(monkeypatch: Patch, e: Two) -> None:
    toys = Switch("toys", "toys", "Toys: on", "Toys: off")
    monkeypatch.setattr("bot.play.switches.offered", lambda *_: (toys,))
    mia = manager(e)
    panel = await open_settings(e, mia)
    assert panel.control("setswitch", "toys")["label"] == "Toys: on"
    assert await panel.turn("setswitch", "toys") == "Toys: off"
    assert f"<@{mia.id}> changed: toys · on → off" in panel.words
    assert not toys.is_on(await stored(e))
    await e.open(e.ana, ALL_AT_ONCE)
    forged = "s2:setswitch:0::0:toys on"
    assert "Only those who may manage" in said(await e.forge(e.ana, e.panel(), forged))
    for text in ("tops off", "toys", "toys maybe"):
        done = await e.forge(mia, panel.message, f"s2:setswitch:0::0:{text}")
        assert "can't be chosen" in said(done)
    assert await stored(e) == ServerSettings(turned_off=frozenset({"toys"}))
    await e.restart()
    assert await panel.turn("setswitch", "toys") == "Toys: on", "served after a restart"
    assert toys.is_on(await stored(e))


def test_keys_of_switches_fit_their_columns() -> None:
    keys, column = [*switches()], servers.c.turned_off
    assert len(keys) == len(offered(Switch, "switches"))
    assert all(re.fullmatch("[a-z]{1,16}", key) for key in keys)
    assert not {*keys} & {field.name for field in fields(ServerSettings)}
    assert isinstance(column.type, String)
    assert len(" ".join(keys)) <= (column.type.length or 0)


async def test_a_member_neither_sees_nor_changes_settings(e: Two) -> None:
    mia, half = manager(e), hired(e, "Half", manage_channels=True)
    for person in (e.ana, half):
        assert "settings" not in person.available_commands(e.channel)
    assert "settings" in mia.available_commands(e.channel)
    command = next(c for c in await e.bot.tree.fetch_commands() if c.name == "settings")
    e.guild.set_command_permissions(command.id, {e.ana: True})
    granted = await e.ana.slash(e.channel, "settings")
    assert "Only those who may manage this server" in said(granted)
    await e.open(e.ana, ALL_AT_ONCE)
    forged: list[tuple[str, list[str] | None]] = [
        ("setlanguage", ["ja"]),
        ("setpace", ["30"]),
        ("setopeners", ["staff"]),
        ("setchannels", [str(e.channel.id)]),
        ("setchannels", None),
        ("setswitch", None),
        ("setrole", [str(e.guild.create_role("Any").id)]),
    ]
    kinds = {one for one in e.bot.controls if one.startswith("set")}
    assert {kind for kind, _ in forged} == kinds
    for kind, values in forged:
        for person in (e.ben, half):
            refused = await e.forge(person, e.panel(), f"s2:{kind}:0::0:pictures off", values)
            assert "Only those who may manage this server" in said(refused)
    assert await stored(e) == ServerSettings()
    assert " is open" in e.panel_words(), "the message clicked is untouched"


async def test_nonsense_from_a_manager_changes_nothing(e: One) -> None:
    mia = manager(e)
    await e.open(e.people[0], ALL_AT_ONCE)
    other = e.env.create_guild("Elsewhere")
    foreign = other.create_text_channel("foreign")
    for kind, values in (
        ("setlanguage", ["xx"]),
        ("setchannels", [str(foreign.id)]),
        ("setchannels", ["²"]),
        ("setchannels", [str(e.channel.id)] * 26),
        ("setpace", ["1"]),
        ("setpace", ["NaN"]),
        ("setopeners", ["nobody"]),
        ("setrole", ["7"]),
        ("setrole", []),
        ("setswitch", ["pictures maybe"]),
        ("setswitch", ["1" * 40]),
    ):
        refused = await e.forge(mia, e.panel(), f"s2:{kind}:0::0:", values)
        assert said(refused) == "That can't be chosen."
    assert await stored(e) == ServerSettings()

    # Requested on a public message, the panel is private.
    shown = await e.forge(mia, e.panel(), "s2:setpace:0::0:", ["30"])
    assert "Settings of this server" in said(shown)
    assert " is open" in e.panel_words()
    # The default role means everyone.
    await e.forge(mia, e.panel(), "s2:setrole:0::0:", [str(e.guild.id)])
    assert await stored(e) == ServerSettings(pace=30)


async def test_tables_open_only_in_allowed_channels_and_threads(e: One) -> None:
    den = e.guild.create_text_channel("den")
    thread = thread_in(e, den, [], private=False)
    panel = await open_settings(e, manager(e))
    await panel.choose("setchannels", den)
    for _ in range(2):
        refused = await e.open(e.ana, ALL_AT_ONCE)
        assert said(refused) == f"Tables can be opened only in <#{den.id}>."
        assert not await storage.tables.open_tables(e.bot.database)
        await e.restart()
    await e.open(e.ana, ALL_AT_ONCE, at=den)
    assert " is open" in words(e.panel(den).components)
    inside = await e.open(e.ana, at=thread)
    assert " is open" in words(answer(inside).components)


async def test_deleted_channels_are_said_to_be_deleted(e: One) -> None:
    den, hall = e.guild.create_text_channel("den"), e.guild.create_text_channel("hall")
    mia = manager(e)
    panel = await open_settings(e, mia)
    await panel.choose("setchannels", den, hall)
    for gone in (den, hall):
        e.env.backend.delete_channel(gone.id)
        await e.env.settle()
        refused = await e.open(e.people[0], ALL_AT_ONCE)
        assert f"<#{gone.id}>" not in said(refused)
    assert "have been deleted" in said(refused), "and not: anywhere"
    panel = await open_settings(e, mia)
    assert "nowhere" in panel.words
    assert panel.chosen("setchannels") == []


async def test_only_the_staff_open_tables(e: Two) -> None:
    role = e.guild.create_role("Players")
    kim = e.guild.add_member(e.env.create_user("Kim"), roles=[role])
    half = hired(e, "Half", manage_channels=True)
    panel = await open_settings(e, mia := manager(e))
    await panel.choose("setopeners", "staff")
    for person in (e.ana, kim):
        refused = await e.open(person, ALL_AT_ONCE)
        assert said(refused) == "Only the server's staff may open tables here."
    await e.restart()
    await e.open(half, ALL_AT_ONCE)
    assert " is open" in e.panel_words()
    await e.press(e.ben, "Join")
    assert "**Ben**" in e.panel_words(), "everyone may join"
    await panel.choose("setrole", role)
    refused = await e.open(e.ana, ALL_AT_ONCE)
    assert said(refused) == f"Only <@&{role.id}> and the server's staff may open tables here."
    for person in (kim, mia):
        opened = await e.open(person, ALL_AT_ONCE)
        assert " is open" in words(answer(opened).components)


async def test_staff_see_missing_permissions_by_channel(e: One) -> None:
    mia = manager(e)
    den = e.guild.create_text_channel("den")
    assert "⚠️" not in (await open_settings(e, mia)).words
    deny(e, "attach_files")
    panel = await open_settings(e, mia)
    assert f"⚠️ I need **Attach Files** to show pictures in <#{e.channel.id}>." in panel.words
    await panel.turn("setswitch", "pictures")
    assert "⚠️" not in panel.words, "no pictures, no files"
    deny(e, "send_messages")
    await panel.turn("setswitch", "pictures")
    assert "⚠️" not in panel.words, "a channel closed to the bot is intended"
    await panel.choose("setchannels", den)
    assert "⚠️" not in panel.words
    await panel.choose("setchannels", den, e.channel)
    assert f"**Send Messages** to open tables in <#{e.channel.id}>." in panel.words
