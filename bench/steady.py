"""Requests to Discord for many tables of three, with a click every four seconds.

All of Discord's limits apply. Counted requests fall under the global limit of fifty a second.
Answers to clicks and edits by their tokens don't. A hand is behind from the answer that first shows
a decision at its table until the hand shows that decision too.
"""

import asyncio
import random
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from rig.processes import Client, Wire, listening, offered, playground

from . import Row
from .clicking import shares
from .filling import fill, places_of
from .process import IDLE, Process, bot

TABLES = (10, 20, 40, 100)
SECONDS = 120.0
SEATS = 3
_THINKING = 2.0
"""Mean thinking time in seconds. Waiting for the slowest of three makes it four between clicks."""
_REST = 120.0
"""Time limit in seconds for all screens to become idle afterwards."""

HEAD = (
    *("tables", "clicks a second", "counted requests a second", "in the busiest second"),
    *("counted a move", "uncounted a move", "refused (429)", "clicks answered late"),
    *("hands behind: p50", "p99", "most", "never brought up", "at rest after"),
)


class Seen:
    """Decisions shown in hands, from the bot's requests."""

    def __init__(self) -> None:
        # The time of each reader's hand, by table and stage.
        self.shown = defaultdict[tuple[int, int], dict[str, float]](dict)
        self.newest, self.counted = dict[str, int](), Counter[int]()

    def hear(self, one: Wire) -> None:
        """Note a request, and the decisions of a hand."""
        if not one["path"].startswith(("/interactions/", "/webhooks/")):
            self.counted[int(one["at"])] += 1
        if one["status"] < 300 and (reader := one["reader"]) is not None:
            body = one["body"].get("data") or one["body"]
            for to, _ in offered(body):
                if to.kind == "move":
                    self.newest[reader] = max(to.stage, self.newest.get(reader, -1))
                    self.shown[to.table_id, to.stage].setdefault(reader, one["at"])

    def behind(self, since: float) -> tuple[list[float], int]:
        """Return the delays of hands, and the number of hands that never came.

        A decision of one seat alone has no delay.
        """
        delays, never = [], 0
        for shown in self.shown.values():
            begun, *others = shown.values()
            if others and begun >= since:
                delays += [later - begun for later in others]
                never += SEATS - len(shown)
        return delays, never


async def measure(count: int, seconds: float = SECONDS) -> Row:
    """Return the row of a number of tables."""
    async with playground("--people", str(count * SEATS)) as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            # The start's work doesn't count.
            await client.post("/limits", on=False)
            made = [(await client.post("/channels", name=f"room-{n}"))["id"] for n in range(count)]
            places = await places_of(client, made)
            await fill(file, client.guild, [places[n::count] for n in range(count)], drawn=False)
            sets = {"SHINRISEN_DATABASE": str(file), "SHINRISEN_REQUESTS_PER_SECOND": "45"}
            async with bot(client, sets, "bot", "run") as process:
                for person in client.people:
                    await client.dealt(person)
                await client.post("/limits", on=True)
                return await _row(client, process, seconds)


async def _row(client: Client, process: Process, seconds: float) -> Row:
    seen, clicks, people = Seen(), Counter[str](), client.people
    async with listening(client, seen.hear):
        seen.counted.clear()
        before, started = await client.get("/counts"), time.time()
        await asyncio.gather(*(_click(client, p, seen, clicks, started + seconds) for p in people))
        ended = time.time()
        await process.rest(_REST)
    rest = max(0.0, time.time() - ended - IDLE)
    after = await client.get("/counts")
    made = sum(clicks.values())
    counted, uncounted = ((after[one] - before[one]) / made for one in ("counted", "uncounted"))
    within = [number for second, number in seen.counted.items() if second < ended]
    delays, never = seen.behind(started)
    half, almost, most = shares(delays, 0.5, 0.99, 1.0)
    return (
        *(len(people) // SEATS, f"{made / seconds:.1f}", f"{sum(within) / (ended - started):.1f}"),
        *(max(within, default=0), f"{counted:.2f}", f"{uncounted:.2f}"),
        *(after["refused"] - before["refused"], clicks["failed"]),
        *(f"{half:.2f} s", f"{almost:.1f} s", f"{most:.1f} s", never, f"{rest:.0f} s"),
    )


async def _click(client: Client, person: str, seen: Seen, clicks: Counter[str], end: float) -> None:
    """Decide by the newest hand at each new decision, until the end."""
    rng, decided = random.Random(person), -1
    while time.time() < end:
        if seen.newest.get(person, -1) <= decided:
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(min(rng.expovariate(1 / _THINKING), max(0.0, end - time.time())))
        hand = (await client.directs(person, last=4))[-1:]
        if found := [to for shown in hand for to, _ in offered(shown) if to.kind == "move"]:
            address = rng.choice(found)
            done = await client.click(person, hand[0]["id"], address)
            if "error" not in done:
                decided = address.stage
                clicks[done["state"]] += 1
