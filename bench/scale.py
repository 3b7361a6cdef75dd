"""Moves a second of several processes on one PostgreSQL, and of one process on SQLite.

People click in direct messages, which Discord sends to shard 0: the first process hands on the
clicks at tables of the others. The server syncs every commit, as the file does.

First all click as soon as they have an answer. One process then does many clicks in each turn of
its loop, and several share the same 24 clicks. So the costs are compared at an even pace, too.
"""

import asyncio
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rig import postgres

from . import Row
from .clicking import clicking, each
from .moves import ours

Ask = Callable[[str], list[tuple[Any, ...]]]

PROCESSES = (1, 2, 4)
SECONDS, PLAYERS = 15.0, 24
# Seconds that each player waits at an even pace: 80 to 90 clicks a second in all.
_PAUSE = 0.24
# Seconds until a process has compared its servers with Discord's: it ends the tables of others.
_LOOKED = 5.0
# Servers of all shards.
_SPREAD = "update tables set guild_id = (id % {count})::bigint << 22"
_COSTS = """
select xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint
from pg_stat_database where datname = current_database()
"""
# PostgreSQL counts a connection's work within a second after it.
_COUNTED = 2.0

HEAD = (
    *("kept in", "processes", "moves a second", "processor time of the bots a move"),
    *("acknowledged: p50", "p99", "late", "transactions a move", "bytes written a move"),
    "processor time of the bots a move at an even pace",
)


async def measure(seconds: float = SECONDS) -> list[Row]:
    """Return the rows of SQLite with one process, then of PostgreSQL, if it is installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = [await _row(folder / "shinrisen.sqlite3", seconds)]
        if postgres.programs() is None:
            return [*found, (postgres.NONE_HERE,)]
        with postgres.running(folder / "postgres", lambda _: None, safe=True) as server:
            for count in PROCESSES:
                database = f"scale_{count}"
                postgres.told(server, "postgres", f"create database {database}")
                ask = partial(postgres.told, server, database)
                where = postgres.address(server, database)
                found.append(await _row(where, seconds, count, ask))
    return found


async def _row(where: Path | str, seconds: float, count: int = 1, ask: Ask | None = None) -> Row:
    """Measure a number of processes on a SQLite file, or on a server that can be asked."""
    shards = [{"SHARD_COUNT": str(count), "SHARD_IDS": str(n)} if ask else {} for n in range(count)]
    sets = [{"SHINRISEN_PICTURES": "off"} | shard for shard in shards]
    async with ours(where, PLAYERS, sets) as (client, processes, sittings):
        await client.connected(count)
        await asyncio.sleep(_LOOKED)
        if ask is not None and count > 1:
            ask(_SPREAD.format(count=count))
        # No figure includes one-time work of a process.
        await each(client, sittings * 2)

        async def costs() -> tuple[int, int]:
            if ask is None:
                return 0, processes[0].written()
            await asyncio.sleep(_COUNTED)
            [(commits, written)] = ask(_COSTS)
            return commits, written

        before, clicks = await costs(), client.states["answered"]
        figure = await clicking(client, processes, sittings, seconds)
        moves = client.states["answered"] - clicks
        commits, written = ((b - a) / moves for a, b in zip(before, await costs(), strict=True))
        paced = await clicking(client, processes, sittings, seconds, _PAUSE)
    return (
        *("PostgreSQL" if ask else "SQLite", count, f"{figure.rate:,.0f}", f"{figure.cpu:.2f} ms"),
        *(f"{figure.p50:.0f} ms", f"{figure.p99:.0f} ms", figure.late),
        *(f"{commits:.1f}" if commits else "", f"{written / 1000:.1f} kB", f"{paced.cpu:.2f} ms"),
    )
