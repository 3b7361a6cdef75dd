"""A table in a thread that is archived or locked while the match goes on."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from rig.processes import Client, Wire, at, offered, playground, running_bot, words

from .sittings import Sitting


async def test_match_in_an_archived_thread_reopens_it(tmp_path: Path) -> None:
    async with playground("--people", "2") as client, running_bot(client, tmp_path) as bot:
        sitting = await _in_thread(client)
        old = await _panel(sitting, lambda panel: "Round 1" in words(panel))
        await client.post(f"/channels/{sitting.channel}/archive")
        async with asyncio.timeout(120):
            while not await sitting.play(5):
                pass
        new = await _panel(sitting, lambda panel: "the end" in words(panel))
        assert new["id"] != old["id"], "only a new message opens the thread"
        for person in sitting.people:
            assert "can't be shown" not in words(await client.hand(person))
        assert "Traceback" not in bot.logged()


async def test_hands_say_that_a_locked_thread_hides_the_panel(
    tmp_path: Path,
) -> None:
    async with playground("--people", "2") as client, running_bot(client, tmp_path) as bot:
        sitting = await _in_thread(client)
        panel = await _panel(sitting, lambda panel: "Round 1" in words(panel))
        await client.post(f"/channels/{sitting.channel}/archive", locked=True)
        for person in sitting.people:
            await client.dealt(person)
            await sitting.choose(person)
        for person in sitting.people:
            await _says(client, person, "can't be shown in its channel", there=True)
        refused = await client.click(sitting.people[0], panel["id"], at(panel, "hand"))
        assert refused["state"] == "failed", "Discord lets nobody answer there"
        assert any([offered(await client.hand(person)) for person in sitting.people])
        await client.post(f"/channels/{sitting.channel}/archive", archived=False)
        await _panel(sitting, lambda new: words(new) != words(panel))
        for person in sitting.people:
            await _says(client, person, "can't be shown in its channel", there=False)
        assert "Traceback" not in bot.logged()


async def _in_thread(client: Client) -> Sitting:
    """Start a match of two in a thread of the first channel."""
    world = await client.ready()
    channel = world["channels"][0]["id"]
    thread = await client.post("/channels", name="aside", parent=channel)
    sitting = Sitting(client, world, random.Random(1), channel=thread["id"])
    await sitting.start(rounds=1)
    return sitting


async def _panel(sitting: Sitting, wanted: Callable[[Wire], bool]) -> Wire:
    async with asyncio.timeout(30):
        while not wanted(panel := await sitting.panel()):
            await asyncio.sleep(0.05)
    return panel


async def _says(client: Client, person: str, text: str, *, there: bool) -> None:
    async with asyncio.timeout(30):
        while (text in words(await client.hand(person))) is not there:
            await asyncio.sleep(0.05)
