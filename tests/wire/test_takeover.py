"""A bot and a second process on the same PostgreSQL that changes tables without screens."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot import storage
from bot.play import lobby
from bot.play.cluster import Sharing
from bot.play.match import Match
from bot.storage import Database
from rig.processes import Bot, Client, Wire, buttons, offered, playground, words
from tests.examples import ALL_AT_ONCE

from ..bot.play.test_cluster import Subject
from ..bot.stored_tables import next_move
from .sittings import OPTIONS, Sitting
from .store import Store, agree, open_store
from .test_processes import bots, names, whole


class Another:
    """A process that makes moves as if its people had clicked."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.neighbours = Sharing(database)
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Join the cluster."""
        await self.neighbours.begin()
        self._running = asyncio.ensure_future(self.neighbours.run({}))

    async def starts(self, table_id: int) -> None:
        """Start a match without notifying the others."""
        table = await storage.tables.table(self.database, table_id)
        assert table is not None
        async with self.neighbours.lock(Subject(table_id)):
            await lobby.start(
                self.database, table, table.host_id, staff=True, now=time.time(), idle=3600.0
            )

    async def moves(
        self, table_id: int, keeper: str | None, clicked: int | None = None
    ) -> tuple[int, str]:
        """Make a move, notify its keeper if given, and return the move."""
        table = await storage.tables.table(self.database, table_id)
        assert table is not None
        match = await Match.load(table, self.database, time.time)
        async with self.neighbours.lock(Subject(table_id)):
            seat, text = next_move(match)
            await match.submit(seat, text, clicked=clicked)
        if keeper is not None:
            self.neighbours.tell("table", table_id, keeper=keeper)
        return seat, text

    async def die(self) -> None:
        """Leave the cluster without a message."""
        assert self._running is not None
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


@asynccontextmanager
async def another(address: str) -> AsyncIterator[Another]:
    """Run another process on the same database."""
    process = Another(await Database.open(address))
    await process.start()
    try:
        yield process
    finally:
        await process.die()
        await process.neighbours.close()
        await process.database.close()


async def tables(client: Client, count: int) -> list[Sitting]:
    """Start matches of 6 nimmt!, each with people and a channel of its own."""
    world = await client.ready()
    people, found = [person["id"] for person in world["people"]], []
    for number in range(count):
        mine = people[2 * number : 2 * number + 2]
        channel = (await client.post("/channels", name=f"table-{number}"))["id"]
        rng = random.Random(number)
        found.append(Sitting(client, world, rng, people=mine, channel=channel))
        await found[-1].start(**OPTIONS[ALL_AT_ONCE])
    return found


@asynccontextmanager
async def one_table(
    folder: Path, address: str
) -> AsyncIterator[tuple[Sitting, Bot, Another, Store]]:
    """Run a bot with a match of two, and another process beside it. Check the log afterwards."""
    async with playground("--people", "2", "--no-limits") as client:
        async with bots(client, folder, address, count=1) as [bot]:
            [sitting] = await tables(client, 1)
            async with another(address) as other, open_store(address) as store:
                yield sitting, bot, other, store
            whole([bot])


async def overtake(client: Client, shown: Wire) -> None:
    """Overwrite a message with older content, as a late answer to a click would."""
    old: dict[str, Any] = {"flags": 1 << 15, "components": [{"type": 10, "content": "Before."}]}
    address = f"{client.api}/channels/{shown['channel_id']}/messages/{shown['id']}"
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {client.token}"}) as http:
        async with http.patch(address, json=old) as answer:
            assert answer.status == 200, await answer.text()


async def test_change_by_another_process_is_shown_without_a_click(
    tmp_path: Path, on_server: str
) -> None:
    async with playground("--people", "4", "--no-limits") as client:
        async with bots(client, tmp_path, on_server, count=1) as [bot]:
            first, second = sittings = await tables(client, 2)
            async with open_store(on_server) as store:
                await agree(store, sittings)
            # A restarted bot keeps both tables and has read neither.
            await bot.end()
            await bot.start()
            await client.connected(1)
            async with another(on_server) as other, open_store(on_server) as store:
                await other.moves(first.table, keeper=names(bot)[-1])
                await agree(store, [first], seconds=20)
                # The former keeper may still count as alive.
                await other.moves(second.table, keeper=names(bot)[0])
                await agree(store, sittings, seconds=20)
            whole([bot])


async def test_possible_answer_of_a_dead_process_is_shown_again(
    tmp_path: Path, on_server: str
) -> None:
    async with one_table(tmp_path, on_server) as (sitting, bot, other, store):
        await asyncio.sleep(1.5)
        await other.moves(sitting.table, keeper=names(bot)[-1])
        await agree(store, [sitting])
        shown = await sitting.hand(sitting.people[0])
        assert shown is not None
        await overtake(sitting.client, shown)
        await other.die()
        await agree(store, [sitting], seconds=20)


async def test_later_choice_by_another_process_stays(tmp_path: Path, on_server: str) -> None:
    async with one_table(tmp_path, on_server) as (sitting, bot, other, store):
        chosen = await other.moves(sitting.table, names(bot)[-1], clicked=1 << 62)
        await agree(store, [sitting])
        person = sitting.people[chosen[0]]
        hand = await sitting.hand(person)
        assert hand is not None
        address, value = next(c for c in offered(hand) if c[0].text != chosen[1])
        done = await sitting.click(person, hand["id"], address, value)
        assert f"Chosen: **{chosen[1]}" in words(done["message"])
        assert await store.moves(sitting.table) == [chosen]


async def test_command_sees_the_changes_of_another_process(tmp_path: Path, on_server: str) -> None:
    async with playground("--people", "2", "--no-limits") as client:
        async with bots(client, tmp_path, on_server, count=1) as [bot], another(on_server) as other:
            world = await client.ready()
            people = [person["id"] for person in world["people"]]
            channel = world["channels"][0]["id"]
            panel = (await client.command(people[0], channel, f"{ALL_AT_ONCE} play"))["message"]
            await client.click(people[1], panel["id"], buttons(panel)["Join"])
            await other.starts(1)
            asked = await client.command(people[1], channel, "table leave")
            assert "Leave the match" in buttons(asked["message"])
            seat, text = await other.moves(1, keeper=None)
            hand = await client.command(people[seat], channel, "hand")
            assert f"Chosen: **{text}" in words(hand["message"])
            whole([bot])


async def test_locked_table_delays_no_other_table(tmp_path: Path, on_server: str) -> None:
    async with playground("--people", "4", "--no-limits") as client:
        async with bots(client, tmp_path, on_server, count=1) as [bot], another(on_server) as other:
            first, second = sittings = await tables(client, 2)
            async with open_store(on_server) as store:
                await agree(store, sittings)
                await bot.end()
                for sitting in sittings:
                    await other.moves(sitting.table, keeper=None)
                line, _ = await other.neighbours.take(first.table)
                await bot.start()
                await client.connected(1)
                await agree(store, [second], seconds=20)
                other.neighbours.give(first.table, line)
                await agree(store, [first], seconds=20)
            whole([bot])


async def test_pause_by_a_dying_process_is_shown(tmp_path: Path, on_server: str) -> None:
    async with playground("--people", "2", "--no-limits") as client:
        async with bots(client, tmp_path, on_server, count=1) as [bot], another(on_server) as other:
            [sitting] = await tables(client, 1)
            async with open_store(on_server) as store:
                await agree(store, [sitting])
                # The progress of its messages is stored by then.
                await bot.end()
                await storage.tables.pause(
                    other.database, sitting.table, time.time(), by=0, time_left=None, due_at=None
                )
                await bot.start()
                await client.connected(1)
                await agree(store, [sitting], seconds=20)
            whole([bot])
