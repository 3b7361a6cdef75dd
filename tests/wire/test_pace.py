"""Requests under limits: a refused route delays no other, new people are written to slowly."""

import asyncio
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from rig.processes import Client, at, words
from rig.waits import found
from tests.examples import ALL_AT_ONCE

from .sittings import counted, served

_OPENED = 12
"""Number of tables opened at once."""


async def test_refused_route_does_not_delay_others(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", str(_OPENED)) as (client, _):
        rooms = [await client.post("/channels", name=f"room-{n}") for n in range(_OPENED)]
        await client.post("/faults", share=0.5, kinds=["429"], routes=["dm"], wait=1.0)

        async def start(person: str, channel: str) -> None:
            opened = await client.open(person, channel, ALL_AT_ONCE, computers=3)
            panel = await client.announced(person, channel, opened)
            await client.click(person, panel["id"], at(panel, "start"))
            # Other messages push the panel up, so that it is posted again.
            for _ in range(10):
                await client.post(f"/{person}/say", channel=channel, text="hello")

        places = zip(client.people, rooms, strict=True)
        await asyncio.gather(*(start(person, room["id"]) for person, room in places))
        for person in client.people:
            await client.dealt(person)
        log = await client.get("/log")
    refused = Counter(r["path"] for r in log if r["status"] == 429)
    print(f"{len(counted(log))} counted requests, refused: {dict(refused)}")
    assert refused.keys() == {"/users/@me/channels"}


async def test_first_time_players_are_written_to_a_few_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHINRISEN_DIRECTS_PER_MINUTE", "20")
    async with served(tmp_path, "--people", "10") as (client, _):
        (host, *others), channel = client.people, client.channels[0]
        panel = (await client.open(host, channel, ALL_AT_ONCE))["message"]
        started = time.monotonic()
        for person in others:
            await client.click(person, panel["id"], at(panel, "join"))
        await client.click(host, panel["id"], at(panel, "start"))
        last = others[-1]
        await found(lambda: _private_hand(client, last, channel))
        await asyncio.sleep(max(0.0, started + 10 - time.monotonic()))
        log = await client.get("/log")
        assert await client.messages(last) == [], "the last is still waiting for theirs"
    opening = [r for r in log if r["method"] == "POST" and r["path"] == "/users/@me/channels"]
    assert 2 <= len(opening) <= 6


async def _private_hand(client: Client, person: str, channel: str) -> bool:
    """Return True if a person got an unrequested hand in the channel."""
    seen = await client.messages(person, channel)
    hands = [m for m in seen if m["ephemeral_for"] == person and "Choose a card" in words(m)]
    return bool(hands) and re.search(":move:", str(hands[-1]["components"])) is not None
