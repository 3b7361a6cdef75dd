"""Stored settings of servers, and their changes when the bot joins or leaves."""

import asyncio

import pytest

from bot import storage
from bot.play.servers import Servers
from bot.storage import Database, servers
from bot.storage.servers import ServerSettings, arrive, depart, settings_of

from ..stored_tables import NOW, Where, ask, change, dealt, opened

MANY = frozenset(range(2**63 - 25, 2**63))
SET = ServerSettings("ja", MANY, 90, False, False, "77", False, frozenset({"toys"}))
"""Settings that all differ from the defaults, with as many channels as can be."""


async def test_settings_are_stored_or_the_defaults(database: Database, file: Where) -> None:
    assert await settings_of(database, 1) == ServerSettings(pace=180)
    await servers.save_settings(database, 1, SET)
    await servers.save_settings(database, 2, ServerSettings(locale="ja"))
    later = await Database.open(file)
    assert await settings_of(later, 1) == SET
    assert await settings_of(later, 3) == ServerSettings(pace=180)
    await later.close()


async def test_each_change_of_settings_keeps_the_others(database: Database) -> None:
    here = Servers(database)
    await asyncio.gather(
        here.change(1, pace=30), here.change(1, locale="ja"), here.change(1, openers="7")
    )
    both = ServerSettings(locale="ja", pace=30, openers="7")
    assert await here.of(1) == await settings_of(database, 1) == both
    # Another process changes them, too.
    await Servers(database).change(1, locale="de")
    await here.change(1, 7, NOW, pace=60)
    assert await settings_of(database, 1) == ServerSettings(locale="de", pace=60, openers="7")


async def test_depart_stores_the_time_once(database: Database, file: Where) -> None:
    await arrive(database, 1)
    for later in (0, 5):
        await depart(database, 1, NOW + later)
        await depart(database, 2, NOW + later)
    assert ask(file, "select guild_id, gone_at from servers") == [(1, NOW), (2, NOW)]
    await servers.be_present(database, {1})
    await arrive(database, 2)
    assert ask(file, "select guild_id, gone_at from servers") == [(1, None), (2, None)]


async def test_servers_left_returns_absent_servers_with_data(
    database: Database, file: Where
) -> None:
    await dealt(database)
    match = await dealt(database)
    change(file, f"update tables set guild_id = 2 where id = {match.table.id}")
    await storage.tables.cancel(database, match.table.id, NOW)
    await arrive(database, 3)
    change(file, "insert into members values (4, 100, true, false)")
    assert await servers.servers_left(database, set()) == {1, 2, 3, 4}
    assert await servers.servers_left(database, {1, 3}) == {2, 4}
    for guild_id in (1, 2, 3, 4):
        await depart(database, guild_id, NOW)
    left = await servers.servers_left(database, set())
    assert left == {1}, "a match runs on: it fell down in between"


@pytest.mark.sqlite
async def test_forget_servers_keeps_a_server_that_returns(database: Database, file: Where) -> None:
    await opened(database)
    await depart(database, 1, NOW)
    forgotten, _ = await asyncio.gather(servers.forget_servers(database, NOW), arrive(database, 1))
    assert forgotten == []
    assert ask(file, "select gone_at from servers") == [(None,)]
    assert ask(file, "select count(*) from tables") == [(1,)]
