"""Several processes on one PostgreSQL, without Discord: who owns what, and who hears what."""

import asyncio
import time

import asyncpg
import pytest
from sqlalchemy import make_url, text

from bot import storage
from bot.cluster.cluster import _ALL_BEATS, Give
from bot.storage import PANEL, Database, StoredPost, postgres
from bot.storage.listen import ALIVE_SECONDS, Line
from bot.storage.ownership import Owned
from bot.words.errors import NotOwner, NotSaved, StorageError
from rig import LIMIT

from ..stored_tables import NOW, ask, change, dealt, next_move, opened, started
from .processes import click, processes, until


async def test_opener_owns_a_table_at_its_first_epoch(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        assert table.id in one.cluster.owned
        assert table.id not in two.cluster.owned
        assert ask(on_server, "select keeper, epoch from tables") == [(one.name, 1)]


async def test_tables_of_a_killed_process_get_live_owners(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        ids = [(await opened(one.database)).id for _ in range(4)]
        other = (await started(two.database)).id
        one.die()
        query = f"select 1 from tables where keeper = '{one.name}'"
        await until(lambda: not ask(on_server, query))
        rows = ask(on_server, "select id, keeper, epoch from tables order by id")
        assert {epoch for _, _, epoch in rows[:4]} == {2}
        for process in (two, three):
            mine = {number for number, keeper, _ in rows if keeper == process.name}
            await until(lambda p=process, m=mine: p.cluster.owned.all == m)  # type: ignore[misc]
        assert rows[-1] == (other, two.name, 1), "nobody takes what a live process owns"
        assert {n for p in (two, three) for n in p.cluster.owned.all} == {*ids, other}


async def test_table_with_messages_stays_with_its_live_owner(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        await storage.posts.save_post(one.database, table.id, StoredPost(PANEL, 3, 4, -1))
        assert await two.cluster.line.claim() == {}
        assert ask(on_server, "select keeper, epoch from tables") == [(one.name, 1)]


async def test_silent_process_loses_its_tables_by_timeout(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        assert one.running is not None
        # Its connection stays, as that of a machine that hangs.
        one.running.cancel()
        assert await two.cluster.line.claim() == {}, "its heartbeat may only be late"
        ago = f"seen_at = seen_at - {ALIVE_SECONDS}"
        change(on_server, f"update processes set {ago} where name = '{one.name}'")
        await until(lambda: table.id in two.cluster.owned)
        with pytest.raises(NotOwner):
            await storage.tables.set_clock(one.database, table.id, 30.0, 30.0)
        assert table.id not in one.cluster.owned


async def test_process_compares_its_tables_after_a_stall(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table, other = await opened(one.database), await opened(two.database)
        lost: list[int] = []
        one.cluster.owned.lost = lost.append
        for number, keeper in ((table.id, two.name), (other.id, one.name)):
            new = f"keeper = '{keeper}', epoch = 2"
            change(on_server, f"update tables set {new} where id = {number}")
        one.cluster._beaten -= 2 * ALIVE_SECONDS
        await until(lambda: one.cluster.owned.all == {other.id})
        assert lost == [table.id]


@pytest.mark.parametrize("beats", [1, _ALL_BEATS])
async def test_each_tenth_heartbeat_finds_missed_changes(on_server: str, beats: int) -> None:
    async with processes(on_server, 1) as (one,):
        lost, found = (await opened(one.database)).id, (await opened(one.database)).id
        assert one.running is not None
        one.running.cancel()
        await asyncio.wait({one.running})
        one.cluster.owned.let_go(found)
        for number, keeper in ((lost, "another"), (found, "gone")):
            change(on_server, f"update tables set keeper = '{keeper}' where id = {number}")
        now = "extract(epoch from clock_timestamp())"
        change(on_server, f"insert into processes values ('another', {now} + 600, 0)")
        one.cluster._beats = beats - 1
        one.cluster._beaten = time.monotonic()
        await one.cluster._beat()
        assert one.cluster.owned.all == ({found} if beats == _ALL_BEATS else {lost})


async def hand_over(table_id: int, give: Give) -> None:
    """Give a table away at once."""
    await give(table_id)


async def test_leaving_process_gives_its_tables_away(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        ids = {(await opened(one.database)).id for _ in range(4)}

        await one.cluster.give_all(hand_over, 5.0)
        assert not one.cluster.owned.all
        both = (two.cluster.owned, three.cluster.owned)
        await until(lambda: both[0].all | both[1].all == ids)
        assert all(len(owned.all) == 2 for owned in both)
        await two.hears(("claimed", 0))


async def test_younger_process_on_the_same_shards_gets_the_tables(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await opened(one.database)
        one.cluster.takeover.younger = three.name

        await one.cluster.give_all(hand_over, 5.0)
        await until(lambda: table.id in three.cluster.owned)
        assert table.id not in two.cluster.owned


async def test_busy_table_delays_no_other_when_a_process_leaves(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        busy, *others = [(await opened(one.database)).id for _ in range(3)]

        async def hand_over(table_id: int, give: Give) -> None:
            if table_id == busy:
                await asyncio.Event().wait()
            await give(table_id)

        async with asyncio.timeout(LIMIT):
            await one.cluster.give_all(hand_over, 0.2)
        assert one.cluster.owned.all == {busy}
        await until(lambda: two.cluster.owned.all == set(others))


async def test_closed_process_is_followed_at_once(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await opened(one.database)
        await one.close()
        one.dead = True
        async with asyncio.timeout(2.5):
            await until(lambda: table.id in two.cluster.owned)


async def test_only_the_owner_has_the_clock_of_a_table(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        await storage.tables.set_clock(one.database, table.id, NOW, NOW)
        assert await storage.tables.due(one.database, NOW + 1) == [table.id]
        assert await storage.tables.due(two.database, NOW + 1) == []
        assert await storage.tables.next_due(two.database) is None
        await storage.tables.give_time_again(two.database, NOW + 50, 50)
        assert await storage.tables.due(one.database, NOW + 1) == [table.id]


async def test_move_stores_the_click_that_asked_for_it(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        match = await dealt(one.database)
        seat, text = next_move(match)
        other = match.legal_texts(seat)[1]
        await match.submit(seat, text, clicked=1 << 60)
        await match.submit(seat, other)
        rows = ask(on_server, f"select click_id from seats where seat = {seat}")
        assert rows == [(1 << 60,)], "the second was no click"


async def test_message_reaches_all_other_processes(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        one.cluster.notify("server", 7)
        await asyncio.gather(two.hears(("server", 7)), three.hears(("server", 7)))
        assert ("server", 7) not in one.heard


async def test_query_waits_for_the_connection_until_a_timeout(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await Database.open(on_server)
    line = Line(database.arguments, "one")
    await line.ask("SELECT 1")
    monkeypatch.setattr("bot.storage.listen.PATIENCE", 1.0)
    try:
        asked = [line.ask("SELECT pg_sleep(0.7)") for _ in range(3)]
        *_, last = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(last, NotSaved), "its turn came after 1.4 s"
        assert await line.ask("SELECT 1")
    finally:
        await line.close()
        await database.close()


async def test_closed_line_makes_no_connection(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        line = Line(one.database.arguments, "a name")
        assert await line.ask("select 1")
        await line.drop()
        assert await line.ask("select 1"), "it has another connection"
        await line.close()
        with pytest.raises(NotSaved):
            await line.ask("select 1")


async def test_table_lost_meanwhile_is_not_given_away(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await opened(one.database)
        change(on_server, f"update tables set keeper = '{two.name}', epoch = 7")
        await one.cluster._give(three.name, table.id)
        assert table.id not in one.cluster.owned
        assert ask(on_server, "select keeper, epoch from tables") == [(two.name, 7)]


def test_process_compares_its_epochs_too() -> None:
    owned, lost = Owned("mine"), list[int]()
    owned.lost = lost.append
    owned.own({1: 1, 2: 1, 3: 1})
    assert owned.keep({1, 2, 3}, {1: 1, 2: 3, 4: 1}) == {2: 3, 4: 1}
    assert owned.all == {1}
    assert lost == [2, 3]


async def test_younger_process_leaves_clicks_to_the_older(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        table = await started(one.database)
        one.cluster.takeover._older.add("an older one")
        one.cluster.arrived(click(1 << 60, table.id))
        one.cluster.takeover._older.clear()
        one.cluster.arrived(click(1 << 61, table.id))
        await until(lambda: bool(one.discord.answers))
        assert one.discord.answered == [1 << 61]


# Connections: their number, its limit, and poolers between

_COUNT = (
    "select count(*) from pg_stat_activity where application_name = 'shinrisen' "
    "and datname = current_database()"
)


async def test_process_opens_no_more_connections_than_set(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        # Opened for four connections.
        table = await opened(one.database)

        async def slowly() -> None:
            async with one.database.begin() as db:
                await db.execute(text("select pg_sleep(0.2)"))

        working = [asyncio.ensure_future(slowly()) for _ in range(8)]
        await asyncio.sleep(0.3)
        [(found,)] = ask(on_server, _COUNT)
        await asyncio.gather(*working)
        assert table.id in one.cluster.owned
        assert found <= 4


async def test_full_server_is_named_in_one_sentence(on_server: str) -> None:
    url = make_url(on_server)
    role = f"few_{url.database}"
    change(on_server, f"create role {role} login connection limit 1")
    driver = await asyncpg.connect(host=url.query["host"], user=role, database=url.database)
    try:
        few = on_server.replace(f"{url.username}@", f"{role}@", 1)
        with pytest.raises(StorageError, match="no connection left; a bot opens up to 7"):
            await Database.open(few, connections=7)
    finally:
        await driver.close()
        change(on_server, f"drop role {role}")


async def test_pooler_that_ignores_settings_is_refused(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_settings", lambda: {"timeout": 5.0})
    with pytest.raises(StorageError, match="name PostgreSQL itself"):
        await Database.open(on_server)


def test_pooler_that_refuses_settings_is_named() -> None:
    error = OSError("unsupported startup parameter: lock_timeout")
    assert "name PostgreSQL itself" in postgres._cause(error, 10)
    assert postgres._cause(OSError("gone"), 10) == "gone"
