"""Clicks at many tables, with computers thinking at all of them and with none, in turn.

At each table sits one who clicks now and then what the newest hand offers. With computers, two of
normal strength sit beside, and each click lets both think; without, two people who never decide.
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

from tests.wire.processes import Client, playground
from tests.wire.sittings import offered

from .clicking import THINKING
from .filling import Place, fill
from .places import places_of
from .process import bot

TABLES = 200
SECONDS = 60.0
ROUNDS = 3
_SEATS = 3


@dataclass
class Clicks:
    """Milliseconds until clicks were acknowledged, those not within three seconds, and how many
    moves computers made."""

    ms: list[float] = field(default_factory=list)
    late: int = 0
    thought: int = 0

    def row(self, name: str) -> str:
        """As a row of a Markdown table."""
        taken = sorted(self.ms) or [float("nan")]
        p50, p99 = (taken[int(len(taken) * share)] for share in (0.5, 0.99))
        cells = [name, len(self.ms), f"{p50:.1f} ms", f"{p99:.1f} ms", self.late, self.thought]
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "| at each table | clicks | acknowledged: p50 | p99 | answered late | moves of computers |\n"
    "|---|---|---|---|---|---|"
)


async def measure(
    tables: int = TABLES, seconds: float = SECONDS, rounds: int = ROUNDS
) -> tuple[Clicks, Clicks]:
    """Without computers and with them, turn by turn."""
    without, beside = Clicks(), Clicks()
    for _ in range(rounds):
        for found in (without, beside):
            await _once(found, tables, seconds, computers=found is beside)
    return without, beside


async def _once(found: Clicks, tables: int, seconds: float, *, computers: bool) -> None:
    async with playground("--people", str((tables + 1) * _SEATS), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "shinrisen.sqlite3"
            guild, places = await places_of(client)
            await fill(file, guild, places, tables, seats_each=_SEATS)
            # The first of each table; people sit by threes, from the fourth on.
            clickers = places[_SEATS::_SEATS][:tables]
            with closing(sqlite3.connect(file)) as db, db:
                if computers:
                    _seat(db)
            async with bot(client, file, "bot", "run"):
                for place in clickers:
                    await client.dealt(str(place.user_id), 120)
                await _click(client, clickers, found, seconds)
            with closing(sqlite3.connect(file)) as db:
                query = "select count(*) from moves where seat > 0 and at > 1000000"
                found.thought += db.execute(query).fetchone()[0]


def _seat(db: sqlite3.Connection) -> None:
    """Seat computers on all seats but the first."""
    others = "select user_id from seats where seat > 0"
    db.execute(f"delete from posts where reader in ({others})")
    db.execute("update seats set kind = 'normal', user_id = -100 - seat where seat > 0")


async def _click(client: Client, clickers: Sequence[Place], found: Clicks, seconds: float) -> None:
    end = time.perf_counter() + seconds

    async def one(person: str) -> None:
        rng = random.Random(person)
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
                    found.ms.append(float(done["ms"]))
            await asyncio.sleep(
                min(2 * rng.random() * THINKING, max(0.1, end - time.perf_counter()))
            )

    await asyncio.gather(*(one(str(place.user_id)) for place in clickers))
