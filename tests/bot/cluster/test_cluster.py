"""Several processes on one PostgreSQL, without Discord: who holds what, and who hears what."""

import asyncio
from functools import partial

import discord
import pytest

from bot import storage
from bot.storage.postgres import connected
from bot.words.errors import NotOwner, StorageError
from rig.waits import until

from ..stored_tables import NOW, ask, change
from .processes import FIRST, Discord, acts, click, further, processes, table_in

ZERO, ONE = 0, 1 << 22
"""Servers of shards 0 and 1 of two."""
LOCKS = """
select pid from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
and database = (select oid from pg_database where datname = current_database())
"""
"""Holders of locks in this database. The table lists those of the whole server."""


def holders(address: str) -> list[tuple[int, str]]:
    """Return the shards with the processes that are written down for them."""
    return [(n, name) for n, name in ask(address, "select shard, holder from shards order by 1")]


async def test_each_shard_is_held_by_its_process(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        assert holders(on_server) == [(0, one.name), (1, two.name)]
        table, other = await table_in(one.database, on_server, ZERO), ONE
        await storage.tables.set_clock(one.database, table.id, NOW, NOW)
        with pytest.raises(NotOwner):
            await storage.tables.set_clock(two.database, table.id, NOW + 1, NOW + 1)
        assert await storage.tables.due(one.database, NOW + 1) == [table.id]
        assert await storage.tables.due(two.database, NOW + 1) == []
        assert other in two.cluster.held
        assert other not in one.cluster.held


async def test_standby_says_that_it_waits_and_follows_a_killed_process(
    on_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with processes(on_server, [0], [0]) as (one, standby):
        await until(lambda: "waits for the process that holds shard 0" in caplog.text)
        assert not standby.holds
        one.die()
        await until(lambda: standby.begun == 1)
        assert holders(on_server) == [(0, standby.name)]
        assert one.begun == 1


async def test_session_of_the_locks_ends_without_signs_of_life(on_server: str) -> None:
    async with processes(on_server, [0]) as (one,):
        driver = await connected(one.cluster.locks._arguments)
        assert await driver.fetchval("SHOW idle_session_timeout") == "3s"
        await driver.close()


async def test_hung_process_loses_its_shards_and_writes_nothing_more(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        table = await table_in(one.database, on_server, ZERO)
        one.stop()
        await until(lambda: standby.begun == 1)
        with pytest.raises(StorageError):
            await storage.tables.set_clock(one.database, table.id, NOW, NOW)
        # It connects again, and the fence holds.
        with pytest.raises(NotOwner):
            await storage.tables.set_clock(one.database, table.id, NOW, NOW)
        assert ask(on_server, "select deadline from tables") == [(None,)]


async def test_holder_stopped_in_an_open_transaction_stores_nothing(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        table = await table_in(one.database, on_server, ZERO)
        one.dies = "open"
        one.cluster.arrived(click(FIRST, table.id))
        standby.cluster.arrived(click(FIRST, table.id))
        await until(lambda: standby.begun == 1)
        sessions = f"select 1 from pg_stat_activity where application_name = '{one.name}'"
        assert ask(on_server, sessions) == []
        await until(lambda: standby.discord.answers == [(FIRST, standby.name)])
        assert acts(on_server, table.id) == 1


async def test_sessions_of_all_former_holders_end(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        table = await table_in(one.database, on_server, ZERO)
        change(on_server, "update shards set before = holder, holder = 'another'")
        one.dies = "open"
        # The process between died before it had ended the first one's sessions.
        change(on_server, f"update shards set holder = '{one.name}', before = ''")
        # It keeps its locks until another is written down.
        one.die = partial(setattr, one, "dead", True)  # type: ignore[method-assign]
        one.cluster.arrived(click(FIRST, table.id))
        await until(lambda: one.dead)
        change(on_server, f"update shards set before = '{one.name}', holder = 'another'")
        type(one).die(one)
        await until(lambda: standby.begun == 1)
        sessions = f"select 1 from pg_stat_activity where application_name = '{one.name}'"
        assert ask(on_server, sessions) == []
        assert acts(on_server, table.id) == 0


async def test_hung_process_with_a_flooded_listener_loses_its_shards(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        one.cluster.line._driver._transport.pause_reading()
        one.stop()
        for _ in range(40):
            flood = (
                "select count(pg_notify('shinrisen', 'x ' || n)) from generate_series(1, 9999) n"
            )
            ask(on_server, flood)
        await until(lambda: standby.begun == 1)
        sessions = f"select 1 from pg_stat_activity where application_name = '{one.name}'"
        assert ask(on_server, sessions) == []


async def test_lost_locks_are_taken_again(on_server: str) -> None:
    async with processes(on_server, [0]) as (one,):
        [before] = ask(on_server, LOCKS)
        one.cluster.locks.cut()
        await until(lambda: ask(on_server, LOCKS) not in ([], [before]))
        assert one.running is not None
        assert not one.running.done()
        assert one.begun == 1


async def test_process_ends_whose_shards_another_has(on_server: str) -> None:
    async with processes(on_server, [0]) as (one,):
        change(on_server, "update shards set holder = 'another'")
        assert one.running is not None
        await until(one.running.done)
        one.running.result()


async def test_another_count_of_shards_waits_until_all_have_ended(
    on_server: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with (
        processes(on_server, [0], [1]) as (one, two),
        further(on_server, Discord(), 3, [2]) as later,
    ):
        waits = "processes with another SHARD_COUNT"
        await until(lambda: waits in caplog.text or later.ended or later.holds)
        assert not later.ended
        assert not later.holds
        await one.close()
        await until(lambda: len(ask(on_server, LOCKS)) == 1)
        assert not later.holds
        assert two.holds
        await two.close()
        await until(lambda: later.begun == 1)
        assert holders(on_server) == [(0, ""), (1, ""), (2, later.name)]
        assert ask(on_server, "select distinct count from shards") == [(3,)]


async def test_hung_process_of_another_count_writes_nothing_more(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        table = await table_in(one.database, on_server, ZERO)
        await two.close()
        one.stop()
        async with further(on_server, Discord(), 3, [2]) as later:
            await until(lambda: later.begun == 1)
            for _ in range(5):
                # Its pool's old connections are gone, and new ones don't get through the fence.
                with pytest.raises(StorageError):
                    await storage.tables.set_clock(one.database, table.id, NOW, NOW)
            assert ask(on_server, "select deadline from tables") == [(None,)]


async def test_closed_process_is_followed_at_once(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        await one.close()
        await until(lambda: standby.begun == 1, 1.0)


async def test_next_process_serves_the_clicks_that_are_left(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, younger):
        table = await table_in(one.database, on_server, ZERO)
        first = discord.utils.time_snowflake(discord.utils.utcnow())
        for process in (one, younger):
            process.cluster.arrived(click(first, table.id))
        await until(lambda: one.discord.answered == [first])
        one.cluster.leave()
        for process in (one, younger):
            process.cluster.arrived(click(first + 1, table.id))
        await one.close()
        await until(lambda: younger.rests)
        assert one.discord.answers == [(first, one.name), (first + 1, younger.name)]
        assert acts(on_server, table.id) == 2


async def test_next_process_repeats_no_click_of_a_killed_one(on_server: str) -> None:
    async with processes(on_server, [0], [0]) as (one, standby):
        table = await table_in(one.database, on_server, ZERO)
        one.dies = "acted"
        one.cluster.arrived(click(FIRST, table.id, ZERO))
        for number in (FIRST, FIRST + 1):
            standby.cluster.arrived(click(number, table.id, ZERO))
        await until(lambda: standby.rests)
        assert one.discord.answers == [(FIRST + 1, standby.name)]
        assert acts(on_server, table.id) == 2


async def test_message_reaches_all_other_processes(on_server: str) -> None:
    async with processes(on_server, [0], [1], [2]) as (one, two, three):
        one.cluster.notify("reader", 7)
        await until(lambda: two.heard == three.heard == [("reader", 7)])
        assert one.heard == []


async def test_errand_asked_for_again_meanwhile_is_done_again(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        begun, go_on = asyncio.Event(), asyncio.Event()
        done: list[int] = []

        async def slowly(_user_id: int, number: int) -> None:
            done.append(number)
            begun.set()
            await go_on.wait()

        two.cluster._handlers = {"leave": slowly}
        await one.cluster.everywhere("leave", 7, FIRST)
        await begun.wait()
        await one.cluster.everywhere("leave", 7, FIRST + 1)
        go_on.set()
        await until(lambda: len(done) == 2 or ask(on_server, "select 1 from errands") == [])
        assert done == [FIRST, FIRST + 1]


async def test_errand_is_done_later_by_an_absent_process(on_server: str) -> None:
    async with processes(on_server, [0], [1], [2]) as (one, two, three):
        three.die()
        await one.cluster.everywhere("leave", 7, FIRST, 0.5)
        assert two.heard == [("leave", 7)]
        assert ask(on_server, "select shard, what from errands") == [(2, "leave")]
        async with further(on_server, one.discord, 3, [2]) as again:
            await until(lambda: again.heard == [("leave", 7)])
            await until(lambda: ask(on_server, "select 1 from errands") == [])
