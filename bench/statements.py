"""Time of each statement that runs regularly, by the number of finished matches on PostgreSQL.

Both databases have as many open tables. A process that has owned all of their matches asks, so the
number of finished ones must not show. The rows are made by SQL.
"""

import itertools
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bot import storage
from bot.cluster.cluster import Cluster
from bot.storage import Database, expiry
from bot.storage.listen import Sent
from bot.storage.versions import running
from games import GAMES
from rig import postgres

from .filling import Place, fill

FINISHED = (1_000, 1_000_000)
OPEN = 500
TURNS = 200
_SEATS = 4
_SERVERS = 2_500
_PEOPLE = 50_000
_CHANNELS = 50
_FILLED = (
    """
    insert into tables (guild_id, channel_id, locale, game, version, options, phase, host_id,
        secret, opened_at, started_at, ended_at, keeper, epoch)
    select n % {servers}, n % {servers}, 'en-US', '{game}', {version}, '', 'over', n % {people},
        ''::bytea, n, n, n, '{keeper}', 1 from generate_series(1, {finished}) n
    """,
    """
    insert into seats (table_id, seat, user_id, name, locale, join_id, "left", rank, score)
    select n, s, 1 + (n * 7 + s) % {people}, 'P', 'en-US', n, false, s + 1, 0
    from generate_series(1, {finished}) n, generate_series(0, {seats} - 1) s
    """,
    """
    insert into moves (table_id, ply, seat, move, at)
    select n, p, p % {seats}, '1', n from generate_series(1, {finished}) n,
        generate_series(1, {plies}) p
    """,
)
_PLIES = 4

Statement = Callable[[], Awaitable[object]]


@dataclass
class Spent:
    """Sorted milliseconds of a statement by the number of finished matches."""

    name: str
    times: Mapping[int, list[float]]

    def part(self, finished: int, share: float = 0.99) -> float:
        """Return the time that takes its place at that share of the times."""
        times = self.times[finished]
        return times[int(len(times) * share)]

    def row(self) -> str:
        """Return this as a row of a Markdown table."""
        few, many = FINISHED
        cells = [f"{self.part(one, 0.5):.2f} ms, {self.part(one):.2f} ms" for one in FINISHED]
        return f"| {self.name} | {' | '.join(cells)} | {self.part(many) / self.part(few):.2f} |"


HEAD = (
    "| statement: p50, p99 | "
    + " | ".join(f"{finished:,} finished matches" for finished in FINISHED)
    + " | ratio of p99 |\n"
    + "|---" * 4
    + "|"
)


async def measure(turns: int = TURNS) -> list[Spent]:
    """Measure all statements on both databases in turn, so that other load slows both."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        running = postgres.running(folder / "postgres", lambda _: None, safe=True)
        server = stack.enter_context(running)
        asked: dict[int, Mapping[str, Statement]] = {}
        for finished in FINISHED:
            name = f"finished_{finished}"
            postgres.told(server, "postgres", f"create database {name}")
            address = postgres.address(server, name)
            database, cluster, asked[finished] = await regular(address, finished)
            stack.push_async_callback(database.close)
            stack.push_async_callback(cluster.line.close)
        return [await _spent(one, asked, turns) for one in asked[FINISHED[0]]]


async def _spent(name: str, asked: Mapping[int, Mapping[str, Statement]], turns: int) -> Spent:
    times: dict[int, list[float]] = {finished: [] for finished in asked}
    for _ in range(turns):
        for finished, statements in asked.items():
            started = time.perf_counter()
            await statements[name]()
            times[finished].append((time.perf_counter() - started) * 1000)
    return Spent(name, {finished: sorted(each) for finished, each in times.items()})


async def regular(
    address: str, finished: int, running: int = OPEN
) -> tuple[Database, Cluster, Mapping[str, Statement]]:
    """Fill an empty database. Return it, a process that owns it all, and the statements by name."""
    database = await Database.open(address)
    cluster = Cluster(database, None)
    game = min(GAMES)
    values = {"finished": finished, "keeper": cluster.name, "game": game, "seats": _SEATS}
    values |= {"version": GAMES[game].version, "servers": _SERVERS, "people": _PEOPLE}
    for query in _FILLED:
        async with database.begin() as db:
            await db.exec_driver_sql(query.format(**values, plies=_PLIES))
    places = [Place(one, one, one, one % _CHANNELS, one) for one in range(1, _SEATS * _CHANNELS)]
    await fill(address, 1, places, running, after=finished)
    async with database.begin() as db:
        last = finished + running
        await db.exec_driver_sql(f"select setval(pg_get_serial_sequence('tables', 'id'), {last})")
        await db.exec_driver_sql("analyze")
    await cluster.line.seen()
    while taken := await cluster.line.claim():
        cluster.owned.own(taken)
    return database, cluster, _statements(database, cluster, range(finished + 1, last + 1))


def _statements(database: Database, cluster: Cluster, tables: range) -> dict[str, Statement]:
    line, rng, now = cluster.line, random.Random(1), float(tables[0])
    numbers = itertools.count(1)

    async def moved() -> None:
        table = rng.choice(tables)
        ply = 1000 + next(numbers)
        await storage.moves.append(database, table, ply, 0, "1", now, None)

    async def claimed() -> None:
        # Without a heartbeat for long, this process takes its own tables over.
        cluster.owned.own(await line.claim())

    async def forwarded() -> None:
        number = next(numbers)
        await line.send([Sent(number, rng.choice(tables), "{}", now, False)])
        await line.take([number], [])

    return {
        "heartbeat": line.seen,
        "claim of tables without an owner": claimed,
        "own tables compared": line.mine,
        "tidying": line.tidy,
        "interactions of dead processes": line.orphaned,
        "interactions sent on": line.reroute,
        "interaction forwarded": forwarded,
        "move": moved,
        "clock of a table": lambda: storage.tables.set_clock(
            database, rng.choice(tables), None, now
        ),
        "tables that are due": lambda: storage.tables.due(database, 0.0),
        "next time of the clock": lambda: storage.tables.next_due(database),
        "open tables of a channel": lambda: storage.tables.open_tables(
            database, channel_id=rng.randrange(_CHANNELS)
        ),
        "open tables of a person": lambda: storage.tables.open_tables(
            database, user_id=rng.randrange(_PEOPLE)
        ),
        "counts for the metrics": lambda: storage.tables.counts(database),
        "one table with its people": lambda: storage.tables.table(database, rng.choice(tables)),
        "matches with computers": lambda: storage.tables.with_computers(database),
        "messages that lag behind": lambda: storage.posts.stale_tables(database),
        "old matches to delete": lambda: expiry.expire(database, 0.0),
        "versions of running matches": lambda: running(database),
    }
