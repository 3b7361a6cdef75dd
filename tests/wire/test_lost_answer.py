"""A command that Discord carried out, though its answer was lost on the line."""

from functools import partial
from pathlib import Path

from rig.processes import Client, Wire, buttons, words
from rig.waits import found
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
        (person, other, _), (here, channel) = client.people, client.channels[:2]
        await fail(client, "callback:lost")
        panel = await open_table(client, person, here)
        await fail(client)
        done = await client.click(other, panel["id"], buttons(panel)["Join"])
        assert "Ben" in words(done["message"])

        # No answer comes, so the table is cancelled. Its panel stays for now.
        await fail(client, "callback:lost", "webhook:unheard")
        panel = await open_table(client, person, channel)
        await found(lambda: client.get("/log"), lambda log: "DELETE" in [r["method"] for r in log])
        await fail(client, "webhook:unheard")
        done = await client.click(person, panel["id"], buttons(panel)["Join"])
        assert done["state"] == "answered"
        [panel, *_] = await client.messages(person, channel)
        assert "Join" not in buttons(panel)
        assert "cancelled" in words(panel)
        await fail(client)
        seen = partial(client.messages, person, channel)
        await found(seen, lambda there: panel["id"] not in [m["id"] for m in there])
