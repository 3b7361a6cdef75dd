"""The bot on a machine whose clock is two hours fast or slow."""

import asyncio
from pathlib import Path

from rig.processes import playground, running_bot

from .sittings import at_once, counted, sat
from .starting import chosen


async def test_wrong_clock_makes_no_new_messages(tmp_path: Path) -> None:
    await at_once(tmp_path, _quiet, 7200, -7200)


async def _quiet(folder: Path, behind: int) -> None:
    async with playground("--people", "3", "--no-limits") as client:
        await client.post("/clock", behind=behind)
        async with running_bot(client, folder) as bot:
            sitting = await sat(client)
            for person in sitting.people:
                await client.dealt(person)
            # The start posts the panel again.
            await asyncio.sleep(1)
            before = len(await client.get("/log"))
            for _ in range(8):
                await chosen(sitting)
            await asyncio.sleep(1)
            log = counted((await client.get("/log"))[before:])
            assert [r for r in log if r["method"] == "POST"] == []
            said = "7200 s fast" if behind > 0 else "7200 s slow"
            assert bot.logged().count(said) == 1
