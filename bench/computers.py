"""Clicks at many tables, with computers thinking at all of them and with none, in turn.

At each table sits one who clicks now and then what the newest hand offers. With computers, two of
normal strength sit beside, and each click lets both think; without, two people who never decide.
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

from tests.wire.processes import Client, playground
from tests.wire.sittings import offered

from .clicking import THINKING
from .filling import fill
from .places import places_of
from .process import ALL, apart, bot

TABLES = 200
SECONDS = 40.0
ROUNDS = 4
_SEATS = 3
# So long a start may take at most; who isn't heard of for two minutes is written to.
_START = 60.0


@dataclass
class Clicks:
    """What was found of one of the two: by round the milliseconds until clicks were acknowledged;
    in all those that weren't within three seconds, and how many moves computers made."""

    name: str
    rounds: list[list[float]] = field(default_factory=list)
    late: int = 0
    thought: int = 0

    def part(self, share: float) -> str:
        """What that share of clicks stay below: of all, and of the rounds the middle and spread."""
        each = [_part(ms, share) for ms in self.rounds if ms]
        of_all = _part([ms for one in self.rounds for ms in one], share)
        return f"{of_all:.1f} ms ({min(each):.0f}–{median(each):.0f}–{max(each):.0f})"

    def row(self) -> str:
        """As a row of a Markdown table."""
        clicks = sum(map(len, self.rounds))
        cells = [self.name, clicks, self.part(0.5), self.part(0.99), self.late, self.thought]
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| at each table | clicks | acknowledged: p50 (rounds: least–middle–most) | p99 (the same) "
    "| answered late | moves of computers |\n|---|---|---|---|---|---|"
)


def _part(times: Sequence[float], share: float) -> float:
    return sorted(times)[int(len(times) * share)]


async def measure(
    tables: int = TABLES, seconds: float = SECONDS, rounds: int = ROUNDS
) -> tuple[Clicks, Clicks]:
    """Without computers and with them, turn by turn."""
    without, beside = Clicks("people only"), Clicks("with computers")
    apart()
    for _ in range(rounds):
        for found in (without, beside):
            await once(found, tables, seconds, computers=found is beside)
    return without, beside


async def once(found: Clicks, tables: int, seconds: float, *, computers: bool) -> None:
    """One round of one of the two."""
    async with playground("--people", str((tables + 1) * _SEATS), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            guild, places = await places_of(client)
            await fill(file, guild, places, tables, seats_each=_SEATS)
            # The first of each table; people sit by threes, from the fourth on.
            clickers = [str(place.user_id) for place in places[_SEATS::_SEATS][:tables]]
            with closing(sqlite3.connect(file)) as db, db:
                if computers:
                    _seat(db)
            async with bot(client, file, "bot", "run", core=ALL) as process:
                for person in clickers:
                    await client.dealt(person, 120)
                await process.rest(_START)
                found.rounds.append(await _click(client, clickers, found, seconds))
            with closing(sqlite3.connect(file)) as db:
                query = "select count(*) from moves where seat > 0 and at > 1000000"
                found.thought += db.execute(query).fetchone()[0]


def _seat(db: sqlite3.Connection) -> None:
    """Seat computers on all seats but the first."""
    others = "select user_id from seats where seat > 0"
    db.execute(f"delete from posts where reader in ({others})")
    db.execute("update seats set kind = 'normal', user_id = -100 - seat where seat > 0")


async def _click(
    client: Client, clickers: Sequence[str], found: Clicks, seconds: float
) -> list[float]:
    taken: list[float] = []
    end = time.perf_counter() + seconds

    async def one(person: str) -> None:
        # The same pauses in both.
        rng = random.Random(f"{person} {len(found.rounds)}")
        await asyncio.sleep(rng.random() * THINKING)
        while time.perf_counter() < end:
            hand = await client.hand(person)
            moves = [(at, value) for at, value in offered(hand) if at.kind == "move"]
            if moves:
                at, value = rng.choice(moves)
                more = {} if value is None else {"values": [value]}
                done = await client.click(person, hand["id"], str(at), **more)
                if done.get("state") == "failed":
                    found.late += 1
                elif "ms" in done:
                    taken.append(float(done["ms"]))
            pause = 2 * rng.random() * THINKING
            await asyncio.sleep(min(pause, max(0.1, end - time.perf_counter())))

    await asyncio.gather(*map(one, clickers))
    return taken
