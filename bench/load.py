"""Many tables in one bot: memory per table, duration of a restart, cost of a move.

Three processes run: the stand-in, the bot on a processor of its own, and the people here.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rig.processes import Client, playground

from .clicking import Figure, at_once, click, each
from .filling import Sitting, fill
from .places import places_of
from .process import Process, apart, bot

MANY = 1_000
TABLES = (10, 1_000, 5_000)
_FEW = 10


@dataclass
class Load:
    """All figures, by number of tables."""

    # Seconds from the process's start to its first answer, by live matches.
    ready: dict[int, float] = field(default_factory=dict)
    bare_ready: float = 0.0
    # Bytes per live table.
    table: float = 0.0
    # Clicks of ten players, by tables in memory.
    moves: dict[int, Figure] = field(default_factory=dict)


async def measure(seconds: float = 3.0) -> Load:
    """Measure everything, in about three minutes."""
    found = Load()
    own = apart()
    async with playground("--people", str(MANY), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            found.bare_ready = await _bare_ready(client, folder, own)
            guild, places = await places_of(client)
            for tables in TABLES:
                file = folder / f"{tables}.sqlite3"
                sittings = await fill(file, guild, places, tables)
                async with bot(client, file, "bot", "run", core=own, pictures=False) as process:
                    found.ready[tables] = await _ready(client, process, sittings[-1])
                    await _ours(client, process, sittings, found, seconds)
    return found


async def _bare_ready(client: Client, folder: Path, core: int) -> float:
    """Return the seconds until the bare bot with a database answers first."""
    world, arguments = await client.get("/world"), ("bench.bare_bot", str(folder / "bare.sqlite3"))
    async with bot(client, folder / "unused", *arguments, core=core) as process:
        await client.command(world["people"][0]["id"], world["channels"][0]["id"], "bare")
        return time.perf_counter() - process.started


async def _ours(
    client: Client, process: Process, sittings: Sequence[Sitting], found: Load, seconds: float
) -> None:
    """Measure with all these tables live and in memory."""
    few, before = sittings[:_FEW], 0
    if len(sittings) == TABLES[-1]:
        # Memory allocated once by the first clicks must not count for the tables.
        await each(client, sittings[:MANY])
        before = process.memory()
    await each(client, sittings)
    if before:
        found.table = (process.memory() - before) / (len(sittings) - MANY)
    found.moves[len(sittings)] = await at_once(client, process, few, seconds)


async def _ready(client: Client, process: Process, sitting: Sitting) -> float:
    """Return the seconds from the process's start to its first answered move."""
    async with asyncio.timeout(60):
        while await click(client, sitting) is None:
            pass
    return time.perf_counter() - process.started


def lines(found: Load) -> list[str]:
    """Return rows of a Markdown table: figure, ours, reference, ratio."""
    rows = []
    for tables, ready in found.ready.items():
        what = f"ready after a restart with {tables:,} live matches"
        rows.append(_row(what, ready, found.bare_ready, "bare, with none", "{:.1f} s"))
    rows.append(f"| memory a live table | {found.table / 1000:.1f} kB | | |")
    first, *more = found.moves.items()
    for tables, moves in more:
        few = f"with {first[0]:,}"
        live = f"{tables:,} tables live"
        rows += [
            _row(f"processor time a move, {live}", moves.cpu, first[1].cpu, few, "{:.2f} ms"),
            _row(f"acknowledged: p50, {live}", moves.p50, first[1].p50, few, "{:.1f} ms"),
        ]
    return rows


def _row(what: str, ours: float, bare: float, name: str, form: str) -> str:
    return f"| {what} | {form.format(ours)} | {form.format(bare)} ({name}) | {ours / bare:.2f} |"
