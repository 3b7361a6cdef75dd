"""The bot leaves a server: the end of its matches, what is kept, and its deletion."""

import pytest

from bot import storage
from tests.examples import ALL_AT_ONCE

from ..bot.storage.standing import listed
from .evening import Evening, Patch, Two, having, said, words
from .staff import comes, goes, manager, open_settings, outage

FILLED = ("tables", "seats", "moves", "standings", "members", "servers")
"""The tables that matches and settings of these tests fill."""


async def test_leaving_a_server_ends_its_matches_and_no_others(e: Two) -> None:
    ana, ben = await e.begin(rounds=1)
    await outage(e)
    assert await e.play_out(seed=1, plies=3) == 3, "an outage ends no match"
    other = e.env.create_guild("Elsewhere")
    hall = other.create_text_channel("hall")
    far = other.add_member(e.env.create_user("Far"))
    await e.open(far, ALL_AT_ONCE, at=hall)
    here, elsewhere = sorted(await storage.tables.open_tables(e.bot.database))

    await goes(e)
    assert await storage.tables.open_tables(e.bot.database) == [elsewhere]
    ended = await e.stored(here)
    assert ended.phase == "cancelled"
    for person in (ana, ben):
        assert "called off" in e.hand_words(person)
        assert not e.moves(person)
    assert " is open" in words(e.panel(hall).components)


async def test_a_server_left_while_the_bot_was_down_is_found_out(e: Two) -> None:
    await e.begin(rounds=1)
    await e.restart()
    assert len(await storage.tables.open_tables(e.bot.database)) == 1
    assert e.rows("select gone_at from servers") == [(None,)]
    (was,) = await storage.tables.open_tables(e.bot.database)
    # The bot is removed while it is down, without an event.
    e.env.backend.subscribers.clear()
    e.env.backend.remove_guild(e.guild.id)
    await e.restart()
    assert await storage.tables.open_tables(e.bot.database) == []
    ended = await e.stored(was)
    assert ended.phase == "cancelled"
    ((gone_at,),) = e.rows("select gone_at from servers")
    assert gone_at == pytest.approx(e.bot.now(), abs=5)
    await e.wait(60)
    await e.restart()
    assert e.rows("select gone_at from servers") == [(gone_at,)], "since when it is known"
    e.change(f"update servers set gone_at = {e.bot.now() - 31 * 86_400}")
    await e.restart()
    await a_day(e)
    for table in having("guild_id"):
        assert e.rows(f"select * from {table} where guild_id = {e.guild.id}") == [], table
    for table in having("table_id"):
        assert e.rows(f"select * from {table}") == [], table


async def a_day(e: Evening) -> None:
    """Do the daily job."""
    e.change("update jobs set due_at = 0")
    await e.wait(61)


async def test_server_left_a_month_is_deleted(monkeypatch: Patch, e: Two) -> None:
    monkeypatch.setattr("bot.storage.servers._AT_A_TIME", 1)
    await (await open_settings(e, manager(e))).choose("setpace", "90")
    await e.played(rounds=1, seed=3)
    e.change(f"insert into members values ({e.guild.id}, {e.people[0].id}, 1, 0)")
    other = e.env.create_guild("Elsewhere")
    hall = other.create_text_channel("hall")
    await e.open(other.add_member(e.env.create_user("Far")), ALL_AT_ONCE, at=hall)
    assert all(e.rows(f"select * from {table}") for table in FILLED)
    end = e.panel()
    await goes(e)
    e.change(f"update servers set gone_at = {e.bot.now() - 29.9 * 86_400}")
    await a_day(e)
    assert len(e.rows("select * from tables")) == 2
    here = e.guild.id
    await comes(e)
    assert e.rows(f"select gone_at from servers where guild_id = {here}") == [(None,)]
    assert [line.matches for line in await listed(e.bot.database, here)] == [1, 1]
    await e.open(e.people[0], ALL_AT_ONCE)
    assert "90 seconds" in e.panel_words()

    await goes(e)
    e.change(f"update servers set gone_at = {e.bot.now() - 30 * 86_400}")
    await a_day(e)
    for table in having("guild_id"):
        assert not e.rows(f"select * from {table} where guild_id = {here}"), table
    ((kept,),) = e.rows("select id from tables")
    for table in having("table_id"):
        assert not e.rows(f"select * from {table} where table_id <> {kept}"), table

    await comes(e)
    gone = await e.people[0].click(end, custom_id=e.buttons(end)["⋯"])
    assert "out of date" in said(gone)
    assert (await e.bot.servers.of(here)).pace is None
