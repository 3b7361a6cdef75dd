"""Discord's limits under many clicks: edits coalesce, answers never wait behind them."""

import asyncio
import os
import random
import re
from collections import Counter
from pathlib import Path

from rig.processes import Client, Wire, offered

from .sittings import Sitting, served
from .store import agree, open_store

SOAK = bool(os.environ.get("SHINRISEN_SOAK"))
SECONDS = 60.0 if SOAK else 4.0
_EDIT = re.compile(r"/channels/\d+/messages/(\d+)")
# Edits by a click's interaction token aren't counted.
_KEYED = re.compile(r"/webhooks/\d+/TOKEN/messages/@original")
# Edits per seconds in a channel, as Discord and the playground allow.
_EDITS, _PER = 5, 5.0


async def _sit_down(client: Client, first: int) -> Sitting:
    """Start a long match of ten people from that one on, and wait for their hands."""
    sitting = Sitting(client, random.Random(1), people=client.people[first : first + 10])
    await sitting.start(target=200)
    for person in sitting.people:
        await client.dealt(person)
    return sitting


async def _click_fast(sitting: Sitting, seconds: float) -> list[float]:
    """Choose and change as all players without delay. Return the sorted answer times in ms."""
    taken, now = list[float](), asyncio.get_running_loop().time
    end = now() + seconds

    async def one(person: str) -> None:
        while now() < end:
            hand = await sitting.hand(person)
            assert hand is not None
            if found := offered(hand):
                done = await sitting.click(person, hand["id"], *sitting.rng.choice(found))
                # The hand may change between reading and clicking.
                if "error" not in done:
                    assert done["state"] == "answered", done
                    taken.append(done["ms"])
            await asyncio.sleep(0.02)

    await asyncio.gather(*(one(person) for person in sitting.people))
    return sorted(taken)


async def _edits(client: Client, since: int = 0) -> list[Wire]:
    """Return the bot's message edits since that request number."""
    log: list[Wire] = await client.get("/log")
    found = [r for r in log[since:] if r["method"] == "PATCH"]
    return [r for r in found if _EDIT.fullmatch(r["path"]) or _KEYED.fullmatch(r["path"])]


async def test_busy_match_keeps_limits_and_answers_first(tmp_path: Path) -> None:
    async with served(tmp_path, "--people", "20") as (client, _):
        await _edits_within_the_limit(client, await _sit_down(client, 0), tmp_path)
        await client.post("/limits", on=False)
        await _answers_never_wait_behind_edits(client, await _sit_down(client, 10), tmp_path)


async def _edits_within_the_limit(client: Client, sitting: Sitting, folder: Path) -> None:
    seen = len(await client.get("/log"))
    started = asyncio.get_running_loop().time()
    taken = await _click_fast(sitting, SECONDS)
    stopped = len(await client.get("/log"))
    async with open_store(folder) as store:
        await agree(store, [sitting], 60)
    seconds = asyncio.get_running_loop().time() - started
    await asyncio.sleep(2)
    edits = [r for r in await _edits(client, seen) if r["status"] == 200]
    counted = Counter(r["path"] for r in edits if _EDIT.fullmatch(r["path"]))
    after = [r for r in await _edits(client, stopped) if r["status"] == 200]
    refused = [r for r in await client.get("/log") if r["status"] == 429]
    print(f"{len(taken)} clicks in {SECONDS:.0f} s, {len(edits)} edits, {len(refused)} × 429")
    print(f"counted by message {sorted(counted.values())}, after the last click {len(after)}")
    assert len(taken) > 5 * SECONDS
    assert max(counted.values(), default=0) <= _EDITS * (seconds / _PER + 1)
    assert counted.total() < len(taken) / 3, "the tokens of the clicks do most of it"
    # Ten hands and a panel: the edit in flight and the newest state, no queue.
    assert len(after) <= 2 * 11
    assert not refused, "the limits are kept, not run against"


async def _answers_never_wait_behind_edits(client: Client, sitting: Sitting, folder: Path) -> None:
    routes = ["edit", "send", "webhook"]
    await client.post("/faults", share=0.9, kinds=["429", "global"], routes=routes, wait=5.0)
    taken = await _click_fast(sitting, SECONDS)
    log = await client.get("/log")
    await client.post("/faults", share=0)
    async with open_store(folder) as store:
        await agree(store, [sitting], 60)
    assert taken, "no click was answered"
    p50, p99 = taken[len(taken) // 2], taken[int(len(taken) * 0.99)]
    limited = sum(r["status"] == 429 for r in log)
    print(f"{len(taken)} clicks with {limited} × 429: p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    assert limited, "otherwise nothing was shown"
    assert p99 < 2500, "an answer waited as an edit has to"
