"""Databases of earlier releases, and their schema."""

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Connection, DefaultClause, MetaData, create_engine, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.schema import metadata

EARLIER = sorted((Path(__file__).parent / "upgrades").glob("v*.sqlite3"))


FINISHED, LOBBY, OF_MANY, OF_TWO = 1, 2, 3, 4


async def copy_to_server(file: Path, address: str) -> None:
    """Create the same schema on PostgreSQL, and copy all rows."""
    engine = create_async_engine(make_url(address))
    async with engine.begin() as connection:
        await connection.run_sync(_copy, file)
    await engine.dispose()


def _copy(connection: Connection, file: Path) -> None:
    # The test's database has the newest schema.
    for statement in ("drop schema public cascade", "create schema public"):
        connection.exec_driver_sql(statement)
    there, old = MetaData(), create_engine(f"sqlite:///{file}")
    there.reflect(old)
    old.dispose()
    for table in there.tables.values():
        for column in table.columns:
            column.type = column.type.as_generic()
            if isinstance(column.type, Boolean) and column.server_default is not None:
                default = str(column.server_default.arg).strip("'")  # type: ignore[attr-defined]
                column.server_default = DefaultClause(text(f"'{default}'"))
    there.create_all(connection)
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        for table in there.sorted_tables:
            flags = [c.name for c in table.columns if isinstance(c.type, Boolean)]
            rows = [dict(row) for row in db.execute(f"select * from {table.name}")]
            for row in rows:
                row |= {flag: bool(row[flag]) for flag in flags if row[flag] is not None}
            if rows:
                connection.execute(table.insert(), rows)


def differences(connection: Connection, /, **options: bool) -> list[object]:
    """Return what alembic would change. Types are compared, and what the options say."""
    context = MigrationContext.configure(connection, opts={"compare_type": True, **options})
    return list(compare_metadata(context, metadata))
