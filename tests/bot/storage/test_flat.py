"""Statements that run regularly: their cost doesn't grow with the number of finished matches."""

import asyncio

from bench.statements import regular
from bot.storage import Database

FINISHED = 20_000
RUNNING = 20
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


async def test_regular_statements_read_no_finished_matches(on_server: str) -> None:
    database, cluster, statements = await regular(on_server, FINISHED, RUNNING)
    try:
        assert len(cluster.owned.all) == RUNNING
        before = await read(database)
        for statement in statements.values():
            await statement()
        assert await read(database) - before < FINISHED
        assert len(await cluster.line.mine()) == RUNNING
    finally:
        await cluster.line.close()
        await database.close()
