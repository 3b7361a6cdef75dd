"""Many tables in one bot: how fast moves are, what a table weighs, how soon a restart is over.

Three processes: the stand-in, the bot, and the people clicking here. A move is a button clicked:
it is judged, stored safe against a power cut, and answered with the changed hand. Beside it, in
the same run, two bots that only edit the message clicked, one of which stores a row first.
"""

import asyncio
import itertools
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.wire.processes import Client, playground

from .clicking import Figure, at_once, click, each, thinking
from .filling import Sitting, fill
from .places import places_of
from .process import Process, bot

PLAYERS = (1, 10, 100)
MANY = 1_000
TABLES = (10, 1_000, 10_000)
_FEW = 10


@dataclass
class Load:
    """What was found. Figures by number of players, or of tables."""

    ours: dict[int, Figure] = field(default_factory=dict)
    edits: dict[int, Figure] = field(default_factory=dict)
    stores: dict[int, Figure] = field(default_factory=dict)
    # Seconds from the start of the process to the first click answered, by live matches.
    ready: dict[int, float] = field(default_factory=dict)
    bare_ready: float = 0.0
    # Bytes a live table.
    table: float = 0.0
    # A move of ten players, by tables in memory.
    moves: dict[int, Figure] = field(default_factory=dict)


async def measure(seconds: float = 3.0) -> Load:
    """All of it, in about five minutes."""
    found = Load()
    async with playground("--people", str(MANY), "--no-limits") as client:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            await _bare(client, found.edits, seconds, folder)
            found.bare_ready = await _bare(
                client, found.stores, seconds, folder, str(folder / "bare.sqlite3")
            )
            guild, places = await places_of(client)
            for tables in TABLES:
                file = folder / f"{tables}.sqlite3"
                sittings = await fill(file, guild, places, tables)
                async with bot(client, file, "bot", "run") as process:
                    found.ready[tables] = await _ready(client, process, sittings[-1])
                    await _ours(client, process, sittings, found, seconds)
    return found


async def _bare(
    client: Client, found: dict[int, Figure], seconds: float, folder: Path, *arguments: str
) -> float:
    """Measure a bare bot; returns the seconds until it answered first."""
    world = await client.get("/world")
    channel = world["channels"][0]["id"]

    async def sit(user: str) -> Sitting:
        shown = await client.command(user, channel, "bare")
        return Sitting(user, shown["message"]["id"], itertools.repeat("count"))

    async with bot(client, folder / "unused", "bench.bare_bot", *arguments) as process:
        users = [person["id"] for person in world["people"]]
        sittings = [await sit(users[0])]
        ready = time.perf_counter() - process.begun
        sittings += [await sit(user) for user in users[1:]]
        await _players(client, process, sittings, found, seconds)
    return ready


async def _players(
    client: Client,
    process: Process,
    sittings: Sequence[Sitting],
    found: dict[int, Figure],
    seconds: float,
) -> None:
    for players in PLAYERS:
        found[players] = await at_once(client, process, sittings[:players], seconds)
    found[MANY] = await thinking(client, process, sittings[:MANY], 4 * seconds)


async def _ours(
    client: Client, process: Process, sittings: Sequence[Sitting], found: Load, seconds: float
) -> None:
    """Measure with so many tables live, all of them in memory."""
    few, before = sittings[:_FEW], 0
    if len(sittings) == TABLES[-1]:
        # What the first clicks need once and for all is not to be counted with the tables.
        await each(client, sittings[:MANY])
        before = process.memory()
    await each(client, sittings)
    if before:
        found.table = (process.memory() - before) / (len(sittings) - MANY)
    if len(sittings) == MANY:
        await _players(client, process, sittings, found.ours, seconds)
    found.moves[len(sittings)] = await at_once(client, process, few, seconds)


async def _ready(client: Client, process: Process, sitting: Sitting) -> float:
    """Seconds from the start of the process to the first move that it answered."""
    async with asyncio.timeout(60):
        while await click(client, sitting) is None:
            pass
    return time.perf_counter() - process.begun


def clicks(found: Load) -> list[str]:
    """Clicks by so many players as rows of a Markdown table: beside the two bare bots."""
    rows = []
    for players, ours in found.ours.items():
        who = "1 player" if players == 1 else f"{players:,} players"
        who += " with time to think" if players == MANY else ""
        edits, stores = found.edits[players], found.stores[players]
        for what, form, name in (
            ("moves a second", "{:,.0f}", "rate"),
            ("acknowledged: p50", "{:,.1f} ms", "p50"),
            ("acknowledged: p99", "{:,.1f} ms", "p99"),
            ("processor time a move", "{:.2f} ms", "cpu"),
        ):
            own = getattr(ours, name)
            cells = [f"{what}, {who}", form.format(own)]
            for bare in (getattr(edits, name), getattr(stores, name)):
                cells += [form.format(bare), f"{own / bare:.2f}"]
            rows.append(f"| {' | '.join(cells)} |")
        rows.append(f"| answered late, {who} | {ours.late} | {edits.late} | | {stores.late} | |")
    return rows


def lines(found: Load) -> list[str]:
    """Restarts and many tables as rows of a Markdown table: figure, ours, reference, ratio."""
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
