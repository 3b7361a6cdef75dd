"""A game night whose bot is killed by SIGKILL: within rounds, between them, and at their draws."""

import asyncio
import random
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.play import nights
from bot.play.nights import Plan, award, ranking
from bot.storage import nights as stored
from bot.storage.nights import OVER, Sat
from bot.wire.ui import Address
from rig.processes import Bot, Client, Wire, components, playground, running_bot, words
from tests.examples import FOR_TWO

from .sittings import Sitting, play
from .store import open_store

PEOPLE, ROUNDS = 4, 3
"""People who all meet each other once in as many rounds."""


def offers(message: Wire) -> dict[str, str]:
    """Return the live buttons of a message: kind → custom_id."""
    found = {}
    for part in components(message["components"]):
        address = Address.parse(part.get("custom_id") or "")
        if address is not None and part["type"] == 2 and not part.get("disabled"):
            found[address.kind] = part["custom_id"]
    return found


class Night:
    """A game night in a playground, with its people and the bot's file."""

    def __init__(self, client: Client, world: Wire, file: Path) -> None:
        self.client = client
        self.file = file
        self.people = [person["id"] for person in world["people"]]
        self.channel = world["channels"][0]["id"]
        self.world = world
        self.sittings: list[Sitting] = []

    def sql(self, query: str, *values: object) -> list[Any]:
        """Run a statement on the bot's file."""
        with closing(sqlite3.connect(self.file, timeout=10)) as database:
            rows = database.execute(query, values).fetchall()
            database.commit()
            return rows

    async def plan(self) -> None:
        """Plan the night, as its host does by choices, and post it."""
        host = self.people[0]
        shown = (await self.client.command(host, self.channel, "night"))["message"]
        wanted = {"game": FOR_TWO, "hour": nights.SHORTLY, "rounds": ROUNDS}
        for name, value in wanted.items():
            at, chosen = next(
                (part["custom_id"], option["value"])
                for part in components(shown["components"])
                for option in part.get("options") or []
                if (plan := Plan.parse(option["value"])) and getattr(plan, name) == value
            )
            shown = (await self.client.click(host, shown["id"], at, values=[chosen]))["message"]
        posted = await self.client.click(host, shown["id"], offers(shown)["nightmake"])
        assert posted["state"] == "answered", posted

    async def open_check_in(self, number: int) -> Wire:
        """Wait until people can check in for a round, and return the night's newest message."""
        async with asyncio.timeout(100):
            while True:
                [(phase, now)] = self.sql("select phase, round from nights")
                if (phase, now) == ("check", number):
                    seen = await self.client.messages(self.people[0], self.channel)
                    found = [message for message in seen if "nighthere" in offers(message)]
                    if found and f"{number}" in words(found[-1]):
                        return found[-1]
                await asyncio.sleep(0.05)

    async def check_in(self, number: int) -> None:
        """Check in for a round as all people. The first one then begins at its time."""
        card = await self.open_check_in(number)
        for person in self.people:
            await self._press(person, card)
        if number == 1:
            self.sql("update nights set due_at = ?", time.time())
            # A click has the bot look at the time.
            await self._press(self.people[0], card)

    async def _press(self, person: str, card: Wire) -> None:
        done = await self.client.click(person, card["id"], offers(card)["nighthere"])
        assert done["state"] == "answered", done

    async def seated(self) -> None:
        """Wait until the round's tables have begun, and seat the people there."""
        query = (
            "select distinct s.table_id, t.phase from night_seats s "
            "left join tables t on t.id = s.table_id "
            "where s.round = (select round from nights)"
        )
        async with asyncio.timeout(60):
            while {phase for _, phase in self.sql(query)} != {"live"}:
                await asyncio.sleep(0.05)
        for table_id, _ in self.sql(query):
            people = self.sql("select user_id from seats where table_id = ?", table_id)
            mine = [str(user_id) for (user_id,) in people]
            rng = random.Random(table_id)
            one = Sitting(self.client, self.world, rng, people=mine, channel=self.channel)
            one.table = table_id
            one.tables.append(table_id)
            self.sittings.append(one)


async def killed(bot: Bot, client: Client) -> None:
    """Kill the bot, and start it again."""
    await bot.end(signal.SIGKILL)
    await bot.start()
    await client.ready(120)


async def test_night_goes_on_after_each_kill(tmp_path: Path) -> None:
    rng = random.Random(25)
    async with playground("--people", str(PEOPLE), "--no-limits") as client:
        async with running_bot(client, tmp_path) as bot:
            night = Night(client, await client.ready(), tmp_path / "shinrisen.sqlite3")
            await night.plan()
            for number in range(1, ROUNDS + 1):
                await night.check_in(number)
                # At the draw, or while the tables are opened.
                await asyncio.sleep(rng.uniform(0, 0.2))
                await killed(bot, client)
                await night.seated()
                tables = night.sittings[-PEOPLE // 2 :]
                await play(tables, rng.uniform(0.3, 1))
                await killed(bot, client)
                async with asyncio.timeout(120):
                    while not all(await play(tables, 1)):
                        pass
                # The round ends, and the next check-in or the podium is posted.
                await asyncio.sleep(rng.uniform(0, 0.2))
                await killed(bot, client)
            async with asyncio.timeout(100):
                while night.sql("select phase, said from nights") != [(OVER, stored.LAST)]:
                    await asyncio.sleep(0.1)
            seen = await client.messages(night.people[0], night.channel)
        assert "Traceback" not in bot.logged()
    async with open_store(tmp_path) as store:
        for one in night.sittings:
            await store.check_log(one.table)
        done = await stored.gathering(store.database, 1)
        assert done is not None
        tables_of = {one.table: (await store.table(one.table)).players for one in night.sittings}
    assert len(tables_of) == ROUNDS * PEOPLE // 2 == night.sql("select count(*) from tables")[0][0]
    pairs = Counter(frozenset(p.user_id for p in players) for players in tables_of.values())
    assert len(pairs) == len(tables_of), "all meet each other once"
    for chair in done.chairs:
        assert chair.table_id is not None
        sat = [Sat(p.user_id, p.rank, False) for p in tables_of[chair.table_id]]
        assert chair.points == award(sat)[chair.user_id]
    assert Counter(chair.user_id for chair in done.chairs) == dict.fromkeys(
        map(int, night.people), ROUNDS
    )
    own = [message for message in seen if words(message).startswith("## 🌙")]
    assert len(own) == ROUNDS + 1, "a check-in for each round, and a podium"
    assert f"🥇 **{ranking(done)[0].name}**" in words(own[-1])
