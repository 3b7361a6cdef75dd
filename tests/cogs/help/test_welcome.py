"""The bot comes into a server: one welcome, its questions, and its matches."""

import discord
import pytest

from bot.words.i18n import spoken, tongue
from tests.examples import ALL_AT_ONCE

from ..closed import deny
from ..evening import Evening, Logs, One, Patch, Two, answer, said, words
from ..staff import comes, goes, manager, open_settings, outage


def welcomes(e: Evening) -> list[str]:
    """Return the channel name of each welcome message."""
    return [
        name
        for name, channel in e.guild.channels.items()
        for message in channel.history()
        if message.author.bot and "Games of nerve: sit down" in words(message.components)
    ]


async def test_welcome_comes_once_an_invitation(e: One) -> None:
    await outage(e)
    assert welcomes(e) == [], "a server that merely became available"
    await comes(e)
    assert welcomes(e) == ["games"]
    text = e.panel_words()
    assert "`/help`" in text
    assert "`/settings`" in text
    await outage(e)
    await comes(e)
    await e.restart()
    await comes(e)
    assert welcomes(e) == ["games"]
    await goes(e)
    await comes(e)
    assert welcomes(e) == ["games", "games"]


async def test_servers_joined_long_ago_are_left_as_they_are(e: One) -> None:
    await e.restart()
    await comes(e)
    assert welcomes(e) == []
    e.change("update servers set pace = null")
    await e.restart()
    assert (await e.bot.servers.of(e.guild.id)).pace is None


@pytest.mark.parametrize("denied", [None, "send_messages", "view_channel"])
async def test_system_channel_comes_first_if_it_may_speak_there(denied: str | None, e: One) -> None:
    me = e.guild.me
    assert me is not None
    overwrite = discord.PermissionOverwrite(**({denied: False} if denied else {}))
    lounge = e.guild.create_text_channel("lounge", overwrites={me: overwrite})
    e.env.backend.get_channel(lounge.id).position = -1
    e.env.backend.get_guild(e.guild.id).system_channel_id = lounge.id
    await comes(e)
    assert welcomes(e) == ["games" if denied else "lounge"]


async def test_where_it_may_speak_nowhere_it_is_silent(e: One) -> None:
    deny(e, "send_messages")
    asked = len(e.env.http_requests)
    await comes(e)
    assert welcomes(e) == []
    assert len(e.env.http_requests) == asked, "nothing is even tried"


@pytest.mark.parametrize(("status", "told"), [(503, "can't be posted in now"), (403, "refuses")])
async def test_log_names_the_cause_of_a_missing_welcome(
    caplog: Logs, status: int, told: str, e: One
) -> None:
    e.env.inject_error("POST", "/channels/*/messages", status=status, code=0, times=None)
    await comes(e)
    assert f"channel {e.channel.id} of server {e.guild.id} {told}" in caplog.text


async def test_new_server_has_three_minutes_and_is_asked_once(monkeypatch: Patch, e: One) -> None:
    monkeypatch.setattr("bot.storage.servers.USUAL_PACE", 180)
    await comes(e)
    assert "time per move (now 3 minutes)" in e.panel_words()
    staff, ana = manager(e), e.people[0]
    welcome = e.panel()
    await e.open(ana, ALL_AT_ONCE)
    assert "3 minutes per move" in e.panel_words()

    refused = await ana.click(welcome, custom_id=e.buttons(welcome)["No time limit"])
    assert "Only those who may manage this server" in said(refused)
    assert (await e.bot.servers.of(e.guild.id)).pace == 180
    await staff.click(welcome, custom_id=e.buttons(welcome)["No time limit"])
    (now,) = [m for m in e.channel.history() if m.id == welcome.id]
    assert "New tables: No time limit" in words(now.components)
    assert all(":solo:" in at for at in e.buttons(now).values())
    await e.open(staff, ALL_AT_ONCE)
    assert "No time limit" in e.panel_words()
    assert e.rows("select pace from servers") == [(None,)]


async def test_welcome_offers_each_language_in_its_own_name(e: One) -> None:
    e.env.backend.get_guild(e.guild.id).preferred_locale = "ja"
    await comes(e)
    assert "心理戦のゲーム" in e.panel_words()
    staff, ana, welcome = manager(e), e.people[0], e.panel()
    offered = e.buttons(welcome)
    assert set(spoken().values()) <= set(offered)
    for locale, name in spoken().items():
        assert answer(await ana.click(e.panel(), custom_id=offered[name])), "a refusal"
        assert (await e.bot.servers.of(e.guild.id)).locale != locale
        await staff.click(e.panel(), custom_id=offered[name])
        assert (await e.bot.servers.of(e.guild.id)).locale == locale
        t = tongue(locale)
        assert t("🤖 **Play against computers**, at once:") in e.panel_words()
        assert t("No time limit") in e.buttons(e.panel())


async def test_refused_match_leaves_an_answer_to_the_welcome(e: One) -> None:
    (ana,), staff = e.people, manager(e)
    await comes(e)
    offered, name = e.buttons(e.panel()), e.bot.looks[ALL_AT_ONCE].name
    await staff.click(e.panel(), custom_id=offered["No time limit"])
    await (await open_settings(e, staff)).choose("setopeners", "staff")
    await ana.click(e.panel(), custom_id=offered[name])
    assert name not in e.buttons(e.panel())
    assert "No time limit" not in e.buttons(e.panel())
    assert "New tables: No time limit" in e.panel_words()


async def test_welcome_offers_no_match_that_it_refuses(e: One) -> None:
    (ana,), why = e.people, "Only the server's staff may open tables here."
    await comes(e)
    await (await open_settings(e, manager(e))).choose("setopeners", "staff")
    name = e.bot.looks[ALL_AT_ONCE].name
    e.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50013, times=1)
    refused = await ana.click(e.panel(), custom_id=e.buttons(e.panel())[name])
    assert why in said(refused), "though the welcome stays"
    refused = await ana.click(e.panel(), custom_id=e.buttons(e.panel())[name])
    assert refused.followups
    assert why in words(refused.followups[0].components)
    assert name not in e.buttons(e.panel()), "the first refusal takes the promise away"
    assert "No time limit" in e.buttons(e.panel()), "the questions stay"
    assert "Play against computers" not in e.panel_words()
    assert "`/help` calls you when a table opens" in e.panel_words()
    await goes(e)
    await comes(e)
    assert name not in e.buttons(e.panel())


async def test_welcome_starts_a_match_for_each_person(e: Two) -> None:
    await comes(e)
    welcome = e.panel()
    assert "Play against computers" in words(welcome.components)
    await e.restart()
    for number, person in enumerate((e.ana, e.ben), 1):
        at = {label: c for label, c in e.buttons(welcome).items() if ":solo:" in c}
        assert set(at) == {look.name for look in e.bot.looks.values()}
        await person.click(welcome, custom_id=at[e.bot.looks[ALL_AT_ONCE].name])
        table = await e.stored(number)
        assert (table.phase, table.host_id) == ("live", person.id)
        assert e.offered(person)
