"""Moves a second of several processes on one PostgreSQL, and of one process on SQLite.

The tables are spread evenly over the processes. People click in direct messages, which Discord
sends to shard 0: the first process forwards the clicks at tables of the others. The server syncs
every commit, as the file does; it, the stand-in, the people and the bots share this machine's
processors.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.storage import Database
from rig import postgres
from rig.processes import Client, playground

from . import markdown
from .clicking import Figure, clicking, each
from .filling import Sitting, fill, places_of
from .process import Process, bot

PROCESSES = (1, 2, 4)
SECONDS = 15.0
PLAYERS = 24
# Seconds within which each process compares its tables with the database.
_COMPARED = 15.0
_SPREAD = """
update tables set epoch = epoch + 1, keeper = names.name from (
    select name, row_number() over (order by name) - 1 as number, count(*) over () as all_
    from processes
) as names where tables.id % names.all_ = names.number
"""
# PostgreSQL counts a connection's work within a second after it.
_COUNTED = 2.0


HEAD = markdown.head(
    *("kept in", "processes", "moves a second", "processor time of the bots a move"),
    *("acknowledged: p50", "p99", "late", "transactions a move", "bytes written a move"),
)


async def measure(seconds: float = SECONDS) -> list[str]:
    """Return the rows of SQLite with one process, then of PostgreSQL, if it is installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = [await _on_file(folder, seconds)]
        if postgres.programs() is None:
            return [*found, postgres.NONE_HERE]
        with postgres.running(folder / "postgres", lambda _: None, safe=True) as server:
            found += [await _on_server(folder, server, count, seconds) for count in PROCESSES]
    return found


def _row(where: str, processes: int, figure: Figure, transactions: str, written: float) -> str:
    return markdown.row(
        *(where, processes, f"{figure.rate:,.0f}", f"{figure.cpu:.2f} ms"),
        *(f"{figure.p50:.0f} ms", f"{figure.p99:.0f} ms", figure.late),
        *(transactions, f"{written / 1000:.1f} kB"),
    )


async def _on_file(folder: Path, seconds: float) -> str:
    file = folder / "shinrisen.sqlite3"
    async with _playing(folder, file, [{"SHINRISEN_DATABASE": str(file)}]) as run:
        before, clicks = run.processes[0].written(), run.clicks()
        figure = await run.click(seconds)
        written = run.processes[0].written() - before
        return _row("SQLite", 1, figure, "", written / (run.clicks() - clicks))


async def _on_server(folder: Path, server: str, count: int, seconds: float) -> str:
    name = f"scale_{count}"
    postgres.told(server, "postgres", f"create database {name}")
    address = postgres.address(server, name)

    def costs() -> tuple[int, int]:
        query = (
            "select xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint "
            f"from pg_stat_database where datname = '{name}'"
        )
        [(commits, written)] = postgres.told(server, name, query)
        return commits, written

    shared = {"DATABASE_URL": address, "SHARD_COUNT": str(count)}
    sets = [shared | {"SHARD_IDS": str(shard)} for shard in range(count)]
    async with _playing(folder, address, sets) as run:
        if count > 1:
            postgres.told(server, name, _SPREAD)
            await asyncio.sleep(_COMPARED)
            await run.warm()
        await asyncio.sleep(_COUNTED)
        before, clicks = costs(), run.clicks()
        figure = await run.click(seconds)
        moves = run.clicks() - clicks
        await asyncio.sleep(_COUNTED)
        commits, written = (now - then for now, then in zip(costs(), before, strict=True))
        return _row("PostgreSQL", count, figure, f"{commits / moves:.1f}", written / moves)


@dataclass(frozen=True)
class _Run:
    """People at their tables with the bots that serve them."""

    client: Client
    processes: list[Process]
    sittings: list[Sitting]

    async def warm(self) -> None:
        """Click twice at every table, so that no figure includes one-time work of a process."""
        for _ in range(2):
            await each(self.client, self.sittings)

    async def click(self, seconds: float) -> Figure:
        """Click as all players without pause."""
        return await clicking(self.client, self.processes, self.sittings, seconds)

    def clicks(self) -> int:
        """Return the number of clicks answered so far."""
        return self.client.states["answered"]


@asynccontextmanager
async def _playing(
    folder: Path, where: Path | str, sets: Sequence[dict[str, str]]
) -> AsyncIterator[_Run]:
    """Run live tables with their players, and a process with each of these settings."""
    await (await Database.open(where)).close()
    async with AsyncExitStack() as stack:
        arguments = ("--people", str(PLAYERS), "--no-limits")
        client = await stack.enter_async_context(playground(*arguments))
        sittings = await fill(where, *await places_of(client), PLAYERS)
        processes = [
            await stack.enter_async_context(
                bot(client, folder / "none", "bot", "run", pictures=False, sets=more)
            )
            for more in sets
        ]
        await client.connected(len(processes))
        run = _Run(client, processes, sittings)
        await run.warm()
        yield run
