"""Clicks at many tables, with computers thinking at all of them and with none, in turn.

At each table sits one who clicks now and then what the newest hand offers; only these clicks are
measured. With computers, two of normal strength sit beside. Without, two people do: either they
choose as soon as computers would, so that the match goes on alike, or they never decide.
The stand-in and the people leave a processor to the bot, which has what is left of theirs too: to
draw and to think. What is drawn when it starts isn't counted, and it ends before those who never
decide are written to.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Literal

from rig.processes import Client, Wire, offered, playground

from .clicking import THINKING
from .filling import fill
from .places import places_of
from .process import ALL, apart, bot

TABLES = 200
SECONDS = 40.0
ROUNDS = 3
_SEATS = 3
# So many seconds after a click the others choose, as computers do.
_MOMENT = (1.0, 3.0)
# So long a start may take at most; who isn't heard of for two minutes is written to.
_START = 60.0

Others = Literal["people who never decide", "people", "computers"]


@dataclass
class Clicks:
    """What was found beside such others: by round the milliseconds until clicks were acknowledged;
    in all those that weren't within three seconds, and how many moves the others made."""

    others: Others
    rounds: list[list[float]] = field(default_factory=list)
    late: int = 0
    moves: int = 0

    def part(self, share: float) -> str:
        """What that share of clicks stay below: of all, and of the rounds the middle and spread."""
        each = [_part(ms, share) for ms in self.rounds if ms]
        of_all = _part([ms for one in self.rounds for ms in one], share)
        return f"{of_all:.1f} ms ({min(each):.0f}–{median(each):.0f}–{max(each):.0f})"

    def row(self) -> str:
        """As a row of a Markdown table."""
        clicks = sum(map(len, self.rounds))
        cells = [self.others, clicks, self.part(0.5), self.part(0.99), self.late, self.moves]
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| beside | clicks | acknowledged: p50 (rounds: least–middle–most) | p99 (the same) "
    "| answered late | moves of the others |\n|---|---|---|---|---|---|"
)


def _part(times: Sequence[float], share: float) -> float:
    return sorted(times)[int(len(times) * share)]


async def measure(
    tables: int = TABLES, seconds: float = SECONDS, rounds: int = ROUNDS
) -> list[Clicks]:
    """Beside all kinds of others, turn by turn."""
    every = [Clicks("people who never decide"), Clicks("people"), Clicks("computers")]
    apart()
    for _ in range(rounds):
        for found in every:
            await once(found, tables, seconds)
    return every


async def once(found: Clicks, tables: int, seconds: float) -> None:
    """One round beside such others."""
    async with playground("--people", str((tables + 1) * _SEATS), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            guild, places = await places_of(client)
            await fill(file, guild, places, tables, seats_each=_SEATS)
            # They sit by threes, from the fourth on.
            people = [str(place.user_id) for place in places[_SEATS:]]
            sitting = [people[at : at + _SEATS] for at in range(0, tables * _SEATS, _SEATS)]
            with closing(sqlite3.connect(file)) as db, db:
                if found.others == "computers":
                    _seat(db)
            async with bot(client, file, "bot", "run", core=ALL) as process:
                for first, *_ in sitting:
                    await client.dealt(first, 120)
                await process.rest(_START)
                found.rounds.append(await _click(client, sitting, found, seconds))
            with closing(sqlite3.connect(file)) as db:
                query = "select count(*) from moves where seat > 0 and at > 1000000"
                found.moves += db.execute(query).fetchone()[0]


def _seat(db: sqlite3.Connection) -> None:
    """Seat computers on all seats but the first."""
    others = "select user_id from seats where seat > 0"
    db.execute(f"delete from posts where reader in ({others})")
    db.execute("update seats set kind = 'normal', user_id = -100 - seat where seat > 0")


async def _click(
    client: Client, sitting: Sequence[Sequence[str]], found: Clicks, seconds: float
) -> list[float]:
    taken: list[float] = []
    end = time.perf_counter() + seconds

    async def other(person: str, rng: random.Random) -> None:
        await asyncio.sleep(rng.uniform(*_MOMENT))
        if time.perf_counter() < end:
            await _choose(client, person, rng)

    async def first(person: str, others: Sequence[str]) -> None:
        # The same pauses beside all.
        rng, whim = (random.Random(f"{person} {len(found.rounds)} {what}") for what in "ab")
        await asyncio.sleep(rng.random() * THINKING)
        async with asyncio.TaskGroup() as choosing:
            while time.perf_counter() < end:
                done = await _choose(client, person, whim)
                if done.get("state") == "failed":
                    found.late += 1
                elif "ms" in done:
                    taken.append(float(done["ms"]))
                if found.others == "people":
                    for one in others:
                        choosing.create_task(other(one, whim))
                pause = 2 * rng.random() * THINKING
                await asyncio.sleep(min(pause, max(0.1, end - time.perf_counter())))

    await asyncio.gather(*(first(person, others) for person, *others in sitting))
    return taken


async def _choose(client: Client, person: str, rng: random.Random) -> Wire:
    """Click any of the moves that the newest hand offers, if it does; how that went."""
    hand = await client.hand(person)
    moves = [(at, value) for at, value in offered(hand) if at.kind == "move"]
    if not moves:
        return {}
    at, value = rng.choice(moves)
    more = {} if value is None else {"values": [value]}
    return await client.click(person, hand["id"], str(at), **more)
