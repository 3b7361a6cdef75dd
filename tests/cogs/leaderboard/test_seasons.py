"""Seasons as a server sees them: the standings, the podium at the end, the places kept."""

import pytest

from bot.screens.naming import season_name
from bot.storage.ratings import MATCHES_NEEDED
from bot.storage.standings import season
from bot.words.i18n import tongue
from cogs.leaderboard.seasons import season_span
from tests.examples import ALL_AT_ONCE

from ..closed import deny
from ..evening import Evening, Four, components, said, words
from ..rated import played
from ..staff import manager


def last(e: Evening) -> str:
    """Return the season before this one."""
    return season(season_span(season(e.bot.now()))[0] - 1)


async def a_season(e: Evening) -> None:
    """Store enough matches in the last season."""
    ends = season_span(last(e))[1]
    for number in range(MATCHES_NEEDED):
        await played(e, e.people, at=ends - 1000 + number)


async def test_podium_is_posted_once_and_places_are_kept(e: Four) -> None:
    ana, ben, *_ = e.people
    await a_season(e)
    assert e.channel.history() == []
    await e.restart()
    path = f"/channels/{e.channel.id}/messages"
    e.env.inject_error("POST", path, status=503, times=None)
    await e.wait(120)
    assert e.channel.history() == []
    e.env.backend.faults.clear()
    await e.wait(120)
    [post] = e.channel.history()
    name, t = season_name(last(e), tongue("en-US")), e.bot.looks[ALL_AT_ONCE].name
    told = words(post.components)
    assert f"The season is over: {name}" in told
    line = next(text for text in told.splitlines() if "🥇" in text)
    assert [one for one in ("🥇 **Ana**", "🥈 **Ben**", "🥉 **Chie**") if one not in line] == []
    assert post.flags.suppress_notifications
    await e.restart()
    await e.wait(7200)
    assert len(e.channel.history()) == 1
    [button] = [c for c in components(post.components) if c.get("label") == "Leaderboard"]
    board = said(await ben.click(post, custom_id=button["custom_id"]))
    assert f"-# {name}" in board
    assert "**Ben**: place 2 of 4" in board
    assert f"🥈 {t}, {name}" in said(await ben.slash(e.channel, "profile"))
    assert f"🥇 {t}, {name}" in said(await ben.slash(e.channel, "profile", member=ana))


async def test_switch_of_the_board_stops_the_podium(e: Four) -> None:
    await a_season(e)
    await e.bot.servers.change(e.guild.id, leaderboards=False)
    await e.wait(120)
    assert e.channel.history() == []
    shown = said(await e.people[0].slash(e.channel, "profile"))
    assert "🥇" not in shown


async def test_staff_learn_where_no_channel_takes_the_podium(
    caplog: pytest.LogCaptureFixture, e: Four
) -> None:
    await a_season(e)
    staff = manager(e)
    warning = "I need **View Channel** and **Send Messages** to open tables in"
    assert warning not in said(await staff.slash(e.channel, "settings"))
    deny(e, "send_messages")
    with caplog.at_level("WARNING"):
        await e.wait(120)
    refused = f"channel {e.channel.id} of server {e.guild.id} refuses a post: 403"
    assert refused in caplog.text
    assert warning in said(await staff.slash(e.channel, "settings"))


async def test_podium_finds_another_place_when_its_channel_is_gone(e: Four) -> None:
    await a_season(e)
    lounge = e.guild.create_text_channel("lounge")
    e.env.backend.delete_channel(e.channel.id)
    await e.wait(120)
    [post] = lounge.history()
    assert "The season is over" in words(post.components)
