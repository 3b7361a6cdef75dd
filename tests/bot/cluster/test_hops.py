"""Clicks that hop: who carries one out, across kills and silent processes."""

import asyncio
import random
import time
from typing import Any

import orjson
import pytest

from bot.cluster import cluster
from bot.storage import listen
from rig.waits import until

from ..stored_tables import ask, change
from .processes import FIRST, acts, click, further, processes, table_in

ZERO, ONE = 0, 1 << 22
"""Servers of shards 0 and 1 of two."""
_DONE = "select 1 from clicks where data is null"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no click back, however long a change takes on a busy machine."""
    monkeypatch.setattr(cluster, "_BACK", cluster._ANSWER)


async def test_click_in_a_direct_message_hops_to_the_tables_process(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        here = await table_in(one.database, on_server, ZERO)
        there = await table_in(one.database, on_server, ONE)
        one.cluster.arrived(click(FIRST, here.id))
        one.cluster.arrived(click(FIRST + 1, there.id))
        await until(lambda: len(one.discord.answers) == 2)
        assert {*one.discord.answers} == {(FIRST, one.name), (FIRST + 1, two.name)}
        assert acts(on_server, here.id) == acts(on_server, there.id) == 1
        assert ask(on_server, f"select data from clicks where id = {FIRST + 1}") == [(None,)]


async def test_interaction_is_served_once(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        for _ in range(2):
            # After a RESUME, Discord delivers it again.
            one.cluster.arrived(click(FIRST, there.id))
        one.cluster.arrived(click(FIRST + 1, there.id))
        await until(lambda: len(one.discord.answers) == 2)
        for number in (FIRST, FIRST + 1):
            two.cluster._called(str(number))
        await until(lambda: not two.cluster._tasks)
        assert acts(on_server, there.id) == 2


async def test_click_for_an_absent_process_is_taken_back(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        two.die()
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: one.refused == [FIRST])
        async with further(on_server, two.discord, 2, [1]) as later:
            await until(lambda: later.begun == 1 and not later.cluster._tasks)
            assert acts(on_server, there.id) == 0


async def test_click_that_was_taken_back_is_not_carried_out(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        two.slow.clear()
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: one.refused == [FIRST])
        two.slow.set()
        await until(lambda: not two._serving)
        assert acts(on_server, there.id) == 0
        assert two.discord.answers == []


async def test_others_at_the_database_hear_the_id_of_a_click_alone(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, _):
        there = await table_in(one.database, on_server, ONE)
        heard, driver = list[str](), await one.cluster.line._connected()
        await driver.add_listener("shinrisen_1", lambda *said: heard.append(said[-1]))
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: bool(heard))
        assert heard == [str(FIRST)]


async def test_click_with_an_answer_to_come_is_not_taken_back(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        two.slow.clear()
        two.defers = True
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: bool(one.cluster._sent))
        await until(lambda: not one.cluster._sent)
        assert one.refused == []
        two.slow.set()
        await until(lambda: one.discord.answers == [(FIRST, two.name)])
        assert acts(on_server, there.id) == 1


async def test_click_that_changes_nothing_is_done_when_answered(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        two.reads = True
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: one.discord.answers == [(FIRST, two.name)])
        await until(lambda: ask(on_server, "select data from clicks") == [(None,)])
        await until(lambda: not one.cluster._sent)
        assert one.refused == []


@pytest.mark.parametrize("reads", [False, True])
@pytest.mark.parametrize("by", ["old", "new"])
async def test_click_is_answered_once_across_a_change_in_order(
    on_server: str, by: str, patient: None, *, reads: bool
) -> None:
    async with processes(on_server, [0], [1], [1]) as (one, two, younger):
        there = await table_in(one.database, on_server, ONE)
        two.reads = younger.reads = reads
        if by == "new":
            two.cluster.leave()
        one.cluster.arrived(click(FIRST, there.id))
        query = "select 1 from clicks where data > ''" if by == "new" else _DONE
        await until(lambda: ask(on_server, query) == [(1,)])
        await two.close()
        await until(lambda: younger.begun == 1 and not one.cluster._sent)
        await until(lambda: not one._serving and not younger._serving)
        assert one.discord.answers == [(FIRST, two.name if by == "old" else younger.name)]
        assert one.discord.refused == []
        assert acts(on_server, there.id) == (not reads)


async def test_click_found_as_its_process_leaves_is_the_next_ones(
    on_server: str, patient: None
) -> None:
    async with processes(on_server, [0], [1], [1]) as (one, two, younger):
        there = await table_in(one.database, on_server, ONE)
        ask_, left = two.cluster.line.ask, asyncio.Event()

        async def leaving(query: str, *values: Any) -> list[Any]:
            found = await ask_(query, *values)
            if found and query == listen.WAITING:
                two.cluster.leave()
                left.set()
            return found

        two.cluster.line.ask = leaving  # type: ignore[method-assign]
        one.cluster.arrived(click(FIRST, there.id))
        await left.wait()
        await until(lambda: not (two.cluster._tasks or two._serving))
        await two.close()
        await until(lambda: len(one.discord.answers) == 1)
        assert one.discord.answers == [(FIRST, younger.name)]
        assert acts(on_server, there.id) == 1


@pytest.mark.parametrize("step", ["waiting", "taken", "open", "acted"])
async def test_process_killed_while_serving_loses_and_doubles_nothing(
    on_server: str, step: str
) -> None:
    async with processes(on_server, [0], [1], [1]) as (one, two, standby):
        there = await table_in(one.database, on_server, ONE)
        if step == "waiting":
            two.die()
        two.dies, two.defers = step, True
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: bool(one.cluster._sent))
        await until(lambda: one.rests and (standby.rests or (two.rests and not two.dead)))
        assert two.dead
        assert one.refused == []
        assert acts(on_server, there.id) == 1
        # A click that a killed process has carried out stays without an answer, as any other.
        assert one.discord.answers == [(FIRST, standby.name)] * (step != "acted")


async def test_click_sent_while_its_process_did_not_listen_is_found(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        data = orjson.dumps(click(FIRST, there.id)).decode()
        row = f"({FIRST}, {time.time()}, 1, '{data}')"
        change(on_server, f"insert into clicks (id, came_at, shard, data) values {row}")
        two.cluster._catch_up()
        await until(lambda: two.rests)
        assert two.discord.answers == [(FIRST, two.name)]


async def test_receiver_killed_once_the_row_is_written_loses_nothing(on_server: str) -> None:
    async with processes(on_server, [0], [1]) as (one, two):
        there = await table_in(one.database, on_server, ONE)
        two.slow.clear()
        one.cluster.arrived(click(FIRST, there.id))
        await until(lambda: ask(on_server, "select 1 from clicks where data > ''") == [(1,)])
        one.die()
        two.slow.set()
        await until(lambda: two.discord.answers == [(FIRST, two.name)])
        assert acts(on_server, there.id) == 1


async def test_clicks_survive_processes_killed_one_after_the_other(on_server: str) -> None:
    rng = random.Random(5)
    shards = [[0], [1], [2], [1], [2]]
    async with processes(on_server, *shards) as (one, two, three, *standbys):
        tables = [await table_in(one.database, on_server, n << 22) for n in (0, 1, 2, 1, 2)]
        sent = [*range(FIRST, FIRST + 120)]
        for number, dying in ((0, two), (60, three)):
            for click_id in sent[number : number + 30]:
                one.cluster.arrived(click(click_id, rng.choice(tables).id))
            await until(lambda: len(one.discord.answered) > number)  # noqa: B023
            dying.die()
            for click_id in sent[number + 30 : number + 60]:
                one.cluster.arrived(click(click_id, rng.choice(tables).id))
            await until(lambda: one.rests and all(s.begun == 0 or s.rests for s in standbys))
        assert sum(acts(on_server, table.id) for table in tables) == len(sent) - len(one.refused)
        assert len(one.discord.answers) == len({*one.discord.answered})
        assert not {*one.discord.answered} & {*one.refused}
        assert not one.discord.refused
        assert all(standby.begun == 1 for standby in standbys)
