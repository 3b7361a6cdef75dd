"""Clicks in direct messages. They reach shard 0, but another process owns the table."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from rig.processes import Bot, Client, Wire, buttons, offered, playground, words
from rig.waits import until

from ..examples import ALL_AT_ONCE
from .databases import Served
from .several import beside, bots, one
from .sittings import OPTIONS, Sitting, sat
from .store import Store, agree, open_store


@dataclass
class Apart:
    """A match of two. `owner` has its server's shard, the first of those `running` another one."""

    client: Client
    sitting: Sitting
    owner: Bot
    running: list[Bot]
    keeping: Store
    database: Served

    async def move(self) -> Wire:
        """Click another card than the chosen one in the first player's hand. Return the outcome."""
        person = self.sitting.people[0]
        hand = await self.sitting.hand(person)
        assert hand is not None
        free = [c for c in offered(hand) if f"Chosen: **{c[0].text}" not in words(hand)]
        return await self.sitting.click(person, hand["id"], *free[0])


@asynccontextmanager
async def apart(folder: Path, address: str) -> AsyncIterator[Apart]:
    """Start a match whose owner gets no direct messages. Check the logs at the end."""
    async with playground("--people", "2", "--no-limits") as client:
        guild = client.guild >> 22
        count = next(number for number in (2, 3, 5, 7, 11, 13) if guild % number)
        async with bots(client, folder, address, count=count) as running:
            sitting = await sat(client, **OPTIONS[ALL_AT_ONCE])
            async with open_store(address) as keeping:
                with closing(Served(address)) as database:
                    await agree(keeping, [sitting])
                    owner = running[guild % count]
                    yield Apart(client, sitting, owner, running, keeping, database)


async def test_click_hops_is_refused_or_served_by_a_standby(tmp_path: Path, on_server: str) -> None:
    async with apart(tmp_path, on_server) as at, AsyncExitStack() as stack:
        done = await at.move()
        assert (done["state"], done["kind"]) == ("answered", "update")
        assert "Chosen: **" in words(done["message"])
        assert at.database.ask("select data from clicks where shard >= 0") == [(None,)]
        await agree(at.keeping, [at.sitting])

        # The table has no owner.
        at.client.patient = True
        await at.owner.end(signal.SIGKILL)
        done = await at.move()
        assert "can't be saved" in words(done["message"])
        at.owner.begin()
        await at.client.connected(len(at.running))
        await agree(at.keeping, [at.sitting])
        await _served(at, moves=2)

        # The owner sleeps. Once it wakes up, it ends, and its supervisor starts it as a standby.
        shard, count = at.running.index(at.owner), len(at.running)
        made = one(at.client, tmp_path, on_server, shard, count, "-standby")
        standby = await beside(stack, made)
        os.kill(at.owner.pid, signal.SIGSTOP)
        try:
            await standby.says(f"holds the shards {shard}")
            await _served(at, moves=3)
        finally:
            os.kill(at.owner.pid, signal.SIGCONT)
        assert await at.owner.ended() == 1
        shown = await at.client.act(at.sitting.people[1], await at.sitting.panel(), "hand")
        assert shown["state"] == "answered", shown
        at.owner.begin()
        await at.owner.says("waits for the process that holds shard")

        # Its standby is killed. Features look at what they have missed.
        at.database.ask("update servers set gone_at = extract(epoch from now()) returning 1")
        await standby.end(signal.SIGKILL)
        await _served(at, moves=4)
        await until(lambda: not at.database.ask("select 1 from servers where gone_at > 0"))
        await _delete(at, at.sitting.people[1])


async def _served(at: Apart, moves: int) -> None:
    """Click. The move is then stored once, and shown to all."""
    done = await at.move()
    assert done["state"] == "answered", done
    assert len(await at.keeping.moves(at.sitting.table)) == moves
    await agree(at.keeping, [at.sitting])


async def _delete(at: Apart, person: str) -> None:
    """Delete a person's data, also from the table of another process."""
    mine = (await at.client.command(person, "dm", "me"))["message"]
    delete = buttons(mine)["Delete everything"]
    asked = await at.client.click(person, mine["id"], delete)
    yes = buttons(asked["message"])["Delete everything"]
    done = await at.client.click(person, asked["message"]["id"], yes)
    assert "Done" in words(done["message"])
    assert at.database.ask("select 1 from seats where user_id = ?", int(person)) == []
