"""Clicks in direct messages. They reach shard 0, but another process owns the table."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from rig import LIMIT
from rig.processes import Bot, Client, Wire, buttons, components, offered, playground, words

from ..examples import ALL_AT_ONCE
from .several import bots, names
from .sitting import Served
from .sittings import OPTIONS, Sitting
from .store import Store, agree, open_store


@dataclass
class Apart:
    """A match of two. `owner` has its server's shard, `front` gets the direct messages."""

    client: Client
    sitting: Sitting
    owner: Bot
    front: Bot
    keeping: Store
    database: Served

    def owned_by(self, bot: Bot) -> bool:
        """Return True if that process owns the table."""
        query = "select keeper from tables where id = ?"
        return self.database.ask(query, self.sitting.table) == [(names(bot)[-1],)]

    async def move(self) -> Wire:
        """Click another card than the chosen one in the first player's hand. Return the outcome."""
        person = self.sitting.people[0]
        hand = await self.sitting.hand(person)
        assert hand is not None
        free = [c for c in offered(hand) if f"Chosen: **{c[0].text}" not in words(hand)]
        address, value = free[0]
        return await self.sitting.click(person, hand["id"], address, value)


@asynccontextmanager
async def apart(folder: Path, address: str) -> AsyncIterator[Apart]:
    """Start a match whose owner gets no direct messages. Check the logs at the end."""
    async with playground("--people", "2", "--no-limits") as client:
        guild = int((await client.get("/world"))["guild"]["id"]) >> 22
        count = next(number for number in (2, 3, 5, 7, 11, 13) if guild % number)
        async with bots(client, folder, address, count=count) as running:
            sitting = Sitting(
                client,
                await client.ready(),
                random.Random(1),
                people=[person["id"] for person in (await client.get("/world"))["people"][:2]],
            )
            await sitting.start(**OPTIONS[ALL_AT_ONCE])
            async with open_store(address) as keeping:
                with closing(Served(address)) as database:
                    found = Apart(
                        client, sitting, running[guild % count], running[0], keeping, database
                    )
                    assert found.owned_by(found.owner)
                    await agree(keeping, [sitting])
                    yield found


async def test_click_in_a_direct_message_is_served_by_the_owner(
    tmp_path: Path, on_server: str
) -> None:
    async with apart(tmp_path, on_server) as at:
        done = await at.move()
        assert (done["state"], done["kind"]) == ("answered", "update")
        assert "Chosen: **" in words(done["message"])
        owner = names(at.owner)[-1]
        assert at.database.ask("select owner, taken_by from forwarded") == [(owner, owner)]
        await agree(at.keeping, [at.sitting])


async def test_click_after_the_owner_was_killed_is_answered(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at:
        await at.owner.end(signal.SIGKILL)
        at.client.patient = True
        done = await at.move()
        assert done["state"] == "answered", done
        assert len(await at.keeping.moves(at.sitting.table)) == 1
        assert not at.owned_by(at.owner)
        await agree(at.keeping, [at.sitting])


async def test_owner_that_wakes_up_too_late_changes_nothing(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at:
        os.kill(at.owner.pid, signal.SIGSTOP)
        at.client.patient = True
        try:
            done = await at.move()
        finally:
            os.kill(at.owner.pid, signal.SIGCONT)
        assert (done["state"], done["kind"]) == ("answered", "deferred"), done
        assert len(await at.keeping.moves(at.sitting.table)) == 1
        assert not at.owned_by(at.owner)
        # Commands in the server reach the former owner.
        shown = await at.client.act(at.sitting.people[1], await at.sitting.panel(), "hand")
        assert shown["state"] == "answered", shown
        await agree(at.keeping, [at.sitting])


async def test_commands_are_forwarded_to_the_owner(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at:
        client, sitting, owner = at.client, at.sitting, names(at.owner)[-1]
        front = names(at.front)[-1]
        # Another process owns the table, as after a takeover.
        change = "update tables set keeper = ?, epoch = epoch + 1 where keeper = ? returning epoch"
        assert at.database.ask(change, front, owner)
        async with asyncio.timeout(LIMIT):
            while (await at.move())["state"] != "answered":
                await asyncio.sleep(0.5)
        # The former owner notices the loss at its first write.
        panel = await sitting.panel()
        for kind, said in (("pause", "The match is paused"), ("resume", "Pause")):
            done = await client.act(sitting.people[0], panel, kind)
            shown = words(done["message"]) + "".join(buttons(done["message"]))
            assert said in shown
        hand = await client.act(sitting.people[0], panel, "hand")
        assert "Chosen: **" in words(hand["message"])
        asked = await client.act(sitting.people[1], panel, "leave")
        assert "Leave the match" in buttons(asked["message"])
        assert at.owned_by(at.front)
        await agree(at.keeping, [sitting])


async def test_deletion_covers_tables_of_other_processes(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at:
        person = at.sitting.people[1]
        at.client.patient = True
        mine = (await at.client.command(person, "dm", "me"))["message"]
        delete = buttons(mine)["Delete everything"]
        asked = await at.client.click(person, mine["id"], delete)
        yes = buttons(asked["message"])["Delete everything"]
        done = await at.client.click(person, asked["message"]["id"], yes)
        assert "Done" in words(done["message"])
        assert at.database.ask("select 1 from seats where user_id = ?", int(person)) == []


async def test_solo_match_goes_on_in_another_process(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at:
        client, person, channel = at.client, at.sitting.people[1], at.sitting.channel
        asked = await client.command(person, channel, "help")
        solo = next(
            part["custom_id"]
            for part in components(asked["message"]["components"])
            if ":solo:" in part.get("custom_id", "")
        )
        await client.click(person, asked["message"]["id"], solo, values=[ALL_AT_ONCE])
        async with asyncio.timeout(LIMIT):
            while not at.database.ask("select 1 from posts where table_id = 2"):
                await asyncio.sleep(0.1)
        posted = await client.messages(person, channel)
        await at.owner.end(signal.SIGKILL)
        client.patient = True
        messages = await client.messages(person)
        hand = next(m for m in reversed(messages) if offered(m) and offered(m)[0][0].table_id == 2)
        done = await client.click(person, hand["id"], str(offered(hand)[0][0]))
        assert done["state"] == "answered", done
        made = await at.keeping.moves(2)
        assert [seat for seat, _ in made].count(0) == 1
        assert at.database.ask("select reader from posts where table_id = 2") == [(int(person),)]
        public = [m for m in posted if not m["flags"] & 64]
        again = [m for m in await client.messages(person, channel) if not m["flags"] & 64]
        assert [m["id"] for m in again] == [m["id"] for m in public]
