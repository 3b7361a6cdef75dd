"""Clicks that reach a process which doesn't own their table, and processes killed at each step."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest

from bot import storage
from bot.cluster.arrived import ARRIVED, Arrived
from bot.cluster.forwarding import _MOST_PASSED
from bot.storage.listen import Line, Sent
from bot.words.errors import NotOwner, StorageError

from ..stored_tables import ask, change, opened, started
from .processes import Process, click, processes, until

FIRST = 1 << 60


def acts(address: str, table_id: int) -> int:
    """Return the number of clicks that changed the table."""
    [(number,)] = ask(address, f"select pauses from tables where id = {table_id}")
    return int(number)


async def test_click_is_served_once_by_the_owner(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await started(one.database)
        for number, process in enumerate((one, two, three), FIRST):
            process.cluster.arrived(click(number, table.id))
        await until(lambda: len(one.discord.answers) == 3)
        assert {name for _, name in one.discord.answers} == {one.name}
        assert acts(on_server, table.id) == 3
        rows = ask(on_server, "select owner, taken_by from forwarded order by id")
        assert rows == [(one.name, one.name)] * 2, "its own click needs no row"


async def test_interaction_sent_twice_is_served_once(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        for _ in range(3):
            two.cluster.arrived(click(FIRST, table.id))
            await asyncio.sleep(0.1)
        await until(lambda: bool(one.discord.answers))
        await asyncio.sleep(1.2)
        assert acts(on_server, table.id) == 1
        assert one.discord.answered == [FIRST]


async def test_data_of_a_served_interaction_is_deleted(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        two.cluster.arrived(click(FIRST, table.id))
        await until(lambda: ask(on_server, "select data, done from forwarded") == [("", True)])
        change(on_server, "update forwarded set came_at = came_at - 61")
        await two.cluster.line.tidy()
        assert ask(on_server, "select * from forwarded") == []


async def test_ended_table_is_served_where_the_click_arrives(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        await storage.tables.cancel(one.database, table.id, 1.0)
        change(on_server, f"update tables set keeper = '{two.name}' where id = {table.id}")
        one.cluster.owned.let_go(table.id)
        served: list[int] = []
        one.cluster._parse = lambda data: served.append(int(data["id"]))
        one.cluster.arrived(click(FIRST, table.id))
        await until(lambda: served == [FIRST])
        assert ask(on_server, "select * from forwarded") == []


async def test_click_follows_a_table_that_was_given_away(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await started(one.database)
        await one.cluster._give(two.name, table.id)
        # The former owner may still believe that the table is its own.
        for number, process in enumerate((one, three, two), FIRST):
            process.cluster.arrived(click(number, table.id))
        await until(lambda: len(one.discord.answers) == 3)
        assert {name for _, name in one.discord.answers} == {two.name}
        assert acts(on_server, table.id) == 3
        assert ask(on_server, "select keeper, epoch from tables") == [(two.name, 2)]


@pytest.mark.parametrize("step", ["waiting", "taken", "acted", "answered"])
async def test_owner_killed_while_serving_loses_and_doubles_nothing(
    on_server: str, step: str
) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await started(one.database)
        if step == "waiting":
            one.die()
        one.dies = step
        two.cluster.arrived(click(FIRST, table.id))
        query = "select done from forwarded"
        await until(lambda: ask(on_server, query) == [(True,)])
        assert one.dead
        assert one.discord.answered == [FIRST]
        assert acts(on_server, table.id) == 1
        [(keeper, epoch)] = ask(on_server, "select keeper, epoch from tables")
        assert keeper in (two.name, three.name)
        assert epoch == 2


async def test_receiver_killed_once_the_row_is_written_loses_nothing(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, _):
        table = await started(one.database)
        line = Line(two.database.arguments, two.name)
        data = f'{{"id":"{FIRST}","type":3,"data":{{"custom_id":"s2:vote:{table.id}:mark:0"}}}}'
        await line.send([Sent(FIRST, table.id, data, 1.0, False)])
        two.die()
        line.cut()
        await until(lambda: bool(one.discord.answers))
        assert acts(on_server, table.id) == 1


async def test_receiver_and_owner_killed_at_once_lose_nothing(on_server: str) -> None:
    async with processes(on_server, 3) as (one, two, three):
        table = await started(one.database)
        one.dies = "taken"
        two.cluster.arrived(click(FIRST, table.id))
        await until(lambda: one.dead)
        two.die()
        await until(lambda: one.discord.answers == [(FIRST, three.name)])
        assert acts(on_server, table.id) == 1


async def test_click_waits_deferred_for_a_silent_owner(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        one.cluster.forwarding.stop_taking()
        two.cluster.arrived(click(FIRST, table.id))
        await until(lambda: one.discord.deferred == [FIRST])
        query = "select deferred, taken_by from forwarded"
        await until(lambda: ask(on_server, query) == [(True, None)])
        one.die()
        await until(lambda: two.discord.answers == [(FIRST, two.name)])
        assert one.discord.deferred == [FIRST], "once"
        assert acts(on_server, table.id) == 1


async def test_process_that_lost_a_table_unawares_sends_its_clicks_on(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        change(on_server, f"update tables set keeper = '{two.name}', epoch = 2")
        two.cluster.owned.own({table.id: 2})
        one.cluster.arrived(click(FIRST, table.id))
        await until(lambda: one.discord.answers == [(FIRST, two.name)])
        assert acts(on_server, table.id) == 1
        assert table.id not in one.cluster.owned


async def test_clicks_survive_owners_killed_one_after_the_other(on_server: str) -> None:
    rng = random.Random(5)
    async with processes(on_server, 4) as everybody:
        tables = [await opened(everybody[n % 4].database) for n in range(8)]
        alive: list[Process] = [*everybody]
        numbers = iter(range(FIRST, FIRST + 1000))
        sent: list[int] = []

        def clicks(count: int, receivers: list[Process]) -> None:
            for _ in range(count):
                number = next(numbers)
                sent.append(number)
                rng.choice(receivers).cluster.arrived(click(number, rng.choice(tables).id))

        for dead in everybody[:3]:
            alive.remove(dead)
            clicks(20, alive)
            dead.die()
            clicks(20, alive)
            await until(lambda: set(everybody[0].discord.answered) == set(sent))
        assert len(everybody[0].discord.answers) == len(sent)
        assert sum(acts(on_server, table.id) for table in tables) == len(sent)


async def test_reroute_passes_over_a_row_in_service(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        columns = "id, table_id, owner, data, came_at, deferred"
        rows = ", ".join(f"({number}, {table.id}, 'gone', '', 0, false)" for number in (1, 2))
        change(on_server, f"insert into forwarded ({columns}) values {rows}")
        async with two.database.begin() as db:
            await db.exec_driver_sql("select id from forwarded where id = 1 for update")
            # It would wait for that row until its timeout.
            await two.cluster.line.reroute()
        owners = ask(on_server, "select id, owner from forwarded order by id")
        assert owners == [(1, "gone"), (2, one.name)]


async def test_interaction_is_passed_on_a_few_times_only(on_server: str) -> None:
    async with processes(on_server, 1) as (one,):
        table = await started(one.database)
        arrived = Arrived(click(FIRST, table.id), 0.0)
        clicked: Any = SimpleNamespace(response=SimpleNamespace(is_done=lambda: True))
        passed: list[int] = []
        one.cluster.forwarding.send = lambda again, number: passed.append(number)  # type: ignore
        ARRIVED.set(arrived)
        for _ in range(_MOST_PASSED):
            await one.cluster.pass_on(clicked, NotOwner(table.id))
            arrived.passed += 1
        with pytest.raises(StorageError):
            await one.cluster.pass_on(clicked, NotOwner(table.id))
        assert passed == [table.id] * _MOST_PASSED


async def test_served_interaction_is_not_deferred(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        two.cluster.arrived(click(FIRST, table.id))
        await until(lambda: bool(one.discord.answers))
        # Its sender has not noticed yet.
        await two.cluster.forwarding._answer_later(Arrived(click(FIRST, table.id), 0.0))
        assert two.discord.deferred == []


async def test_interaction_in_service_is_not_taken_again(on_server: str) -> None:
    async with processes(on_server) as (one, two):
        table = await started(one.database)
        columns = "id, table_id, owner, data, came_at, deferred, taken_by"
        row = f"(1, {table.id}, '{one.name}', '', 0, false, '{two.name}')"
        change(on_server, f"insert into forwarded ({columns}) values {row}")
        assert await one.cluster.line.take([1], []) == []
        assert ask(on_server, "select taken_by from forwarded") == [(two.name,)]
