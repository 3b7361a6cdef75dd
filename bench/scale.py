"""Moves a second of several processes on one PostgreSQL, and of one process on SQLite.

The tables are spread evenly over the processes. People click in direct messages, which Discord
sends to shard 0: the first process hands on the clicks at tables of the others. The server syncs
every commit, as the file does; it, the stand-in, the people and the bots share this machine's
processors.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bot.storage import Database
from rig import postgres
from rig.processes import Client, playground

from . import markdown
from .clicking import clicking, each
from .filling import Sitting, fill, places_of
from .process import Process, bot

PROCESSES = (1, 2, 4)
SECONDS, PLAYERS = 15.0, 24
# Seconds until a process has compared its servers with Discord's: it ends the tables of others.
_LOOKED = 5.0
# Servers of all shards.
_SPREAD = "update tables set guild_id = (id % {count})::bigint << 22"
_COSTS = """
select xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint
from pg_stat_database where datname = '{name}'
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
        found = [await _row(folder, folder / "shinrisen.sqlite3", 1, seconds)]
        if postgres.programs() is None:
            return [*found, postgres.NONE_HERE]
        with postgres.running(folder / "postgres", lambda _: None, safe=True) as server:
            found += [await _row(folder, server, count, seconds) for count in PROCESSES]
    return found


async def _row(folder: Path, where: Path | str, count: int, seconds: float) -> str:
    """Measure a SQLite file, or a number of processes on the server in a folder."""
    name, sets = f"scale_{count}", [{"SHINRISEN_DATABASE": str(where)}]
    address: Path | str = where
    if not isinstance(where, Path):
        postgres.told(where, "postgres", f"create database {name}")
        address = postgres.address(where, name)
        shared = {"DATABASE_URL": address, "SHARD_COUNT": str(count)}
        sets = [shared | {"SHARD_IDS": str(shard)} for shard in range(count)]

    def spread() -> None:
        if count > 1:
            postgres.told(str(where), name, _SPREAD.format(count=count))

    async with _playing(folder, address, sets, spread) as (client, processes, sittings):

        async def costs() -> tuple[int, int]:
            if isinstance(where, Path):
                return 0, processes[0].written()
            await asyncio.sleep(_COUNTED)
            [(commits, written)] = postgres.told(where, name, _COSTS.format(name=name))
            return commits, written

        before, clicks = await costs(), client.states["answered"]
        figure = await clicking(client, processes, sittings, seconds)
        moves = client.states["answered"] - clicks
        commits, written = ((b - a) / moves for a, b in zip(before, await costs(), strict=True))
    return markdown.row(
        *("SQLite" if isinstance(where, Path) else "PostgreSQL", count, f"{figure.rate:,.0f}"),
        *(f"{figure.cpu:.2f} ms", f"{figure.p50:.0f} ms", f"{figure.p99:.0f} ms", figure.late),
        *(f"{commits:.1f}" if commits else "", f"{written / 1000:.1f} kB"),
    )


@asynccontextmanager
async def _playing(
    folder: Path, where: Path | str, sets: Sequence[dict[str, str]], spread: Callable[[], None]
) -> AsyncIterator[tuple[Client, list[Process], list[Sitting]]]:
    """Run live tables with their players, spread, and a process with each of these settings."""
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
        await asyncio.sleep(_LOOKED)
        spread()
        # No figure includes one-time work of a process.
        await each(client, sittings * 2)
        yield client, processes, sittings
