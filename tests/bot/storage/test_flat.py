"""Statements that run regularly: their cost doesn't grow with the number of finished matches."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable

from bench.filling import Place, fill
from bot import storage
from bot.cluster.cluster import Cluster
from bot.run.upgrade import running
from bot.storage import Database, finished, listen
from games import GAMES

from ..stored_tables import holding

FINISHED = 20_000
RUNNING = 20
SEATS = 4
PEOPLE = 50_000
CHANNELS = 50
FILLED = (
    """
    insert into tables (id, guild_id, channel_id, locale, game, version, options, phase, host_id,
        secret, opened_at, started_at, ended_at)
    select n, n % 2500, n % 2500, 'en-US', '{game}', {version}, '', 'over', n % {people},
        ''::bytea, n, n, n from generate_series({first}, {last}) n
    """,
    """
    insert into seats (table_id, seat, user_id, name, locale, join_id, "left", rank, score)
    select n, s, 1 + (n * 7 + s) % {people}, 'P', 'en-US', n, false, s + 1, 0
    from generate_series({first}, {last}) n, generate_series(0, {seats} - 1) s
    """,
    """
    insert into moves (table_id, ply, seat, move, at)
    select n, p, p % {seats}, '1', n from generate_series({first}, {last}) n,
        generate_series(1, 4) p
    """,
    "select setval(pg_get_serial_sequence('tables', 'id'), {last})",
    "analyze",
)
READ = """
select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables
where relname in ('tables', 'seats', 'moves')
"""
# PostgreSQL counts the work of an idle connection within ten seconds.
COUNTED = 11


async def read(database: Database) -> int:
    """Return the number of rows of matches that PostgreSQL has read so far."""
    await asyncio.sleep(COUNTED)
    async with database.begin() as db:
        return int((await db.exec_driver_sql(READ)).scalar_one())


async def filled(address: str) -> tuple[Database, Cluster]:
    """Fill an empty database. Return it, and a process that has owned all of its matches."""
    places = [Place(one, one, one, one % CHANNELS, one) for one in range(1, SEATS * CHANNELS)]
    await fill(address, 1, places, RUNNING)
    database = await Database.open(address)
    cluster = Cluster(database, 1, [0])
    holding(address, database)
    game = min(GAMES)
    values = {"game": game, "version": GAMES[game].version, "people": PEOPLE, "seats": SEATS}
    values |= {"first": RUNNING + 1, "last": RUNNING + FINISHED}
    for query in FILLED:
        async with database.begin() as db:
            await db.exec_driver_sql(query.format(**values))
    return database, cluster


Statement = Callable[[], Awaitable[object]]


def statements_of(database: Database, cluster: Cluster) -> list[Statement]:
    line, rng, now = cluster.line, random.Random(1), float(FINISHED)
    numbers = itertools.count(1)

    def table() -> int:
        return rng.randint(1, RUNNING)

    async def moved() -> None:
        await storage.moves.append(database, table(), 1000 + next(numbers), 0, "1", now, None)

    async def handed_on() -> None:
        number = next(numbers)
        await line.ask(listen.SEND, [number], [now], [0], ["{}"], [False])
        await line.ask(listen.BACK, [number])

    async def tidied() -> None:
        await line.ask(listen.WAITING, [0], None)
        await line.ask(listen.TIDY)
        await line.ask(listen.ERRANDS, [0])

    return [
        *(handed_on, moved, tidied),
        lambda: storage.tables.set_clock(database, table(), None, now),
        lambda: storage.tables.due(database, 0.0),
        lambda: storage.tables.next_due(database),
        lambda: storage.tables.open_tables(database, channel_id=rng.randrange(CHANNELS)),
        lambda: storage.tables.open_tables(database, user_id=rng.randrange(PEOPLE)),
        lambda: storage.tables.counts(database),
        lambda: storage.tables.table(database, table()),
        lambda: storage.tables.with_computers(database),
        lambda: storage.posts.stale_tables(database),
        lambda: finished.expire(database, 0.0),
        lambda: running(database),
    ]


async def test_regular_statements_read_no_finished_matches(on_server: str) -> None:
    database, cluster = await filled(on_server)
    try:
        before = await read(database)
        for statement in statements_of(database, cluster):
            await statement()
        assert await read(database) - before < FINISHED
    finally:
        await cluster.line.close()
        await database.close()
