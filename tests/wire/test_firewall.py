"""A firewall before Discord that answers once with a page instead of JSON."""

from pathlib import Path

from rig.processes import buttons
from tests.examples import ALL_AT_ONCE

from .sittings import at_once, served


async def test_page_of_a_firewall_costs_no_direct_message(tmp_path: Path) -> None:
    await at_once(tmp_path, _behind, "html403", "html429")


async def _behind(folder: Path, page: str) -> None:
    async with served(folder, "--people", "3", "--no-limits") as (client, _):
        person, channel = client.people[0], client.channels[0]
        await client.open(person, channel, ALL_AT_ONCE)
        await client.hand(person)
        client.patient = True
        # The first draw of chance is below a half, the next two are above.
        await client.post("/faults", share=0.5, routes=[f"send:{page}"])
        before = len(await client.messages(person))
        mine = (await client.command(person, channel, "me"))["message"]
        done = await client.click(person, mine["id"], buttons(mine)["Get my data"])
        assert "It is in your direct messages." in str(done["message"])
        assert len(await client.messages(person)) == before + 1
