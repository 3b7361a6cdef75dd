"""Many tables of people, opened by commands at the same time.

Everyone has had a direct message before: opening those channels has a slow limit of its own.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import insert

from bot.storage import Database
from bot.storage.schema import directs
from rig.processes import Client, Wire, at, buttons

from .filling import GAME, Place

_COMING = 5.0
"""Mean seconds until a person presses *Join*, and the host *Start* after the last one."""
_SECONDS = 10.0
"""Seconds until a person without a panel tries again."""


async def know(file: Path, places: Sequence[Place]) -> None:
    """Create a database that knows everyone's direct channel."""
    database = await Database.open(file)
    try:
        rows = [{"user_id": one.user_id, "channel_id": one.direct_id} for one in places]
        async with database.begin() as db:
            await db.execute(insert(directs), rows)
    finally:
        await database.close()


async def opened(client: Client, people: Sequence[str], channel: str) -> list[Wire]:
    """Open a table within a second, seat the people, start, and return the answers."""
    host, *others = people
    rng = random.Random(channel)
    await asyncio.sleep(rng.random())
    done, panel = [], None
    while panel is None:
        done.append(await client.command(host, channel, f"{GAME.key} play"))
        panel = await _panel(client, host, channel)

    async def press(person: str, kind: str, panel: Wire = panel) -> Wire:
        await asyncio.sleep(rng.expovariate(1 / _COMING))
        return await client.click(person, panel["id"], at(panel, kind))

    done += await asyncio.gather(*(press(person, "join") for person in others))
    return [*done, await press(host, "start")]


async def _panel(client: Client, host: str, channel: str) -> Wire | None:
    """Return the panel of the channel's only table, or None if it wasn't opened.

    The command's answer may have been deferred.
    """
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        for seen in reversed(await client.messages(host, channel, last=3)):
            if buttons(seen):
                return seen
        await asyncio.sleep(0.05)
    return None
