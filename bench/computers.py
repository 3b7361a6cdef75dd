"""Answer times at many tables, with and without thinking computers.

At each table one player clicks at random times, and only these clicks are measured. Two computers
of normal strength play too, or two people, who choose as quickly as computers or never decide. The
bot has a processor of its own and shares the others with stand-in and people. The start's drawings
don't count. The run ends before the bot reminds idle players.
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
# Range of seconds until the other players choose, as computers do.
_MOMENT = (1.0, 3.0)
# Time limit for the start in seconds. The bot reminds idle players after two minutes.
_START = 60.0

Others = Literal["people who never decide", "people", "computers"]


@dataclass
class Clicks:
    """Answer times beside one kind of other players.

    `rounds` lists ms per click. `late` counts clicks without an answer within three seconds.
    `moves` counts the others' moves.
    """

    others: Others
    rounds: list[list[float]] = field(default_factory=list)
    late: int = 0
    moves: int = 0

    def part(self, share: float) -> str:
        """Return this quantile of all clicks, and its range and median over the rounds."""
        each = [_part(ms, share) for ms in self.rounds if ms]
        of_all = _part([ms for one in self.rounds for ms in one], share)
        return f"{of_all:.1f} ms ({min(each):.0f}–{median(each):.0f}–{max(each):.0f})"

    def row(self) -> str:
        """Return this as a row of a Markdown table."""
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
    """Measure beside each kind of other players, in turn."""
    every = [Clicks("people who never decide"), Clicks("people"), Clicks("computers")]
    apart()
    for _ in range(rounds):
        for found in every:
            await once(found, tables, seconds)
    return every


async def once(found: Clicks, tables: int, seconds: float) -> None:
    """Measure one round."""
    async with playground("--people", str((tables + 1) * _SEATS), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            guild, places = await places_of(client)
            await fill(file, guild, places, tables, seats_each=_SEATS)
            # Table 1 seats the places 3, 4 and 5.
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
    """Give all seats except the first to computers."""
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
        # Equal pauses for all kinds of others.
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
    """Click a random move of the newest hand and return the result, or {} without a move."""
    hand = await client.hand(person)
    moves = [(at, value) for at, value in offered(hand) if at.kind == "move"]
    if not moves:
        return {}
    at, value = rng.choice(moves)
    more = {} if value is None else {"values": [value]}
    return await client.click(person, hand["id"], str(at), **more)
