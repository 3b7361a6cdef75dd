"""A command that Discord carried out, though its answer was lost on the line."""

import asyncio
from pathlib import Path

from rig import LIMIT
from rig.processes import Client, Wire, buttons, words
from tests.examples import ALL_AT_ONCE

from .sittings import served


async def fail(client: Client, *routes: str) -> None:
    """Make each request on these routes fail in the way they name."""
    await client.post("/faults", share=1 if routes else 0, routes=routes)


async def open_table(client: Client, person: str, channel: str) -> Wire:
    """Open a table and return the message that is there."""
    await client.open(person, channel, ALL_AT_ONCE)
    [panel] = await client.messages(person, channel)
    return panel


async def test_table_whose_answer_is_lost_lives_or_shows_its_end(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "3", "--no-limits") as (client, _):
        world = await client.ready()
        person, other = world["people"][0]["id"], world["people"][1]
        here, channel = (channel["id"] for channel in world["channels"][:2])
        await fail(client, "callback:lost")
        panel = await open_table(client, person, here)
        await fail(client)
        done = await client.click(other["id"], panel["id"], buttons(panel)["Join"])
        assert other["name"] in words(done["message"])

        # No answer comes, so the table is cancelled. Its panel stays for now.
        await fail(client, "callback:lost", "webhook:unheard")
        panel = await open_table(client, person, channel)
        async with asyncio.timeout(LIMIT):
            while not any(r["method"] == "DELETE" for r in await client.get("/log")):
                await asyncio.sleep(0.05)
        await fail(client, "webhook:unheard")
        done = await client.click(person, panel["id"], buttons(panel)["Join"])
        assert done["state"] == "answered"
        [panel, *_] = await client.messages(person, channel)
        assert "Join" not in buttons(panel)
        assert "cancelled" in words(panel)
        await fail(client)
        async with asyncio.timeout(LIMIT):
            while panel["id"] in [m["id"] for m in await client.messages(person, channel)]:
                await asyncio.sleep(0.1)
