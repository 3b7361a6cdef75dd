"""Two people who click *Rematch* at the same time, with a real process."""

import asyncio
import random
from pathlib import Path

from bot.wire.ui import Address
from rig.processes import Client, Wire, buttons, playground, running_bot, words
from tests.examples import ALL_AT_ONCE

from .sittings import Sitting


async def test_two_rematch_clicks_at_once_start_one_match(tmp_path: Path) -> None:
    async with playground("--people", "2") as client, running_bot(client, tmp_path):
        world = await client.ready()
        sitting = Sitting(client, world, random.Random(1))
        await _start(client, sitting)
        async with asyncio.timeout(120):
            while not await sitting.play(5):
                pass
        panel = await _panel(client, sitting, "the end")
        at = buttons(panel)["Rematch"]
        await asyncio.gather(*[client.click(who, panel["id"], at) for who in sitting.people])
        await _panel(client, sitting, "Round 1")
        seen = await client.messages(sitting.people[0], sitting.channel)
        shown = [m for m in seen if m["author"].get("bot") and m["ephemeral_for"] is None]
        assert len(shown) == 2, "the end of the first match, and one panel of the second"


async def _start(client: Client, sitting: Sitting) -> None:
    ana, ben = sitting.people
    opened = (await client.command(ana, sitting.channel, f"{ALL_AT_ONCE} play", rounds=1))[
        "message"
    ]
    await client.click(ben, opened["id"], buttons(opened)["Join"])
    joined = await sitting.panel()
    address = Address.parse(buttons(joined)["Start"])
    assert address is not None
    sitting.table = address.table_id
    await client.click(ana, joined["id"], str(address))


async def _panel(client: Client, sitting: Sitting, text: str) -> Wire:
    async with asyncio.timeout(30):
        while text not in words(panel := await sitting.panel()):
            await asyncio.sleep(0.1)
    return panel
